import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { anthropicWire } from '../../fixtures/anthropic-wire.ts';
import { startFakeProvider } from '../../fixtures/fake-provider.ts';
import { PNG } from '../../fixtures/pictures.ts';
import { test as base, finished, send } from './app.ts';

export const CODE = `import { rateLimit } from './limiter'
import { Hono } from 'hono'

export const app = new Hono()

// 60 requests a minute for each key
app.use('/api/*', rateLimit({
  limit: 60,
  windowMs: 60_000,
  key: (c) => c.req.header('x-api-key') ?? ip(c),
}))

app.get('/api/health', (c) => c.json({ ok: true }))

export default app`;

const ROWS = `| Plan | Start | Lost | Churn |
| --- | --- | --- | --- |
| Free | 18,240 | 2,371 | 13.0% |
| Pro | 6,512 | 287 | 4.4% |
| Team | 1,904 | 41 | 2.2% |
| Total | 26,656 | 2,699 | 10.1% |`;

const line = (n: number): string => `export const line${n} = compute(${n}, 'a text'); // ${n}\n`;
export const LONG = Array.from({ length: 80 }, (_, n) => line(n + 1)).join('');

/** The model's answer to each message, and how slowly it comes. */
const ANSWERS: Readonly<Record<string, { readonly text: string; readonly paceMs?: number }>> = {
  all: {
    text: `The limiter:\n\n\`\`\`ts:src/app.ts\n${CODE}\n\`\`\`\n\nand what it is for:\n\n<!-- title: "Churn by plan, Q3" -->\n${ROWS}\n\nas told in\n\n\`\`\`document_html\n<!-- title: "Why plans churn" -->\n<h1>Why plans churn</h1><p>The trial is <b>short</b>.</p><script>alert(1)</script><p>${'word '.repeat(220)}</p>\n\`\`\`\n\nThat is all.`,
  },
  doc: {
    text: `As told in\n\n\`\`\`document_html\n<!-- title: "The mill" -->\n<h1>The mill</h1><p>It turns <b>slowly</b>, see <a href="https://example.org/mill" onclick="alert(1)">the race</a> and <a href="javascript:alert(2)">not this</a>.</p><h2>Parts</h2><ul><li>wheel<li>race<ol><li>gate</ol></ul><table><tr><th>Part<th>Count<tr><td>bucket<td>24</table><h4>Deep</h4><blockquote>Water is patient.</blockquote><pre>a = 1\n  b</pre><img src="https://example.org/x.png" onerror="alert(3)"><iframe src="https://example.org"></iframe><h2>End</h2><p style="position:fixed">${'word '.repeat(600)}</p>\n\`\`\`\n\nThat is all.`,
  },
  slider: {
    text: `Three ways:\n\n\`\`\`py\nprint(1)\n\`\`\`\n\n\`\`\`py\nprint(2)\n\`\`\`\n\n\`\`\`py\nprint(3)\n\`\`\`\n\nThree films:\n\nhttps://youtu.be/one\n\nhttps://youtu.be/two\n\nhttps://youtu.be/three\n\nChoose one.`,
    paceMs: 60,
  },
  tools: {
    text: `A change:\n\n\`\`\`diff\n--- a/limit.ts\n+++ b/limit.ts\n@@ -1,2 +1,2 @@\n-limit: 60\n+limit: 90 => 1\n window\n\`\`\`\n\nA way:\n\n\`\`\`mermaid\nflowchart LR\n  accTitle: The way\n  A --> B\n\`\`\`\n\nA place:\n\nhttps://www.openstreetmap.org/search?query=Stephansdom\n\nMuch:\n\n\`\`\`ts:src/long.ts\n${LONG}\`\`\`\n`,
  },
  long: { text: `It grows:\n\n\`\`\`ts:src/long.ts\n${LONG}\`\`\`\n\nDone.`, paceMs: 12 },
  again: { text: `Better:\n\n\`\`\`ts:src/app.ts\n${CODE.replace('limit: 60', 'limit: 90')}\n\`\`\`\n` },
  huge: {
    text: `\`\`\`ts:huge.ts\n${Array.from({ length: 100_000 }, (_, n) => `let a${n} = ${n};`).join('\n')}\n\`\`\`\n`,
  },
};

let site: Server;
export const asked: string[] = [];
const address = (): string => `http://127.0.0.1:${(site.address() as AddressInfo).port}`;

/** The app with a model that answers with embeds, and a site with a picture. */
export const test = base.extend<{ readonly provider: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to see what a fixture needs
  provider: async ({}, use) => {
    site = createServer(({ url = '' }, response) => {
      asked.push(url);
      response.setHeader('content-type', 'image/png').end(PNG);
    });
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    const fake = await startFakeProvider(({ body }) => {
      const told = JSON.stringify(
        body?.messages.findLast(({ role }: { role: string }) => role === 'user') ?? '',
      );
      const pictures = `${address()}/mill.png\n\nand\n\nhttps://www.youtube.com/watch?v=dQw4w9WgXcQ\n`;
      const name = Object.keys(ANSWERS).find((each) => told.includes(`show ${each}`));
      const { text, paceMs = 0 } = (name && ANSWERS[name]) || { text: pictures };
      const pieces = text.match(name === 'huge' ? /[\s\S]{1,50000}/g : /[\s\S]{1,16}/g) ?? [];
      return { chunks: anthropicWire.stream({ parts: [{ text: pieces }] }), paceMs };
    });
    await use(fake.url);
    await fake.close();
    site.close();
  },
  appOptions: async ({ provider }, use) =>
    use({
      pace: 8,
      env: {
        ANTHROPIC_API_KEY: 'secret-key',
        ANTHROPIC_BASE_URL: provider,
        MILLRACE_ALLOW_HOSTS: address().slice('http://'.length),
      },
    }),
});

export const screen = (page: Page) => page.locator('dialog.mr-full');
export const opens = (page: Page, name: RegExp) =>
  page.getByRole('figure', { name }).getByRole('button', { name: 'Full screen' });

export async function show(page: Page, name: string): Promise<void> {
  await send(page, `show ${name}`);
  await finished(page);
}
