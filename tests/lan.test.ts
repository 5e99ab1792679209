import { spawnSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { createServer, get } from 'node:https';
import type { AddressInfo } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, devices } from '@playwright/test';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lanAddress } from '../packages/app/src/lan/lan-address.ts';
import { openLanCertificate } from '../packages/app/src/lan/lan-certificate.ts';
import { makeAuthority, makeCertificate } from '../packages/app/src/lan/make-certificate.ts';
import { ensureChromium } from '../scripts/chromium.mjs';
import { killCommands, startCommand } from './support/command.ts';
import { root } from './support/project-files.ts';
import { readCode } from './support/read-code.ts';

let folder: string;
const undo: (() => unknown)[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'millrace-lan-'));
});
afterEach(async () => {
  killCommands();
  for (const each of undo.splice(0)) await each();
  rmSync(folder, { recursive: true, force: true });
});

const NOW = Date.now();
const DAY = 24 * 60 * 60 * 1000;
const open = (host = '192.168.1.5', now = NOW, hostname = 'mill') =>
  openLanCertificate(join(folder, 'keys'), host, hostname, now);

test('N11 the certificate names the address and the machine, and nobody else can read its files', async () => {
  const { cert, authority, fingerprint } = await open();
  const own = new X509Certificate(cert);
  const issuer = new X509Certificate(authority);
  expect(own.subjectAltName).toBe('IP Address:192.168.1.5, DNS:mill, DNS:mill.local');
  expect([own.verify(issuer.publicKey), own.ca, issuer.ca]).toEqual([true, false, true]);
  expect(issuer.fingerprint256).toBe(fingerprint);
  for (const name of ['lan-ca.crt', 'lan-ca.key', 'lan.crt', 'lan.key'])
    expect([name, statSync(join(folder, 'keys', name)).mode & 0o777]).toEqual([name, 0o600]);
  expect(statSync(join(folder, 'keys')).mode & 0o777).toBe(0o700);
});

test('N11 it stays until the address changes or it nears its end; its authority stays longer', async () => {
  const first = await open();
  expect(await open()).toEqual(first);
  const moved = await open('192.168.1.6');
  expect(moved.cert).not.toBe(first.cert);
  expect(moved.authority).toBe(first.authority);
  expect((await open('192.168.1.6', NOW + 360 * DAY)).cert).toBe(moved.cert);
  const late = await open('192.168.1.6', NOW + 370 * DAY);
  expect(late.cert).not.toBe(moved.cert);
  expect(late.authority).toBe(first.authority);
  expect((await open('192.168.1.6', NOW + 3640 * DAY)).authority).not.toBe(first.authority);
});

test('N11 broken files are made anew', async () => {
  const first = await open();
  writeFileSync(join(folder, 'keys/lan.key'), 'no key');
  const second = await open();
  expect(second.cert).not.toBe(first.cert);
  expect(second.authority).toBe(first.authority);
});

/** How a client that trusts the authority takes a server with a certificate for `place`: no problem is the empty text. */
async function problemAt(place: string): Promise<string> {
  const authority = await makeAuthority('Millrace on mill', ['mill'], NOW);
  const server = createServer(await makeCertificate(authority, [place], NOW), (_request, response) => {
    response.end('ok');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const options = { host: '127.0.0.1', port, ca: authority.cert, agent: false as const };
  const problem = await new Promise<string>((resolve) => {
    const sent = get({ ...options, checkServerIdentity: () => undefined }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(''));
    });
    sent.on('error', (error) => resolve(error.message));
  });
  server.close();
  return problem;
}

test('N12 the authority vouches for private addresses and the machine, never for a site of the internet', async () => {
  for (const place of ['192.168.1.5', '10.1.2.3', '172.20.0.1', 'fd00::1', 'mill', 'mill.local'])
    expect([place, await problemAt(place)]).toEqual([place, '']);
  for (const place of ['8.8.8.8', '172.32.0.1', '2001:db8::1', 'bank.example', 'mill.example'])
    expect([place, await problemAt(place)]).toEqual([
      place,
      expect.stringMatching(/permitted subtree violation/),
    ]);
});

