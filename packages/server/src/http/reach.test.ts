import { connect } from 'node:net';
import { KEY_HEADER, type SignInLink } from '@millrace/engine/run';
import { afterEach, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../../../../fixtures/running-server.ts';
import { talker } from '../../../../fixtures/talker.ts';
import { checkDoor } from './request/door.ts';
import { readForwardedBy } from './request/forwarded.ts';
import type { ServerOptions } from './server-options.ts';

let server: RunningServer;
let port = '';
afterEach(() => server?.close());

async function start(options: Partial<ServerOptions> = {}): Promise<void> {
  server = await startServer([talker(0)], undefined, () => options);
  ({ port } = new URL(server.url));
}

interface Answer {
  readonly status: number;
  readonly headers: string;
  readonly body: string;
}

/** The answer to a request whose lines are sent exactly as they are. */
function ask(lines: readonly string[], body = '', host = '127.0.0.1'): Promise<Answer> {
  const sent = [...lines, 'Connection: close', `Content-Length: ${body.length}`, '', body].join('\r\n');
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), host, () => socket.write(sent));
    let text = '';
    socket.on('data', (bytes) => {
      text += String(bytes);
    });
    socket.on('error', reject);
    socket.on('close', () => {
      const [headers = '', ...rest] = text.split('\r\n\r\n');
      resolve({ status: Number(text.split(' ')[1]), headers, body: rest.join('') });
    });
  });
}

/** The status of a request of the signed-in device. */
async function statusOf(headers: readonly string[], target = '/api/chats', version = '1.1'): Promise<number> {
  const { cookie, [KEY_HEADER]: key } = server.device;
  const lines = [`GET ${target} HTTP/${version}`, ...headers, `${KEY_HEADER}: ${key}`, `Cookie: ${cookie}`];
  return (await ask(lines)).status;
}

const PUBLIC = { urls: ['https://chat.example', 'https://other.example:8443'] };
const token = (): string => `POST /api/session HTTP/1.1`;
const JSON_TYPE = 'Content-Type: application/json';

async function signInBy(headers: readonly string[]): Promise<Answer> {
  const { hash } = new URL(await server.startLink());
  return ask([token(), ...headers, JSON_TYPE], JSON.stringify({ token: hash.slice(1) }));
}

/** Loopback names, in spellings that a browser never sends, and hosts of others. */
const FOREIGN = [
  'evil.example',
  'evil.example:PORT',
  '127.0.0.1',
  '127.0.0.1.:PORT',
  'localhost.:PORT',
  'LOCALHOST:PORT',
  '127.1:PORT',
  '0.0.0.0:PORT',
  '[::]:PORT',
  '[::ffff:127.0.0.1]:PORT',
  '127.0.0.1:PORT@evil.example',
  'user@127.0.0.1:PORT',
  'evil.example#127.0.0.1:PORT',
  '127.0.0.1:0PORT',
  '127.0.0.1:PORT, evil.example',
  'localhost.evil.example:PORT',
  'chat.example',
  '',
];

test.each([
  ['on loopback', {}],
  ['on every address', { host: '0.0.0.0', insecure: true }],
])(
  'N2 DNS rebinding: a host that is none of ours is refused %s, however it is written',
  async (_, options) => {
    await start(options);
    expect(await statusOf([`Host: 127.0.0.1:${port}`])).toBe(200);
    for (const host of FOREIGN)
      expect([host, await statusOf([`Host: ${host.replace('PORT', port)}`])]).toEqual([
        host,
        expect.toSatisfy((status: number) => status === 403 || status === 400),
      ]);
  },
);

test('N2 a public address is one host, in one spelling', async () => {
  await start(PUBLIC);
  for (const host of ['chat.example', 'other.example:8443', `localhost:${port}`])
    expect([host, (await ask(['GET /healthz HTTP/1.1', `Host: ${host}`])).status]).toEqual([host, 200]);
  const others = ['CHAT.EXAMPLE', 'chat.example.', 'chat.example:443', 'chat.example:80', 'a.chat.example'];
  for (const host of [...others, 'other.example', `chat.example:${port}`, 'chat.example@evil.example'])
    expect([host, (await ask(['GET /healthz HTTP/1.1', `Host: ${host}`])).status]).toEqual([
      host,
      expect.toSatisfy((status: number) => status === 403 || status === 400),
    ]);
});

