import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { anthropicWire } from '../../fixtures/anthropic-wire.ts';
import { type FakeProvider, startFakeProvider } from '../../fixtures/fake-provider.ts';
import { PNG } from '../../fixtures/pictures.ts';
import { expect, finished, send, test } from './app.ts';
import { look } from './look.ts';
import { frames } from './still.ts';

let fake: FakeProvider;
let site: Server;
const asked: string[] = [];
test.beforeAll(async () => {
  site = createServer(({ url = '' }, response) => {
    asked.push(url);
    if (url === '/mill.png') return response.setHeader('content-type', 'image/png').end(PNG);
    if (url.startsWith('/gone')) return response.writeHead(404).end();
    response.setHeader('content-type', 'text/html');
    return response.end(
      '<title>x</title><meta property="og:title" content="The old mill"><meta property="og:description" content="How it turns"><meta property="og:image" content="/mill.png">',
    );
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  const text = `Look:\n\n${address()}/mill?utm_source=x\n\nand\n\n${address()}/gone\n`;
  fake = await startFakeProvider(() => ({ chunks: anthropicWire.stream({ parts: [{ text: [text] }] }) }));
});
const address = (): string => `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
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
        ANTHROPIC_API_KEY: 'secret-key',
        ANTHROPIC_BASE_URL: fake.url,
        MILLRACE_ALLOW_HOSTS: address().slice('http://'.length),
      },
    }),
});

test('G19 a link tells what it leads to when the person wants to know, and not before', async ({ page }) => {
  await send(page, 'Show me');
  await finished(page);
  const [mill, gone] = [page.locator('.mr-embed-link').first(), page.locator('.mr-embed-link').last()];
  await expect(mill).toContainText('utm_source');
  await frames(page);
  expect(asked).toEqual([]);
  await mill.getByRole('button', { name: 'Preview' }).click();
  await expect(mill.getByText('The old mill')).toBeVisible();
  await expect(mill).toContainText('How it turns');
  await expect(mill.getByRole('link')).toHaveAttribute('href', `${address()}/mill`);
  await expect
    .poll(() => mill.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await expect(mill.getByRole('button')).toHaveCount(0);
  await gone.getByRole('button', { name: 'Preview' }).click();
  await expect(gone).toContainText('There is no preview of this page.');
  await look(page, 'preview');
});
