import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { send, serveWeb, type WebServer } from '../../../../../fixtures/web-server.ts';
import { allowedHosts } from './allowed-hosts.ts';
import type { Resolver } from './check-target.ts';
import { createGuardedFetch, type FetchLimits } from './guarded-fetch.ts';

const LIMITS: FetchLimits = { maxBytes: 100_000, timeoutMs: 10_000 };
/** Global by its number, but given to nobody. */
const NOBODY = '2d00::1';

const fetchFrom = ({ host }: WebServer, resolver?: Resolver) =>
  createGuardedFetch({ allowed: allowedHosts([host]), ...(resolver !== undefined && { resolver }) });

test('G3 what a page says comes with its type and where it was found', async () => {
  const web = await serveWeb((_, response) => send(response, 'text/html', '<p>Hi</p>'));
  const page = await fetchFrom(web)(`${web.url}/a?b=1#c`, LIMITS);
  expect(page).toMatchObject({ status: 200, url: `${web.url}/a?b=1#c`, isCut: false });
  expect(page.body.toString()).toBe('<p>Hi</p>');
  expect(web.requests[0]?.url).toBe('/a?b=1');
  expect(web.requests[0]?.headers.host).toBe(web.host);
  expect(web.requests[0]?.headers.cookie).toBeUndefined();
  expect(web.requests[0]?.headers.authorization).toBeUndefined();
});

test('G3 without leave this machine is not reached', async () => {
  const web = await serveWeb((_, response) => send(response, 'text/plain', 'secret'));
  const url = `http://localhost:${web.port}/`;
  await expect(createGuardedFetch()(url, LIMITS)).rejects.toMatchObject({ code: 'private_address' });
  await expect(createGuardedFetch()(web.url, LIMITS)).rejects.toMatchObject({ code: 'private_address' });
  expect(web.requests).toEqual([]);
});

test('G4 a name that changes its address after the check leads only to what was checked', async () => {
  const web = await serveWeb((_, response) => send(response, 'text/plain', 'secret'));
  let asked = 0;
  const rebinding: Resolver = async () => (asked++ === 0 ? [NOBODY] : ['127.0.0.1']);
  const fetch = createGuardedFetch({ resolver: rebinding });
  const failed = fetch(`http://rebind.test:${web.port}/`, { ...LIMITS, timeoutMs: 1000 });
  await expect(failed).rejects.toMatchObject({ code: expect.stringMatching(/unreachable|timeout/) });
  expect(asked).toBe(1);
  await expect(fetch(`http://rebind.test:${web.port}/`, LIMITS)).rejects.toMatchObject({
    code: 'private_address',
  });
  expect(web.requests).toEqual([]);
});

test('G4 the address that was checked is connected to, under the name that was asked for', async () => {
  const web = await serveWeb((_, response) => send(response, 'text/plain', 'here'));
  const allowed = allowedHosts(['wiki.test']);
  const fetch = createGuardedFetch({ allowed, resolver: async () => ['127.0.0.1'] });
  const page = await fetch(`http://wiki.test:${web.port}/`, LIMITS);
  expect(page.body.toString()).toBe('here');
  expect(web.requests[0]?.headers.host).toBe(`wiki.test:${web.port}`);
});

test('G4 the next address of a name is tried when one is not there', async () => {
  const web = await serveWeb((_, response) => send(response, 'text/plain', 'here'));
  const allowed = allowedHosts(['wiki.test']);
  const fetch = createGuardedFetch({ allowed, resolver: async () => ['127.0.0.2', '127.0.0.1'] });
  expect((await fetch(`http://wiki.test:${web.port}/`, LIMITS)).body.toString()).toBe('here');
});

const redirectTo = (location: string, status = 302) =>
  serveWeb((request, response) => {
    if (request.url === '/') response.writeHead(status, { location }).end();
    else send(response, 'text/plain', request.url ?? '');
  });

test.each([301, 302, 303, 307, 308])('G5 a %i is followed', async (status) => {
  const web = await redirectTo('/there', status);
  expect(await fetchFrom(web)(web.url, LIMITS)).toMatchObject({ url: `${web.url}/there` });
});

test.each([
  ['http://127.0.0.2:8080/', 'private_address'],
  ['http://169.254.169.254/latest', 'private_address'],
  ['http://[::1]/', 'private_address'],
  ['//10.0.0.1/', 'private_address'],
  ['http://inner.test/', 'private_address'],
  ['file:///etc/passwd', 'bad_url'],
  ['ftp://example.com/', 'bad_url'],
  ['http://me:secret@example.com/', 'bad_url'],
  ['http://example.com:25/', 'bad_port'],
  ['http://[', 'bad_answer'],
])('G5 a redirect to %s is refused as %s', async (location, code) => {
  const web = await redirectTo(location);
  const fetch = fetchFrom(web, async () => ['10.0.0.1']);
  await expect(fetch(web.url, LIMITS)).rejects.toMatchObject({ code });
});

test('G5 five redirects are followed, not six', async () => {
  const web = await serveWeb((request, response) => {
    const left = Number(request.url?.slice(1));
    if (left === 0) send(response, 'text/plain', 'there');
    else response.writeHead(302, { location: `/${left - 1}` }).end();
  });
  const fetch = fetchFrom(web);
  expect((await fetch(`${web.url}/5`, LIMITS)).body.toString()).toBe('there');
  await expect(fetch(`${web.url}/6`, LIMITS)).rejects.toMatchObject({ code: 'too_many_redirects' });
  await expect(fetch(`${web.url}/1`, { ...LIMITS, maxRedirects: 0 })).rejects.toMatchObject({
    code: 'too_many_redirects',
  });
});

