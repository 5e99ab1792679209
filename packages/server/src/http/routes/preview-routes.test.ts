import { linkPreview } from '@millrace/engine/run';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { type RunningServer, startServer } from '../../../../../fixtures/running-server.ts';
import { silentModel } from '../../../../../fixtures/silent-model.ts';
import { send, serveWeb, type WebServer } from '../../../../../fixtures/web-server.ts';
import { allowedHosts } from '../../tools/web/allowed-hosts.ts';
import { createGuardedFetch } from '../../tools/web/guarded-fetch.ts';
import { imageType } from '../../tools/web/image-type.ts';
import { pageSummary } from '../../tools/web/page-summary.ts';
import { stripTracking } from '../../tools/web/strip-tracking.ts';
import { createRateLimit } from '../request/rate-limit.ts';
import { createBoundedCache } from './bounded-cache.ts';

const PNG = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(20)]);
const PAGE = `<html><head><title>Plain</title>
<meta property="og:title" content="Mills &amp; more"><meta name=description content='About mills'>
<meta property="og:site_name" content="The Mill"><meta property="og:image" content="/mill.png"></head>`;

async function start(): Promise<{ server: RunningServer; web: WebServer }> {
  const web = await serveWeb((request, response) => {
    switch (request.url?.split('?')[0]) {
      case '/page':
        return send(response, 'text/html; charset=utf-8', PAGE);
      case '/mill.png':
        return send(response, 'text/plain', PNG);
      case '/lie.png':
        return send(
          response,
          'image/png',
          '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>',
        );
      case '/page.html':
        return send(response, 'image/png', '<script>1</script>');
      case '/huge.png':
        return send(response, 'image/png', Buffer.concat([PNG, Buffer.alloc(5_000_000)]));
      case '/large.png':
        return send(response, 'image/png', Buffer.concat([PNG, Buffer.alloc(4_000_000)]));
      case '/data.json':
        return send(response, 'application/json', '{}');
      case '/inner':
        return response.writeHead(302, { location: 'http://127.0.0.2:8080/' }).end();
      default:
        return response.writeHead(404).end();
    }
  });
  const previews = createGuardedFetch({ allowed: allowedHosts([web.host]) });
  const server = await startServer([silentModel], undefined, () => ({ previews }));
  onTestFinished(() => server.close());
  return { server, web };
}
const at = (path: string, url: string): string => `/api/preview${path}?url=${encodeURIComponent(url)}`;

test('G19 a page is told by what it says about itself, its picture by way of the server', async () => {
  const { server, web } = await start();
  const response = await server.api('GET', at('', `${web.url}/page?id=1&utm_source=x&fbclid=y#part`));
  const preview = linkPreview.parse(await response.json());
  expect(preview).toEqual({
    url: `${web.url}/page?id=1`,
    title: 'Mills & more',
    description: 'About mills',
    site: 'The Mill',
    image: `${web.url}/mill.png`,
  });
  expect(web.requests.map(({ url }) => url)).toEqual(['/page?id=1']);
  const image = await server.api('GET', at('/image', preview.image ?? ''));
  expect(image.headers.get('content-type')).toBe('image/png');
  expect(image.headers.get('x-content-type-options')).toBe('nosniff');
  expect(Buffer.from(await image.arrayBuffer()).equals(PNG)).toBe(true);
});

test('D71 a picture of 4 MB comes by way of the server, with a type that nobody guesses at', async () => {
  const { server, web } = await start();
  const image = await server.api('GET', at('/image', `${web.url}/large.png`));
  expect(image.status).toBe(200);
  expect(image.headers.get('content-type')).toBe('image/png');
  expect(image.headers.get('x-content-type-options')).toBe('nosniff');
  expect((await image.arrayBuffer()).byteLength).toBe(PNG.length + 4_000_000);
});

test('G19 what was fetched is kept for a while', async () => {
  const { server, web } = await start();
  await Promise.all([1, 2, 3].map((n) => server.api('GET', at('', `${web.url}/page?utm_term=${n}`))));
  await server.api('GET', at('', `${web.url}/page`));
  await server.api('GET', at('/image', `${web.url}/mill.png`));
  await server.api('GET', at('/image', `${web.url}/mill.png`));
  expect(web.requests.map(({ url }) => url)).toEqual(['/page', '/mill.png']);
});

test.each([
  ['', '/data.json', 200],
  ['', '/none', 200],
  ['', 'http://169.254.169.254/', 400],
  ['', 'http://localhost:9/', 400],
  ['', '/inner', 400],
  ['', 'file:///etc/passwd', 400],
  ['', 'nonsense', 400],
  ['/image', '/lie.png', 404],
  ['/image', '/page.html', 404],
  ['/image', '/huge.png', 404],
  ['/image', '/none', 404],
  ['/image', '/inner', 400],
  ['/image', 'http://10.0.0.1/a.png', 400],
] as const)('G20 %s of %s answers %i', async (path, url, status) => {
  const { server, web } = await start();
  const response = await server.api('GET', at(path, url.startsWith('/') ? web.url + url : url));
  expect(response.status).toBe(status);
  const body = await response.json();
  if (status === 200) expect(body).toMatchObject({ title: null, description: null, image: null });
  else expect(body).toMatchObject({ code: expect.any(String), message: expect.any(String) });
});

