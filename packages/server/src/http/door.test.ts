import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { KEY_HEADER } from '@millrace/engine/run';
import { afterEach, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../../../../fixtures/running-server.ts';
import { talker } from '../../../../fixtures/talker.ts';
import { createProviderCatalog } from '../models/catalog/provider-catalog.ts';
import { createMcp } from '../tools/mcp/create-mcp.ts';
import { createGuardedFetch } from '../tools/web/guarded-fetch.ts';
import { createPinnedFetch } from '../tools/web/pinned-fetch.ts';
import type { ServerOptions } from './server-options.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

/** A server with every route that there is. */
async function start(options: Partial<ServerOptions> = {}): Promise<RunningServer> {
  const models = createProviderCatalog({
    guard: createPinnedFetch(),
    environment: { ollama: { baseUrl: 'http://127.0.0.1:9/v1' } },
    keys: { read: () => ({}), write: () => {} },
    builtIn: [talker(0)],
  });
  const mcp = createMcp({ servers: {} });
  const previews = createGuardedFetch();
  const server = await startServer(models, undefined, () => ({ mcp, previews, ...options }));
  closing.push(server.close, mcp.close);
  return server;
}

interface Route {
  readonly method: string;
  readonly path: string;
  readonly isPublic: boolean;
}

/** Every route of the description, so that a new one is looked at unasked. */
async function routesOf(server: RunningServer): Promise<Route[]> {
  const { paths } = (await (await server.api('GET', '/api/openapi.json')).json()) as {
    paths: Record<string, Record<string, { security?: unknown[] }>>;
  };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { security }]) => ({
      method: method.toUpperCase(),
      path: path.replace(/\{\w+\}/g, 'x'),
      isPublic: security?.length === 0,
    })),
  );
}

const codeOf = async (answer: Response): Promise<string> =>
  ((await answer.json()) as { readonly code: string }).code;

async function ask(
  { url }: RunningServer,
  { method, path }: Pick<Route, 'method' | 'path'>,
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  const hasBody = method !== 'GET' && method !== 'HEAD' && method !== 'DELETE';
  return fetch(`${url}${path}`, {
    method,
    headers: { ...(hasBody && { 'content-type': 'application/json' }), ...headers },
    ...(hasBody && { body: '{}' }),
    signal: AbortSignal.timeout(20_000),
  });
}

/** A request that is sent as it is written. */
function raw(
  { url }: RunningServer,
  path: string,
  headers: Readonly<Record<string, string>>,
  method = 'GET',
): Promise<number> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const request = httpRequest({ hostname, port, path, method, headers }, (response) => {
      resolve(response.statusCode ?? 0);
      response.destroy();
    });
    request.on('error', reject);
    request.end();
  });
}

test('H30 no route but sign-in and health answers to one half of a session, or to the halves of two', async () => {
  const server = await start();
  const { cookie, [KEY_HEADER]: key } = server.device;
  const other = await server.signIn();
  const routes = await routesOf(server);
  expect(routes.filter(({ isPublic }) => isPublic).map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /healthz',
    'POST /api/session',
    'POST /api/session/challenge',
    'POST /api/session/salt',
    'POST /api/session/look',
    'POST /api/session/refuse',
    'GET /api/session/ways',
  ]);
  const closed = routes.filter(({ isPublic }) => !isPublic);
  expect(closed.length).toBeGreaterThan(35);
  const halves = [
    {},
    { cookie },
    { [KEY_HEADER]: key },
    { cookie, [KEY_HEADER]: '' },
    { cookie, [KEY_HEADER]: 'guess' },
    { cookie, [KEY_HEADER]: other[KEY_HEADER] },
    { cookie: other.cookie, [KEY_HEADER]: key },
    { cookie: `${cookie}x`, [KEY_HEADER]: key },
    { cookie, authorization: `Bearer ${key}` },
    { cookie: `${cookie}; ${KEY_HEADER}=${key}` },
  ];
  for (const route of closed) {
    for (const headers of halves)
      expect([route, headers, (await ask(server, route, headers)).status]).toEqual([route, headers, 401]);
  }
  // Nothing was done: both devices are still signed in, and what a person has is as it was.
  for (const device of [server.device, other])
    expect(await (await ask(server, { method: 'GET', path: '/api/chats' }, { ...device })).json()).toEqual({
      chats: [],
    });
});