const info = (address: string, internal = false, family: 'IPv4' | 'IPv6' = 'IPv4') =>
  ({ address, internal, family, netmask: '', mac: '', cidr: null, scopeid: 0 }) as never;

test('N10 the address of the network is the first private IPv4 one; those of containers come last', () => {
  expect(lanAddress({ lo: [info('127.0.0.1', true)], eth0: [info('8.8.8.8'), info('192.168.0.7')] })).toBe(
    '192.168.0.7',
  );
  expect(lanAddress({ docker0: [info('172.17.0.1')], wlan0: [info('10.0.0.4')] })).toBe('10.0.0.4');
  expect(lanAddress({ docker0: [info('172.17.0.1')] })).toBe('172.17.0.1');
  expect(lanAddress({ eth0: [info('172.32.0.1'), info('fd00::1', false, 'IPv6')] })).toBeUndefined();
});

test('N10 keys in the data folder are refused with the fix, and nothing is made', async () => {
  const data = join(folder, 'data');
  const env = { MILLRACE_DATA: data, MILLRACE_KEYS: join(data, 'keys'), MILLRACE_HOST: '127.0.0.2' };
  const server = startCommand(['--lan'], env);
  expect(await server.ended).toBe(1);
  expect(server.said.text).toMatch(/^The keys must not be in the data folder .* Set MILLRACE_KEYS/);
  expect(existsSync(data)).toBe(false);
});

/** The variables of the command that docs/reach.md has for a certificate of one's own. */
function ownCertificate(): Record<string, string> {
  const document = readFileSync(join(root, 'docs/reach.md'), 'utf8');
  const [, line = ''] = /^(MILLRACE_HOST=.*) npm start$/m.exec(document) ?? [];
  return Object.fromEntries(line.split(' ').map((each) => each.split('=') as [string, string]));
}

