import type { Page } from '@playwright/test';
import { anthropicWire } from '../../fixtures/anthropic-wire.ts';
import { type FakeProvider, type Reply, startFakeProvider } from '../../fixtures/fake-provider.ts';
import { FULL_SCRIPT, TEXT_SCRIPT } from '../../fixtures/script.ts';
import { expect, test } from './app.ts';
import { buildLibraryPage } from './library-page.ts';

// `useChat` of the AI SDK, unchanged, in a browser, against our server.
let fake: FakeProvider;
let reply: Reply = { chunks: [] };
let script: string;

test.beforeAll(async () => {
  fake = await startFakeProvider(({ body }) => {
    const isResult = JSON.stringify(body?.messages?.at(-1) ?? '').includes('tool_result');
    return isResult ? { chunks: anthropicWire.stream(TEXT_SCRIPT) } : reply;
  });
  ({ script } = await buildLibraryPage('ai-sdk'));
});
test.afterAll(() => fake.close());
test.use({
  // The page under test is not ours, so our policy for scripts does not hold there.
  bypassCSP: true,
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to see what a fixture needs
  appOptions: async ({}, use) =>
    use({ pace: 20, env: { ANTHROPIC_API_KEY: 'secret-key', ANTHROPIC_BASE_URL: fake.url } }),
});

async function ask(page: Page): Promise<void> {
  await page.addScriptTag({ content: script });
  await page.getByRole('button', { name: 'Ask' }).click();
}
const parts = async (page: Page): Promise<unknown> => JSON.parse((await page.textContent('#parts')) ?? '[]');

test('C266 useChat shows reasoning, text, a call whose input streams, and its result', async ({ page }) => {
  reply = { chunks: anthropicWire.stream(FULL_SCRIPT), paceMs: 40 };
  await ask(page);
  await expect(page.locator('#seen')).toContainText('tool-weather output-error');
  await expect(page.locator('#status')).toHaveText('ready');
  await expect(page.locator('#seen')).toContainText(
    'tool-weather input-streaming, tool-weather input-available',
  );
  expect(await parts(page)).toMatchObject([
    { type: 'step-start' },
    { type: 'reasoning', text: 'Two cities to look up.', state: 'done' },
    { type: 'text', text: 'Grüße 🌊! I look\n\nup both.', state: 'done' },
    { type: 'tool-weather', state: 'output-error', input: { city: 'Zürich', days: 3 } },
    { type: 'tool-weather', state: 'output-error', errorText: 'There is no tool weather here.' },
    { type: 'step-start' },
    { type: 'text', text: 'Hello world.', state: 'done' },
  ]);
});

test('C266 useChat shows an error and what had come before it', async ({ page }) => {
  reply = { chunks: [...anthropicWire.stream(TEXT_SCRIPT).slice(0, 4), anthropicWire.trouble('Overloaded')] };
  await ask(page);
  await expect(page.locator('#error')).toContainText('Anthropic has trouble: Overloaded.');
  expect(await parts(page)).toContainEqual(expect.objectContaining({ type: 'text', text: 'Hello' }));
});
