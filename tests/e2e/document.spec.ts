import { anthropicWire } from '../../fixtures/anthropic-wire.ts';
import { type FakeProvider, startFakeProvider } from '../../fixtures/fake-provider.ts';
import { expect, finished, send, test } from './app.ts';
import { lookTwice } from './look.ts';

const TEXT = `The limiter in one file:

\`\`\`ts:src/limiter.ts
import { Hono } from 'hono'

// 60 requests a minute for each key
export const app = new Hono()
app.use('/api/*', rateLimit({
  limit: 60,
  key: (c) => c.req.header('x-api-key') ?? ip(c),
}))
\`\`\`

It lets through $r = \\frac{n}{w}$ requests, and over a day

$$
\\sum_{i=1}^{24} \\int_0^{60} \\sqrt{r(t)}\\,dt \\le \\pmb{N}
$$

but $\\frac{1$ is no formula, and there is no link in $\\href{javascript:alert(1)}{x}$.
`;

let fake: FakeProvider;
test.beforeAll(async () => {
  const chunks = anthropicWire.stream({ parts: [{ text: TEXT.match(/[\s\S]{1,12}/g) ?? [] }] });
  fake = await startFakeProvider(() => ({ chunks, paceMs: 3 }));
});
test.afterAll(() => fake.close());
test.use({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to see what a fixture needs
  appOptions: async ({}, use) =>
    use({ pace: 8, env: { ANTHROPIC_API_KEY: 'secret-key', ANTHROPIC_BASE_URL: fake.url } }),
});

test('D61 formulas are drawn and code is coloured, live and after a reload', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await send(page, 'Show me');
  for (let round = 0; round < 2; round++) {
    await finished(page);
    const code = page.locator('.mr-embed pre');
    await expect(code.locator('.mr-code-keyword').first()).toHaveText('import');
    await expect(code.locator('.mr-code-comment')).toHaveText('// 60 requests a minute for each key');
    await expect(page.locator('.mr-formula:visible')).toHaveCount(3);
    await expect(page.locator('.mr-formula math')).toHaveCount(3);
    await expect(page.locator('.mr-math:visible')).toHaveText(['\\frac{1']);
    await expect(page.locator('a[href^="javascript"]')).toHaveCount(0);
    await page.reload();
  }
  await finished(page);
  await expect(page.locator('.mr-formula math')).toHaveCount(3);
  await lookTwice(page, 'document');
  await page.setViewportSize({ width: 390, height: 844 });
  await lookTwice(page, 'document-phone');
});