test('N2 several hosts, none at all, and the absolute address of another are refused', async () => {
  await start();
  const own = `Host: 127.0.0.1:${port}`;
  const refused = expect.toSatisfy((status: number) => status === 403 || status === 400);
  expect(await statusOf([own, 'Host: evil.example'])).toEqual(refused);
  expect(await statusOf(['Host: evil.example', own])).toEqual(refused);
  expect(await statusOf([own, own])).toEqual(refused);
  expect(await statusOf([])).toEqual(refused);
  expect(await statusOf([], '/api/chats', '1.0')).toEqual(refused);
  expect(await statusOf([own], '/api/chats', '1.0')).toBe(200);
  expect(await statusOf([own], 'http://evil.example/api/chats')).toEqual(refused);
  expect(await statusOf(['Host: evil.example'], `http://127.0.0.1:${port}/api/chats`)).toEqual(refused);
  expect(await statusOf([own], `http://127.0.0.1:${port}@evil.example/api/chats`)).toEqual(refused);
  expect(await statusOf([own], `http://127.0.0.1:${port}/api/chats`)).toBe(200);
});

test('N2 a refusal is one sentence and its fix, which repeats only a plain name', async () => {
  await start();
  const foreign = await ask(['GET / HTTP/1.1', 'Host: chat.example']);
  expect(JSON.parse(foreign.body)).toEqual({
    code: 'foreign_host',
    message: 'This server does not answer at chat.example. Add https://chat.example to MILLRACE_URL.',
  });
  const odd = await ask(['GET / HTTP/1.1', `Host: ${'x'.repeat(300)}`]);
  expect(JSON.parse(odd.body).message).toBe(
    'This server does not answer at this address. Add the address to MILLRACE_URL.',
  );
});

test('N3 an origin must be the very address that a request came by; null is another site', async () => {
  await start(PUBLIC);
  const post = async (host: string, origin: string): Promise<number> =>
    (await ask([token(), `Host: ${host}`, `Origin: ${origin}`, JSON_TYPE], '{"token":"x"}')).status;
  expect(await post('chat.example', 'https://chat.example')).toBe(401);
  expect(await post(`127.0.0.1:${port}`, `http://127.0.0.1:${port}`)).toBe(401);
  for (const origin of [
    'null',
    'http://chat.example',
    'https://chat.example:8443',
    'https://evil.example',
    'https://chat.example.evil.example',
    'https://sub.chat.example',
    'https://CHAT.example',
    'https://other.example:8443',
    `http://127.0.0.1:${port}`,
  ])
    expect([origin, await post('chat.example', origin)]).toEqual([origin, 403]);
  for (const origin of [
    'null',
    'https://chat.example',
    `http://localhost:${port}`,
    `https://127.0.0.1:${port}`,
  ])
    expect([origin, await post(`127.0.0.1:${port}`, origin)]).toEqual([origin, 403]);
});

test('N4 what an untrusted peer forwards changes nothing', async () => {
  await start({ ...PUBLIC, limits: { wrongSignIns: 3 } });
  const forged = [
    'X-Forwarded-Host: chat.example',
    'X-Forwarded-Proto: https',
    'Forwarded: host=chat.example',
  ];
  expect(await statusOf(['Host: evil.example', ...forged])).toBe(403);
  expect(await statusOf([`Host: 127.0.0.1:${port}`, ...forged])).toBe(200);
  expect((await signInBy([`Host: 127.0.0.1:${port}`, ...forged])).headers).toMatch(
    /set-cookie: millrace_\d+=/,
  );
  const wrong = async (i: number): Promise<number> =>
    (
      await ask(
        [token(), `Host: 127.0.0.1:${port}`, `X-Forwarded-For: 9.9.9.${i}`, JSON_TYPE],
        '{"token":"wrong"}',
      )
    ).status;
  const statuses = [];
  for (let i = 0; i < 5; i++) statuses.push(await wrong(i));
  expect(statuses).toEqual([401, 401, 401, 429, 429]);
});

test('N4 a header of a trusted proxy lets in no request that names a foreign host itself, or hides one', async () => {
  await start({ ...PUBLIC, trustProxy: 1 });
  const status = async (...lines: string[]): Promise<number> =>
    (await ask(['GET /healthz HTTP/1.1', ...lines])).status;
  expect(await status('Host: evil.example', 'X-Forwarded-Host: chat.example')).toBe(403);
  expect(await status('Host: chat.example', 'X-Forwarded-Host: evil.example')).toBe(403);
  expect(await status(`Host: 127.0.0.1:${port}`, 'X-Forwarded-Host: chat.example')).toBe(200);
  // The prefix is what the client wrote.
  expect(await status(`Host: chat.example`, 'X-Forwarded-Host: evil.example, chat.example')).toBe(200);
  expect(await status(`Host: chat.example`, 'X-Forwarded-Host: chat.example, evil.example')).toBe(403);
});

