import { expect, test } from 'vitest';
import { PNG } from '../../../../../fixtures/pictures.ts';
import { toolContext } from '../../../../../fixtures/tool-context.ts';
import { send, serveWeb, type WebServer } from '../../../../../fixtures/web-server.ts';
import { allowedHosts } from './allowed-hosts.ts';
import { decodePage } from './decode-page.ts';
import { createGuardedFetch } from './guarded-fetch.ts';
import { webReadTool } from './web-read.ts';

const PARAGRAPH = `<p>${'Mills grind grain between two stones, and water turns the wheel. '.repeat(8)}</p>`;
const ARTICLE = `<!doctype html><html><head><title>About mills - The Mill</title><script>alert(1)</script></head><body>
<nav><a href="/home">Home</a><a href="/shop">Buy our flour</a></nav>
<article><h1>About mills</h1>${PARAGRAPH}
<h2>Parts</h2><ul><li>A <a href="../wheel?x=1">wheel</a></li><li><a href="javascript:alert(1)">Stones</a></li></ul>
<table><thead><tr><th>Part</th><th>Weight</th></tr></thead><tbody><tr><td>Stone</td><td>900 kg</td></tr></tbody></table>
<pre><code>turn(wheel)</code></pre><img src="mill.png" alt="A mill">${PARAGRAPH}${PARAGRAPH}</article>
<footer>Cookie notice</footer></body></html>`;