test('N16 a certificate of your own, as the document says: https alone, by the server itself', async () => {
  const authority = await makeAuthority('Test', ['chat.example'], NOW);
  const { cert, key } = await makeCertificate(authority, ['chat.example'], NOW);
  writeFileSync(join(folder, 'cert.pem'), cert);
  writeFileSync(join(folder, 'key.pem'), key);
  const env = {
    ...ownCertificate(),
    ...{ MILLRACE_HOST: '127.0.0.1', PORT: '0', MILLRACE_DATA: join(folder, 'data') },
    MILLRACE_TLS_CERT: join(folder, 'cert.pem'),
    MILLRACE_TLS_KEY: join(folder, 'key.pem'),
  };
  const server = startCommand([], env);
  expect(await server.ready()).toMatch(/^Millrace is ready: https:\/\/chat\.example\/start#[\w-]{43}\n$/);
  const { url } = JSON.parse(readFileSync(join(folder, 'data/server.json'), 'utf8')) as { url: string };
  const { port } = new URL(url);
  const answer = await new Promise<IncomingMessage>((resolve, reject) =>
    get(
      {
        ...{ host: '127.0.0.1', port, path: '/healthz', ca: authority.cert, servername: 'chat.example' },
        headers: { host: 'chat.example' },
      },
      resolve,
    ).on('error', reject),
  );
  expect([answer.statusCode, answer.headers['strict-transport-security']]).toEqual([200, 'max-age=31536000']);
  await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow();
});

test.each([
  ['no certificate', 'hello', 'hello'],
  ['the key of another', undefined, undefined],
])('N16 %s is refused with the fix, before anything is made', async (_, ...texts) => {
  const authority = await makeAuthority('Test', ['chat.example'], NOW);
  const [one, other] = [
    await makeCertificate(authority, ['chat.example'], NOW),
    await makeCertificate(authority, ['chat.example'], NOW),
  ];
  const [cert = one.cert, key = other.key] = texts;
  writeFileSync(join(folder, 'cert.pem'), cert);
  writeFileSync(join(folder, 'key.pem'), key);
  const server = startCommand([], {
    ...{ MILLRACE_DATA: join(folder, 'data'), MILLRACE_TLS_CERT: join(folder, 'cert.pem') },
    MILLRACE_TLS_KEY: join(folder, 'key.pem'),
  });
  expect(await server.ended).toBe(1);
  expect(server.said.text).toMatch(
    /^MILLRACE_TLS_CERT \(.*\) and MILLRACE_TLS_KEY \(.*\) are not a certificate and its key: [\w ]+\. Name the PEM files of both\.\n$/,
  );
  expect(existsSync(join(folder, 'data'))).toBe(false);
});

const ip = (...args: string[]): boolean => spawnSync('ip', args, { stdio: 'ignore' }).status === 0;

/** A network of two machines: this one at `.1`, and one in a namespace at `.2`. False where that can't be made. */
function joinNetwork(name: string): boolean {
  const [here, there] = [`${name}a`, `${name}b`];
  const inside = (...args: string[]): boolean => ip('-n', name, ...args);
  undo.push(() => {
    ip('link', 'del', here);
    ip('netns', 'del', name);
  });
  return (
    ip('netns', 'add', name) &&
    ip('link', 'add', here, 'type', 'veth', 'peer', 'name', there, 'netns', name) &&
    ip('addr', 'add', '10.213.7.1/24', 'dev', here) &&
    ip('link', 'set', here, 'up') &&
    inside('addr', 'add', '10.213.7.2/24', 'dev', there) &&
    inside('link', 'set', there, 'up')
  );
}

/** Signs in as a phone would: another machine, which trusts the authority that it has downloaded and compared. */
const PHONE = `
  const { get, request } = require('node:https');
  const { X509Certificate } = require('node:crypto');
  const [link, fingerprint] = process.argv.slice(1);
  const { origin, hash } = new URL(link);
  const read = (sent) => new Promise((resolve, reject) => sent.on('error', reject).on('response', async (answer) => {
    let text = '';
    for await (const bytes of answer) text += bytes;
    resolve({ status: answer.statusCode, headers: answer.headers, text });
  }));
  (async () => {
    const ca = (await read(get(origin + '/millrace-ca.crt', { rejectUnauthorized: false }))).text;
    if (new X509Certificate(ca).fingerprint256 !== fingerprint) throw new Error('Another certificate.');
    const sent = request(origin + '/api/session', { method: 'POST', ca, headers: { 'content-type': 'application/json', origin } });
    sent.end(JSON.stringify({ token: hash.slice(1) }));
    const signedIn = await read(sent);
    const cookie = signedIn.headers['set-cookie'][0];
    const headers = { cookie: cookie.split(';')[0], 'x-millrace-key': JSON.parse(signedIn.text).key };
    const chats = await read(get(origin + '/api/chats', { ca, headers }));
    const page = await read(get(origin + '/', { ca }));
    const foreign = await read(get(origin + '/', { ca, rejectUnauthorized: false, headers: { host: 'evil.example' } }));
    console.log(JSON.stringify({ cookie, chats: chats.status, page: page.status, foreign: foreign.status }));
  })();
`;

test('N10 another machine of the network opens the printed link by https and is signed in', async ({
  skip,
}) => {
  const name = `mr${process.pid}`;
  if (!joinNetwork(name)) skip('A network namespace needs root and iproute2.');
  const server = startCommand(['--lan'], {
    MILLRACE_DATA: join(folder, 'data'),
    MILLRACE_KEYS: join(folder, 'keys'),
    ...(lanAddress(networkInterfaces()) !== '10.213.7.1' && { MILLRACE_HOST: '10.213.7.1' }),
  });
  const said = await server.ready();
  const [, link = ''] =
    /^Millrace is ready: (https:\/\/10\.213\.7\.1:\d+\/start#[\w-]{43})$/m.exec(said) ?? [];
  const [, fingerprint = ''] = /^ {2}((?:[0-9A-F]{2}:){31}[0-9A-F]{2})$/m.exec(said) ?? [];
  expect(said).toContain('█▄▄▄█');
  expect(said).toContain(`${new URL(link).origin}/millrace-ca.crt`);
  expect(said).toContain('The browser will warn');
  const args = ['netns', 'exec', name, process.execPath, '-e', PHONE, link, fingerprint];
  const phone = spawnSync('ip', args, { encoding: 'utf8', timeout: 20_000 });
  expect([phone.stderr, JSON.parse(phone.stdout || '{}')]).toEqual([
    '',
    {
      cookie: expect.stringMatching(/^__Host-millrace_\d+=.*; Secure; /),
      ...{ chats: 200, page: 200, foreign: 403 },
    },
  ]);
  expect(readFileSync(join(folder, 'data/server.json'), 'utf8')).toContain('https://10.213.7.1:');
  const json = startCommand(['--lan', '--json'], {
    MILLRACE_DATA: join(folder, 'data-2'),
    MILLRACE_KEYS: join(folder, 'keys'),
    MILLRACE_HOST: '10.213.7.1',
  });
  await expect.poll(() => json.said.text).toMatch(/\n$/);
  expect(JSON.parse(json.said.text)).toMatchObject({
    authority: { url: expect.stringMatching(/^https:.*\/millrace-ca\.crt$/), fingerprint },
  });
  const other = startCommand(['link'], {
    ...{ MILLRACE_DATA: join(folder, 'data'), MILLRACE_KEYS: join(folder, 'keys') },
  });
  expect(await other.ended).toBe(0);
  expect(other.said.text).toMatch(/^https:\/\/10\.213\.7\.1:\d+\/start#[\w-]{43}\n$/);
});

/** The picture that a camera sees of a code in a terminal: two rows of modules in a line, white on black, four pixels each. */
function readTerminalCode(said: string): string | undefined {
  const lines = said.split('\n').filter((line) => /^[ █▀▄]{20,}$/.test(line));
  const [size, scale] = [lines[0]?.length ?? 0, 4];
  const [width, height] = [size * scale, lines.length * 2 * scale];
  const pixels = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const sign = lines[Math.floor(y / (2 * scale))]?.[Math.floor(x / scale)] ?? ' ';
      const isUpper = Math.floor(y / scale) % 2 === 0;
      const isWhite = sign === '█' || sign === (isUpper ? '▀' : '▄');
      pixels.fill(isWhite ? 255 : 0, (y * width + x) * 4, (y * width + x) * 4 + 3);
    }
  return readCode(pixels, width, height);
}

test('N14 a phone in the network reads the printed code, is signed in by https, and approves a change', {
  timeout: 120_000,
}, async ({ skip }) => {
  const name = `mr${process.pid}`;
  if (!joinNetwork(name)) skip('A network namespace needs root and iproute2.');
  const server = startCommand(['--lan'], {
    MILLRACE_DATA: join(folder, 'data'),
    MILLRACE_KEYS: join(folder, 'keys'),
    ...(lanAddress(networkInterfaces()) !== '10.213.7.1' && { MILLRACE_HOST: '10.213.7.1' }),
  });
  const link = readTerminalCode(await server.ready()) ?? '';
  expect(server.said.text).toContain(`Millrace is ready: ${link}\n`);
  // The browser of another machine.
  const program = join(folder, 'chromium');
  writeFileSync(program, `#!/bin/sh\nexec ip netns exec ${name} ${ensureChromium()} "$@"\n`, { mode: 0o755 });
  const browser = await chromium.launch({ executablePath: program, args: ['--no-sandbox', '--disable-gpu'] });
  undo.push(() => browser.close());
  // The person presses "Advanced" once.
  const phone = await browser.newContext({ ...devices['Pixel 7'], ignoreHTTPSErrors: true });
  const page = await phone.newPage();
  await page.goto(link);
  await page.waitForURL(`${new URL(link).origin}/`);
  await page.getByRole('button', { name: 'Edit a file, but ask me first' }).tap();
  const approve = page.getByRole('button', { name: 'Approve', exact: true });
  await approve.waitFor();
  await expect
    .poll(async () => {
      // A card that has just come takes no press for a moment.
      if (await approve.isVisible()) await approve.tap();
      return readFileSync(join(folder, 'data/workspace/src/app.ts'), 'utf8');
    })
    .toContain('createLimiter(');
  expect(await page.evaluate(() => [isSecureContext, innerWidth < 500])).toEqual([true, true]);
});