test('N4 a client that writes its own X-Forwarded-For does not get another address by a trusted proxy', async () => {
  await start({ ...PUBLIC, trustProxy: 1, limits: { wrongSignIns: 3 } });
  const wrong = async (forwarded: string): Promise<number> =>
    (
      await ask(
        [token(), 'Host: chat.example', `X-Forwarded-For: ${forwarded}`, JSON_TYPE],
        '{"token":"wrong"}',
      )
    ).status;
  const statuses = [];
  for (let i = 0; i < 5; i++) statuses.push(await wrong(`9.9.9.${i}, 7.7.7.7`));
  expect(statuses).toEqual([401, 401, 401, 429, 429]);
  expect(await wrong('7.7.7.8')).toBe(401);
});

const forwarded = (trust: number | readonly string[], peer: string, headers: Record<string, string>) =>
  // Only these two are read.
  readForwardedBy(trust)({ headers, socket: { remoteAddress: peer } as never });

test('N4 readForwardedBy counts proxies from the right, by number or by network', () => {
  const headers = { 'x-forwarded-for': '1.1.1.1, 2.2.2.2, 10.0.0.9', 'x-forwarded-proto': 'http, https' };
  expect(forwarded(0, '10.0.0.1', headers)).toEqual({ address: '10.0.0.1' });
  expect(forwarded(1, '10.0.0.1', headers)).toEqual({ address: '10.0.0.9', proto: 'https' });
  expect(forwarded(2, '10.0.0.1', headers)).toEqual({ address: '2.2.2.2', proto: 'http' });
  expect(forwarded(['10.0.0.0/8'], '::ffff:10.0.0.1', headers)).toEqual({
    address: '2.2.2.2',
    proto: 'http',
  });
  expect(forwarded(['10.0.0.0/8'], '8.8.8.8', headers)).toEqual({ address: '8.8.8.8' });
  expect(forwarded(['fd00::/8'], 'fd00::1', { 'x-forwarded-for': '[2001:db8::1]:99' }).address).toBe(
    '2001:db8::1',
  );
  expect(forwarded(1, '10.0.0.1', { 'x-forwarded-for': 'unknown' }).address).toBe('10.0.0.1');
  expect(forwarded(9, '10.0.0.1', { 'x-forwarded-for': '1.1.1.1:80' }).address).toBe('1.1.1.1');
  expect(() => readForwardedBy(['everyone'])).toThrow(/^MILLRACE_TRUST_PROXY must be a number of proxies/);
});

test('N5 an https address gives a __Host- cookie and HSTS; plain loopback neither', async () => {
  await start({ ...PUBLIC, trustProxy: 1 });
  const secure = await signInBy(['Host: chat.example', 'X-Forwarded-Proto: https']);
  expect(secure.headers).toMatch(
    /set-cookie: __Host-millrace_443=[\w-]+; max-age=\d+; path=\/; httponly; secure; samesite=strict/i,
  );
  expect(secure.headers).not.toMatch(/domain=/i);
  expect(secure.headers).toContain('strict-transport-security: max-age=31536000');
  const plain = await signInBy([`Host: 127.0.0.1:${port}`]);
  expect(plain.headers).toMatch(
    new RegExp(`set-cookie: millrace_${port}=[^\\r]*; httponly; samesite=strict`, 'i'),
  );
  expect(plain.headers).not.toMatch(/; secure|strict-transport/i);
});

test('N5 a cookie that a sub-domain tossed does not count at an https address', async () => {
  await start({ ...PUBLIC, trustProxy: 1 });
  const by = ['Host: chat.example', 'X-Forwarded-Proto: https'];
  const signedIn = await signInBy(by);
  const { key } = JSON.parse(signedIn.body) as { key: string };
  const [cookie = ''] = /__Host-millrace_443=[\w-]+/.exec(signedIn.headers) ?? [];
  const status = async (cookies: string): Promise<number> =>
    (await ask(['GET /api/chats HTTP/1.1', ...by, `${KEY_HEADER}: ${key}`, `Cookie: ${cookies}`])).status;
  expect(await status(cookie)).toBe(200);
  // A sub-domain, or a page by http, can set every name but one with this prefix.
  expect(await status(cookie.replace('__Host-', ''))).toBe(401);
  expect(await status(`millrace_443=tossed; ${cookie}`)).toBe(200);
});