const PAGES: Readonly<Record<string, readonly [string, string | Uint8Array]>> = {
  '/a/mills': ['text/html; charset=utf-8', ARTICLE],
  '/short': ['text/html', '<title>Short</title><p>Only this.'],
  '/bare': ['', '<!doctype html><title>Bare</title><p>No type.'],
  '/latin': ['text/html; charset=iso-8859-1', Buffer.from('<title>M\xfchle</title><p>Sch\xf6n', 'latin1')],
  '/meta': ['text/html', Buffer.from('<meta charset="windows-1252"><title>x</title><p>\x80 5', 'latin1')],
  '/utf16': ['text/plain', Buffer.from('\ufeffÜber', 'utf16le')],
  '/a.txt': ['text/plain', 'plain <b>text</b>'],
  '/a.json': ['application/vnd.api+json', '{"a": 1}'],
  '/a.pdf': ['application/pdf', '%PDF-1.7'],
  '/hidden.pdf': ['text/plain', '%PDF-1.7'],
  '/a.png': ['text/html', PNG],
  '/fake.pdf': ['application/pdf', 'No PDF'],
  '/fake.png': ['image/png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0])],
  '/zeros': ['text/plain', Buffer.alloc(10)],
  '/long': ['text/plain', 'x'.repeat(120_000)],
  '/deep': ['text/html', `<title>Deep</title>${'<div>'.repeat(300_000)}x`],
  '/empty': ['text/html', ''],
};

const servePages = (): Promise<WebServer> =>
  serveWeb((request, response) => {
    if (request.url === '/moved') return void response.writeHead(301, { location: '/a.txt' }).end();
    const page = PAGES[request.url ?? ''];
    if (page === undefined) return void response.writeHead(404).end('gone');
    if (page[0] === '') return void response.end(page[1]);
    send(response, ...page);
  });

async function read(...paths: string[]) {
  const web = await servePages();
  const tool = webReadTool(createGuardedFetch({ allowed: allowedHosts([web.host]) }));
  const requests = paths.map((path) => ({ url: path.startsWith('/') ? web.url + path : path }));
  const outcome = await tool.run({ requests }, toolContext());
  const json = JSON.parse(outcome.content);
  return { ...outcome, web, json, page: json.requests[0].output[0] };
}

test('G10 a page is given as Markdown, without what is around it', async () => {
  const { json, page, embed, web } = await read('/a/mills');
  expect(embed).toEqual(json);
  expect(json).toMatchObject({ app: 'Web', skill: 'Read', requests: [{ url: `${web.url}/a/mills` }] });
  expect(Object.keys(page)).toEqual(['id', 'title', 'url', 'markdown']);
  expect(page).toMatchObject({ title: expect.stringContaining('About mills'), url: `${web.url}/a/mills` });
  expect(page.markdown).toContain('## Parts');
  expect(page.markdown).toContain(`[wheel](${web.url}/wheel?x=1)`);
  expect(page.markdown).toMatch(/\| Part \| Weight \|\n\| --- \| --- \|\n\| Stone \| 900 kg \|/);
  expect(page.markdown).toContain('```\nturn(wheel)\n```');
  expect(page.markdown).toContain(`![A mill](${web.url}/a/mill.png)`);
  expect(page.markdown).not.toMatch(/alert|javascript|Buy our flour|Cookie notice/);
});

test.each([
  ['/short', 'Short', 'Only this.'],
  ['/bare', 'Bare', 'No type.'],
  ['/latin', 'Mühle', 'Schön'],
  ['/meta', 'x', '€ 5'],
  ['/utf16', 'utf16', 'Über'],
  ['/a.txt', 'a.txt', 'plain <b>text</b>'],
  ['/moved', 'a.txt', 'plain <b>text</b>'],
  ['/a.json', 'a.json', '{"a": 1}'],
  ['/empty', '', ''],
])('G10 %s is called %j and says %j', async (path, title, markdown) => {
  expect((await read(path)).page).toMatchObject({ title, markdown });
});

test('B78 a picture and a PDF are files for the person, told by their bytes, and the model sees the picture', async () => {
  const { shown = [], images, json } = await read('/a.png', '/a.pdf', '/hidden.pdf', '/a.txt');
  expect(shown.map(({ name, bytes }) => [name, bytes.length]).sort()).toEqual([
    ['a.pdf', 8],
    ['a.png', PNG.length],
    ['hidden.pdf', 8],
  ]);
  expect(images).toEqual([{ media_type: 'image/png', data: Buffer.from(PNG).toString('base64') }]);
  const words = json.requests.map(({ output }: { output: { markdown: string }[] }) => output[0]?.markdown);
  expect(words[0]).toContain('which the person sees');
  expect(words[1]).toContain('call read_file with the path "a.pdf"');
  expect(words[3]).toBe('plain <b>text</b>');
});

test.each([
  ['/fake.pdf', /is a PDF/],
  ['/fake.png', /binary \(image\/png/],
  ['/zeros', /can't be read/],
  ['/none', /status 404/],
  ['/deep', /too large or too deep/],
  ['http://169.254.169.254/', /not on the public internet/],
  ['file:///etc/passwd', /Only http and https/],
])('G11 %s is refused with the reason', async (path, words) => {
  const { is_error, json } = await read(path);
  expect([is_error, json.requests[0].error]).toEqual([true, expect.stringMatching(words)]);
});

test('G11 a page that can not be read hides no other, and together they have 50,000 characters', async () => {
  const { is_error, json } = await read('/long', '/fake.pdf', '/a.txt', '/long');
  expect(is_error).toBeUndefined();
  const [long, pdf, text] = json.requests;
  expect(long.output[0].markdown).toHaveLength(12_500);
  expect(long.output[0].markdown).toMatch(/x\n\n\(The rest of the page was left out\.\)$/);
  expect(pdf).toMatchObject({ output: [], error: expect.stringMatching(/PDF/) });
  expect(text.output[0].markdown).toBe('plain <b>text</b>');
  expect((await read('/long')).page.markdown).toHaveLength(50_000);
});

test('G10 any bytes and any label give a text', () => {
  const bytes = Buffer.from([0xff, 0xfe, 0xfd, 0x80, 0]);
  for (const label of ['utf-8', 'nonsense', 'utf-16be', 'gbk', '', '"'])
    expect(decodePage(bytes, `text/html; charset=${label}`)).toEqual(expect.any(String));
});