test('G5 headers of ours do not go along to another place', async () => {
  const other = await serveWeb((_, response) => send(response, 'text/plain', ''));
  const web = await redirectTo(`${other.url}/x`);
  const fetch = createGuardedFetch({ allowed: allowedHosts([web.host, other.host]) });
  await fetch(web.url, { ...LIMITS, headers: { 'x-key': 'secret' } });
  expect(web.requests[0]?.headers['x-key']).toBe('secret');
  expect(other.requests[0]?.headers['x-key']).toBeUndefined();
});

test.each([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
] as const)('G6 %s is unpacked, and a bomb only up to the limit', async (coding, pack) => {
  const web = await serveWeb((request, response) => {
    const body = request.url === '/bomb' ? Buffer.alloc(5_000_000) : Buffer.from('hello');
    response.writeHead(200, { 'content-encoding': coding }).end(pack(body));
  });
  const fetch = fetchFrom(web);
  expect((await fetch(web.url, LIMITS)).body.toString()).toBe('hello');
  const bomb = await fetch(`${web.url}/bomb`, LIMITS);
  expect([bomb.body.length, bomb.isCut]).toEqual([100_000, true]);
});

test('G6 packed bytes that unpack to nothing end, too', async () => {
  const empty = gzipSync('');
  const web = await serveWeb((_, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' });
    const more = (): void => {
      while (response.write(Buffer.concat(Array(1000).fill(empty))));
    };
    response.on('drain', more);
    more();
  });
  expect(await fetchFrom(web)(web.url, LIMITS)).toMatchObject({ isCut: true });
});

test.each(['gzip, gzip', 'zstd'])('G6 a body that is packed as %s is refused', async (coding) => {
  const web = await serveWeb((_, response) =>
    response.writeHead(200, { 'content-encoding': coding }).end('x'),
  );
  await expect(fetchFrom(web)(web.url, LIMITS)).rejects.toMatchObject({ code: 'bad_answer' });
});

test('G6 a body that never ends is cut, whatever length it claims', async () => {
  const web = await serveWeb((_, response) => {
    response.writeHead(200, { 'content-length': '999999999999' });
    const more = (): void => {
      while (response.write(randomBytes(10_000)));
    };
    response.on('drain', more);
    more();
  });
  const page = await fetchFrom(web)(web.url, LIMITS);
  expect([page.body.length, page.isCut]).toEqual([100_000, true]);
});

test('G6 a body that can not be unpacked or breaks off is told', async () => {
  const web = await serveWeb((request, response) => {
    if (request.url === '/bad') response.writeHead(200, { 'content-encoding': 'gzip' }).end('no gzip');
    else {
      response.writeHead(200, { 'content-length': '100' });
      response.write('half', () => response.destroy());
    }
  });
  const fetch = fetchFrom(web);
  await expect(fetch(`${web.url}/bad`, LIMITS)).rejects.toMatchObject({ code: 'bad_answer' });
  await expect(fetch(`${web.url}/half`, LIMITS)).rejects.toMatchObject({ code: 'bad_answer' });
});

test.each([
  ['a server that says nothing', '/silent'],
  ['a body that drips', '/drip'],
  ['redirects that dawdle', '/dawdle'],
])('G7 %s is left when the time is up', async (_, path) => {
  const web = await serveWeb((request, response) => {
    if (request.url === '/drip') {
      response.writeHead(200);
      const drip = setInterval(() => response.write('.'), 20);
      response.on('close', () => clearInterval(drip));
    }
    if (request.url === '/dawdle')
      setTimeout(() => response.writeHead(302, { location: '/dawdle' }).end(), 90);
  });
  const late = fetchFrom(web)(web.url + path, { ...LIMITS, timeoutMs: 300 });
  await expect(late).rejects.toMatchObject({ code: 'timeout' });
});

test('G7 a look-up that hangs is not waited for, and whoever asks can stop', async () => {
  const fetch = createGuardedFetch({ resolver: () => new Promise(() => {}) });
  await expect(fetch('http://a.test/', { ...LIMITS, timeoutMs: 50 })).rejects.toMatchObject({
    code: 'timeout',
  });
  const stop = new AbortController();
  const stopped = fetch('http://a.test/', { ...LIMITS, signal: stop.signal });
  stop.abort(new Error('stopped'));
  await expect(stopped).rejects.toThrow('stopped');
});

test('G3 what can not be reached, or speaks another protocol, is told', async () => {
  const closed = createServer();
  await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
  // Another process may not get this port while it is ours.
  const address = closed.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  const held = connect(port, '127.0.0.1');
  await new Promise((resolve) => closed.close(resolve).closeAllConnections());
  held.destroy();
  const fetch = createGuardedFetch({ allowed: allowedHosts(['127.0.0.1']) });
  await expect(fetch(`http://127.0.0.1:${port}/`, LIMITS)).rejects.toMatchObject({ code: 'unreachable' });
  const web = await serveWeb((_, response) => response.end());
  await expect(fetch(`https://127.0.0.1:${web.port}/`, LIMITS)).rejects.toMatchObject({
    code: 'unreachable',
  });
});