test('G20 only signed-in devices get previews, sixty in a minute', async () => {
  const { server, web } = await start();
  expect((await fetch(`${server.url}${at('', web.url)}`)).status).toBe(401);
  const ask = async (): Promise<number> => (await server.api('GET', at('', 'nonsense'))).status;
  for (let n = 0; n < 60; n++) expect(await ask()).toBe(400);
  const more = await Promise.all(Array.from({ length: 100 }, ask));
  expect(more).toContain(429);
});

test('G20 a server without them has no such route', async () => {
  const server = await startServer([silentModel]);
  onTestFinished(() => server.close());
  expect((await server.api('GET', at('', 'https://example.com/'))).status).toBe(404);
});

test.each([
  ['https://a.test/?utm_source=x&q=1', 'https://a.test/?q=1'],
  ['https://a.test/?UTM_Campaign=x', 'https://a.test/'],
  ['https://a.test/?gclid=1&fbclid=2&msclkid=3&mc_eid=4', 'https://a.test/'],
  ['https://a.test/p?a=%20b&c=d+e', 'https://a.test/p?a=%20b&c=d+e'],
  ['https://a.test/#top', 'https://a.test/'],
  ['https://a.test/?outm_x=1', 'https://a.test/?outm_x=1'],
])('G19 %s leads to %s', (url, stripped) => {
  expect(stripTracking(new URL(url)).href).toBe(stripped);
});

test('G19 any page has a summary, in time that grows as its length', () => {
  const piece = fc.constantFrom(
    '<meta ',
    'property=',
    '"og:title"',
    ' content=',
    "'",
    '>',
    '<title>',
    'x',
    ' ',
  );
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const summary = pageSummary(pieces.join(''), 'https://a.test/');
      expect(Object.keys(summary)).toEqual(['title', 'description', 'site', 'image']);
    }),
  );
  for (const hostile of ['<meta ', '<meta a=', '<title', '<meta a="', 'a = '])
    expect(pageSummary(hostile.repeat(100_000), 'https://a.test/').image).toBeNull();
});

test('G19 a picture that is no web address is none', () => {
  const page = (url: string): string => `<meta property="og:image" content="${url}">`;
  expect(pageSummary(page('javascript:alert(1)'), 'https://a.test/').image).toBeNull();
  expect(pageSummary(page('data:image/png;base64,AA'), 'https://a.test/').image).toBeNull();
  expect(pageSummary(page('//b.test/x.png'), 'https://a.test/').image).toBe('https://b.test/x.png');
});

test('G20 a picture is known by its bytes', () => {
  const type = (head: string): string | undefined => imageType(Buffer.from(head, 'latin1'));
  expect(type('\x89PNG\r\n\x1a\n')).toBe('image/png');
  expect(type('\xff\xd8\xff\xe0')).toBe('image/jpeg');
  expect(type('GIF89a')).toBe('image/gif');
  expect(type('RIFF\0\0\0\0WEBPVP8 ')).toBe('image/webp');
  expect(type('\0\0\0\x20ftypavif')).toBe('image/avif');
  for (const none of ['', '<svg', '<?xml', '<html>', 'XXXX\0\0\0\0WEBP', 'BM', '%PDF-', ' \x89PNG\r\n\x1a\n'])
    expect(type(none)).toBeUndefined();
});

test('G19 the cache never holds more than its bounds, and no longer than its age', async () => {
  let time = 0;
  const cache = createBoundedCache<string>({
    ...{ maxEntries: 2, maxBytes: 10, maxAgeMs: 100 },
    sizeOf: (value) => value.length,
    now: () => time,
  });
  let made = 0;
  const get = (name: string, value = 'xxxx') =>
    cache.get(name, async () => {
      made += 1;
      return value;
    });
  for (const name of ['a', 'b', 'a', 'c', 'a']) await get(name);
  expect(made).toBe(3);
  await get('b');
  expect(made).toBe(4);
  await get('big', 'x'.repeat(11));
  await get('big', 'x'.repeat(11));
  expect(made).toBe(6);
  time = 100;
  await get('b');
  expect(made).toBe(7);
  await expect(cache.get('bad', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await get('bad')).toBe('xxxx');
});

test('G20 who waits may do it again', () => {
  let time = 0;
  const limit = createRateLimit(2, () => time);
  expect([limit.take('a'), limit.take('a'), limit.take('a'), limit.take('b')]).toEqual([0, 0, 30, 0]);
  expect([limit.wait('a'), limit.wait('b'), limit.wait('c')]).toEqual([30, 0, 0]);
  time = 30_000;
  expect([limit.take('a'), limit.take('a')]).toEqual([0, 30]);
});