test('N6 an https address is answered only by https: a trusted proxy that says http is told the fix', async () => {
  await start({ ...PUBLIC, trustProxy: 1 });
  const refused = await ask(['GET / HTTP/1.1', 'Host: chat.example', 'X-Forwarded-Proto: http']);
  expect([refused.status, JSON.parse(refused.body)]).toEqual([
    403,
    {
      code: 'no_https',
      message: expect.stringMatching(/^This server answers at chat\.example only by https\./),
    },
  ]);
});

test('N7 links lead to the first public address, else to loopback', async () => {
  await start(PUBLIC);
  expect(await server.startLink()).toMatch(/^https:\/\/chat\.example\/start#[\w-]{43}$/);
  await server.close();
  await start();
  expect(await server.startLink()).toMatch(new RegExp(`^http://127\\.0\\.0\\.1:${port}/start#`));
});

test('N8 a signed-in device gets a link for another one, which works once and for ten minutes', async () => {
  await start(PUBLIC);
  const answer = await server.api('POST', '/api/session/link', {});
  const link = (await answer.json()) as SignInLink;
  expect(link).toEqual({
    reachable: true,
    url: expect.stringMatching(/^https:\/\/chat\.example\/start#[\w-]{43}$/),
    expires_at: expect.any(Number),
  });
  const left = (link.expires_at ?? 0) - Date.now();
  expect(left).toBeGreaterThan(9 * 60_000);
  expect(left).toBeLessThanOrEqual(10 * 60_000);
  const body = JSON.stringify({ token: new URL(link.url ?? '').hash.slice(1) });
  const use = async (): Promise<number> =>
    (await ask([token(), 'Host: chat.example', JSON_TYPE], body)).status;
  expect([await use(), await use()]).toEqual([200, 401]);
});

test('N8 where no other device can reach the server by https, there is no link', async () => {
  await start({ urls: ['http://plain.example'] });
  const answer = await server.api('POST', '/api/session/link', {});
  expect(await answer.json()).toEqual({ reachable: false });
});

test('N15 no answer leads to another place', async () => {
  await start(PUBLIC);
  const targets = [
    '//evil.example',
    '/\\evil.example',
    '/start?next=https://evil.example',
    '/https://evil.example',
  ];
  for (const target of [...targets, '/%2f%2fevil.example', '/..//evil.example', '/api//evil.example'])
    for (const host of ['chat.example', `127.0.0.1:${port}`]) {
      const { status, headers } = await ask([`GET ${target} HTTP/1.1`, `Host: ${host}`]);
      expect([target, status >= 300 && status < 400]).toEqual([target, false]);
      expect(headers).not.toMatch(/\r\n(location|refresh):/i);
    }
});

const tls = { cert: 'c', key: 'k' };
test.each([
  [{}, undefined],
  [{ host: 'localhost' }, undefined],
  [{ host: '127.0.0.2' }, undefined],
  [{ host: '::1' }, undefined],
  [{ host: '0.0.0.0', tls }, undefined],
  [{ host: '0.0.0.0', insecure: true }, undefined],
  [{ host: '0.0.0.0', urls: ['https://a.example'], trustProxy: 1 }, undefined],
  [{ host: '10.0.0.1', urls: ['https://a.example'], trustProxy: ['10.0.0.0/8'] }, undefined],
  [{ host: '0.0.0.0' }, /^Others can reach 0\.0\.0\.0, .* MILLRACE_TLS_CERT .*MILLRACE_INSECURE=1/],
  [{ host: '::' }, /^Others can reach ::,/],
  [{ host: '10.0.0.1', urls: ['https://a.example'] }, /^Others can reach 10\.0\.0\.1,/],
  [{ host: '10.0.0.1', urls: ['http://a.example'], trustProxy: 1 }, /^Others can reach/],
  [{ host: '10.0.0.1', urls: ['https://a.example'], trustProxy: [] }, /^Others can reach/],
  [{ host: 'chat.example' }, /^MILLRACE_HOST must be an address/],
  [{ urls: ['chat.example'] }, /^MILLRACE_URL must be addresses such as/],
  [{ urls: ['https://chat.example/path'] }, /^MILLRACE_URL must be/],
  [{ urls: ['https://user@chat.example'] }, /^MILLRACE_URL must be/],
  [{ urls: ['ftp://chat.example'] }, /^MILLRACE_URL must be/],
  [{ urls: ['https://CHAT.example'] }, /^MILLRACE_URL must be/],
  [{ trustProxy: ['proxy.example'] }, /^MILLRACE_TRUST_PROXY must be/],
])('N1 a bind that others could read is refused with the fix, others are not: %o', (options, message) => {
  if (message === undefined) expect(() => checkDoor(options)).not.toThrow();
  else expect(() => checkDoor(options)).toThrow(message);
});