test('H30 a page whose key is gone is told so, and what to do', async () => {
  const server = await start();
  const { cookie } = server.device;
  const lost = await ask(server, { method: 'GET', path: '/api/chats' }, { cookie });
  expect(await lost.json()).toEqual({
    code: 'no_key',
    message: expect.stringMatching(/^This page has no key .*"npx millrace link".*open the link/),
  });
  const out = await ask(server, { method: 'GET', path: '/api/chats' }, {});
  expect(await codeOf(out)).toBe('signed_out');
});

test('H31 cookies that another server of the host has set beside ours change nothing', async () => {
  const server = await start();
  const { cookie, ...key } = server.device;
  const name = cookie.split('=')[0];
  const get = async (cookies: string): Promise<number> =>
    (await ask(server, { method: 'GET', path: '/api/chats' }, { cookie: cookies, ...key })).status;
  expect(await get(`${name}=evil; ${cookie}`)).toBe(200);
  expect(await get(`${cookie}; ${name}=evil`)).toBe(200);
  expect(await get(`${name}=; ${name}; =; ;;${name}="${'x'.repeat(3000)}"; ${cookie}`)).toBe(200);
  expect(await get(`${`${name}=evil; `.repeat(100)}${cookie}`)).toBe(200);
  expect(await get(`${name}=evil`)).toBe(401);
  // A session that somebody else has planted is not ours: its cookie does not fit the key of this page.
  const planted = await server.signIn();
  expect(await get(planted.cookie)).toBe(401);
  expect(await get(`${planted.cookie}; ${cookie}`)).toBe(200);
});

test('H32 no way to write an address leads past the door', async () => {
  const server = await start();
  const { host, port } = new URL(server.url);
  const { cookie } = server.device;
  const paths = [
    '/api/chats',
    '/api/%63hats',
    '/%61pi/chats',
    '/api/chats/',
    '//api/chats',
    '/api//chats',
    '/API/chats',
    '/api/Chats',
    '/./api/chats',
    '/assets/../api/chats',
    '/diagram/../api/chats',
    '/diagram/%2e%2e/api/chats',
    '/api/session/../chats',
    '/api/session%2f..%2fchats',
    '/api/chats;x',
    '/api/chats?x=/healthz',
    '/api/chats#/healthz',
    '/healthz/../api/chats',
    '/api\\chats',
    `http://${host}/api/chats`,
    `http://evil.example/api/chats`,
  ];
  for (const path of paths)
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'])
      expect([path, method, await raw(server, path, { host, cookie }, method)]).toEqual([
        path,
        method,
        expect.toSatisfy((status: number) => [400, 401, 403, 404].includes(status)),
      ]);
  const tricks: Record<string, string>[] = [
    { 'x-http-method-override': 'DELETE' },
    { 'x-original-url': '/healthz' },
    { 'x-rewrite-url': '/healthz' },
    { 'x-forwarded-for': '127.0.0.1', 'x-forwarded-host': host },
    { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' },
    { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' },
    { origin: `http://${host}` },
    { authorization: `Basic ${Buffer.from('a:b').toString('base64')}` },
  ];
  for (const trick of tricks)
    expect([trick, await raw(server, '/api/chats', { host, cookie, ...trick })]).toEqual([trick, 401]);
  for (const name of ['localhost', '[::1]'])
    expect(await raw(server, '/api/chats', { host: `${name}:${port}`, cookie })).toBe(401);
  for (const name of ['127.1', '0.0.0.0', '127.0.0.1.', '2130706433', 'localhost.', `${host}@evil.example`])
    expect(await raw(server, '/api/chats', { host: `${name}:${port}`, ...server.device })).toBeGreaterThan(
      399,
    );
});

test('H32 another site can neither send a form nor be let in by a link to the API', async () => {
  const server = await start();
  const { host } = new URL(server.url);
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'application/json',
  ])
    for (const path of ['/api/chats', '/api/session']) {
      const headers = { host, ...server.device, 'content-type': type, origin: 'http://127.0.0.1:1' };
      expect(await raw(server, path, headers, 'POST')).toBe(403);
    }
  // Another port of this host is the same site to a browser, which then sends the cookie.
  const { cookie } = server.device;
  for (const mode of ['no-cors', 'cors', 'websocket'])
    expect(
      await raw(server, '/api/sync', { host, cookie, 'sec-fetch-site': 'same-site', 'sec-fetch-mode': mode }),
    ).toBe(403);
  const link = { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'navigate' };
  expect(await raw(server, '/api/sync', { host, cookie, ...link })).toBe(401);
});

