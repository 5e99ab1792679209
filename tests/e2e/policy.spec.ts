import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { anthropicWire } from '../../fixtures/anthropic-wire.ts';
import { type FakeProvider, startFakeProvider } from '../../fixtures/fake-provider.ts';
import { PNG } from '../../fixtures/pictures.ts';
import { expect, finished, send, test } from './app.ts';

let fake: FakeProvider;
let site: Server;
const address = (): string => `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
const text = (): string => `## All of it

A formula $\\frac{a}{b}$, and a picture ![the mill](${address()}/mill.png).

$$
\\sum_{i=1}^{n} \\sqrt{i}
$$

\`\`\`ts
export const code = 'coloured';
\`\`\`

\`\`\`mermaid
flowchart LR
  A --> B
\`\`\`

| a | b |
|---|---|
| 1 | 2 |

${address()}/page

A note[^1].

[^1]: Here it is.
`;

test.beforeAll(async () => {
  site = createServer(({ url = '' }, response) => {
    if (url === '/mill.png') return response.setHeader('content-type', 'image/png').end(PNG);
    response.setHeader('content-type', 'text/html');
    return response.end('<title>A page</title><meta property="og:image" content="/mill.png">');
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  const citation = {
    ...{ type: 'web_search_result_location', url: 'https://source.example/', title: 'A source' },
    ...{ cited_text: 'words', encrypted_index: 'x' },
  };
  fake = await startFakeProvider(() => ({
    chunks: anthropicWire.stream({
      parts: [
        { text: text().match(/[\s\S]{1,40}/g) ?? [] },
        { text: ['\n\nIt is cited.'], citations: [citation] },
      ],
    }),
  }));
});
test.afterAll(async () => {
  await fake.close();
  site.close();
});
test.use({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to see what a fixture needs
  appOptions: async ({}, use) =>
    use({
      pace: 8,
      env: {
        ...{ ANTHROPIC_API_KEY: 'secret-key', ANTHROPIC_BASE_URL: fake.url },
        MILLRACE_ALLOW_HOSTS: address().slice('http://'.length),
      },
    }),
});

// An error that the page reports fails the test too.
test('X41 the policy holds with everything on', async ({ page, app }) => {
  test.setTimeout(60_000);
  await page.addInitScript(() => {
    const violations: string[] = [];
    Object.assign(window, { violations });
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      violations.push(`${violatedDirective} ${blockedURI}`),
    );
  });
  await page.reload();
  const strangers: string[] = [];
  page.on('request', (request) => {
    // A picture that the page has fetched is shown from its own memory.
    if (
      !request
        .url()
        .replace(/^blob:/, '')
        .startsWith(`${app.url}/`)
    )
      strangers.push(request.url());
  });
  await send(page, 'Show me all of it');
  await finished(page);
  const picture = page.locator('.mr-remote-image');
  await expect(picture.locator('img')).toHaveCount(0);
  await picture.getByRole('button').click();
  const width = () => picture.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth);
  await expect.poll(width).toBeGreaterThan(0);
  await expect(page.locator('.mr-formula:visible')).toHaveCount(2);
  await expect(page.locator('.mr-code-keyword').first()).toBeVisible();
  await page.locator('.mr-diagram').scrollIntoViewIfNeeded();
  await expect(page.locator('.mr-diagram iframe')).toBeVisible({ timeout: 20_000 });
  await expect(page.getByRole('cell', { name: '2' })).toBeVisible();
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByText('A page')).toBeVisible();
  await page.getByRole('button', { name: 'Source 1: A source' }).click();
  await expect(page.getByRole('note')).toContainText('source.example');
  expect(strangers).toEqual([]);
  expect(await page.evaluate(() => Reflect.get(window, 'violations'))).toEqual([]);
  const policy = await page.evaluate(async () => (await fetch('/')).headers.get('content-security-policy'));
  expect(policy).toContain("default-src 'self'");
  expect(policy).toContain("require-trusted-types-for 'script'");
  // WebAssembly may run, for formulas; no text becomes a script.
  // A picture, a sound or a film that the page has fetched may be shown; nothing else comes from `blob:`.
  const rest = policy?.replace("'wasm-unsafe-eval'", '').replace(/(img|media)-src 'self' blob:/g, '');
  expect(rest).not.toMatch(/unsafe|data:|blob:|https?:|\*/);
});
