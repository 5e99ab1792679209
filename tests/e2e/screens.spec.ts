import { anthropicWire } from '../../fixtures/anthropic-wire.ts';
import { type FakeProvider, startFakeProvider } from '../../fixtures/fake-provider.ts';
import { expect, midStream, send, test, writing } from './app.ts';
import { lookTwice, violations } from './look.ts';
import { openSettings } from './settings-page.ts';

// Three providers: one that is found, one whose key is in the environment, and one that refuses its key.
let fake: FakeProvider;
test.beforeAll(async () => {
  fake = await startFakeProvider(({ headers }) => {
    if (headers['x-api-key'] !== undefined)
      return { status: 401, chunks: [anthropicWire.refusal('auth', 'this key was revoked')] };
    const models = ['qwen3:8b', 'llama3.3:70b', 'gemma3:27b'].map((id) => ({ id }));
    const type = { 'content-type': 'application/json' };
    return { headers: type, chunks: [JSON.stringify({ data: models })] };
  });
});
test.afterAll(() => fake.close());

test.use({
  // Slow enough to be still at work when it has been looked at twice.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to see what a fixture needs
  appOptions: async ({}, use) =>
    use({
      pace: 25,
      env: {
        MILLRACE_MODEL: 'demo/demo',
        OLLAMA_BASE_URL: `${fake.url}/v1`,
        OPENAI_API_KEY: 'sk-proj-not-a-real-key-9fK2',
        OPENAI_BASE_URL: fake.url,
        ANTHROPIC_BASE_URL: fake.url,
      },
    }),
});

for (const [device, viewport] of [
  ['wide', { width: 1360, height: 820 }],
  ['phone', { width: 390, height: 844 }],
] as const) {
  test(`U26 no violations on any screen, light and dark, ${device}`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.setViewportSize(viewport);
    const see = (name: string): Promise<void> => lookTwice(page, `${name}-${device}`);

    await expect(page.locator('.app-prompts button')).toHaveCount(4);
    await see('empty');
    await send(page, 'Write a long answer.');
    await midStream(page, 300);
    await see('answering');
    const looping = await page.evaluate(
      () =>
        document.getAnimations().filter((animation) => animation.effect?.getTiming().iterations === Infinity)
          .length,
    );
    expect(looping).toBe(0);
    await writing(page).click();
    await expect(page.getByText(/^You stopped this/)).toBeVisible();
    await see('stopped-early');
    if (device === 'phone') {
      await page.getByRole('button', { name: 'Open the menu' }).click();
      await expect(page.getByRole('button', { name: 'Close the menu' })).toBeVisible();
      await see('menu');
    }
    await page.keyboard.press('Escape');
    const settings = await openSettings(page, 'Models');
    await expect(settings.getByText(/^Found at .+ · 3 models$/)).toBeVisible();
    await expect(settings.getByText('Key ends in …9fK2 · set by OPENAI_API_KEY')).toBeVisible();
    await settings.getByRole('button', { name: 'Connect Anthropic' }).click();
    await settings.getByLabel('API key').fill('sk-ant-api03-revoked');
    await page.keyboard.press('Enter');
    await expect(settings.getByRole('alert')).toContainText('this key was revoked');
    await see('settings');
  });
}

test('U26 the page of a signed-out device has no violations', async ({ app, browser }) => {
  const page = await browser.newPage();
  await page.goto(app.url);
  await expect(page.getByRole('heading', { name: 'You are signed out' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
});