const HELD: Readonly<Record<string, RegExp>> = {
  'content-security-policy': /default-src 'self'; .*frame-ancestors 'none'/,
  'cross-origin-resource-policy': /^same-origin$/,
  'cache-control': /^no-store\b/,
  'x-content-type-options': /^nosniff$/,
  'referrer-policy': /^no-referrer$/,
  'x-frame-options': /^DENY$/,
};

function expectHeaders(what: string, { headers }: Response): void {
  for (const [name, value] of Object.entries(HELD))
    expect([what, name, headers.get(name)]).toEqual([what, name, expect.stringMatching(value)]);
}

test('H33 every answer of every route carries the policy and is kept by nobody, streams and refusals too', async () => {
  const server = await start({ limits: { commands: 1000 } });
  const routes = await routesOf(server);
  const seen = new Set<number>();
  for (const route of routes) {
    const name = `${route.method} ${route.path}`;
    for (const headers of [{}, { ...server.device }]) {
      // Signing out comes last.
      if (route.method === 'DELETE' && route.path === '/api/session' && 'cookie' in headers) continue;
      const answer = await ask(server, route, headers);
      seen.add(answer.status);
      expectHeaders(name, answer);
      await answer.body?.cancel();
    }
  }
  const chat = await server.api('POST', '/api/chat', { message: 'Hello' });
  expectHeaders('a stream', chat);
  expect(chat.headers.get('content-type')).toContain('text/event-stream');
  await chat.body?.cancel();
  for (const format of ['run', 'blocks', 'chat', 'ai-sdk']) {
    const stream = await server.api(
      'GET',
      `/api/runs/${chat.headers.get('x-run-id')}/events?format=${format}`,
    );
    expectHeaders(`a stream of ${format}`, stream);
    await stream.body?.cancel();
  }
  expectHeaders(
    'no JSON',
    await server.api('POST', '/api/chats', undefined, { 'content-type': 'text/plain' }),
  );
  expectHeaders('nothing', await server.api('GET', '/nothing'));
  expectHeaders(
    'a foreign origin',
    await server.api('GET', '/api/chats', undefined, { origin: 'http://evil.example' }),
  );
  expectHeaders('OPTIONS', await server.api('OPTIONS', '/api/chats'));
  expectHeaders('HEAD', await server.api('HEAD', '/api/chats'));
  // A client that sends too much loses the connection.
  expectHeaders('too large', await server.api('POST', '/api/chats', { id: 'x'.repeat(1_100_000) }));
  expect([...seen].sort()).toEqual(expect.arrayContaining([200, 400, 401, 404]));
});

/** The server's answer to somebody who speaks no HTTP, or too much of it. */
function rawAnswer({ url }: RunningServer, sent: string): Promise<string> {
  const { port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(sent));
    let text = '';
    socket.on('data', (bytes) => {
      text += String(bytes);
    });
    socket.on('close', () => resolve(text));
    socket.on('error', reject);
  });
}

test('H33 what is no request is refused with the same headers, and too many cookies with the fix', async () => {
  const server = await start();
  const { host } = new URL(server.url);
  const garbage = await rawAnswer(server, 'GARBAGE\r\n\r\n');
  const full = `GET / HTTP/1.1\r\nHost: ${host}\r\nCookie: ${'a=b; '.repeat(6000)}\r\n\r\n`;
  const cookies = await rawAnswer(server, full);
  expect(garbage).toMatch(/^HTTP\/1\.1 400 /);
  expect(cookies).toMatch(/^HTTP\/1\.1 431 /);
  expect(cookies).toContain("Delete this address's cookies");
  for (const answer of [garbage, cookies])
    for (const [name, value] of Object.entries(HELD))
      expect(/(?<=\r\n)/.test(answer) && new RegExp(`\\r\\n${name}: (.*)\\r\\n`).exec(answer)?.[1]).toMatch(
        value,
      );
});
