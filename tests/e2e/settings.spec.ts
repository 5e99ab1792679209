import { anthropicWire } from '../../fixtures/anthropic-wire.ts';
import { type FakeProvider, startFakeProvider } from '../../fixtures/fake-provider.ts';
import { answer, expect, finished, send, test } from './app.ts';
import { look } from './look.ts';

const GOOD_KEY = 'sk-ant-good-key-9fK2';
let fake: FakeProvider;

test.beforeAll(async () => {
  fake = await startFakeProvider(({ method, headers }) => {
    if (headers['x-api-key'] !== GOOD_KEY) {
      return { status: 401, chunks: [anthropicWire.refusal('auth', 'invalid x-api-key')] };
    }
    return method === 'GET'
      ? { headers: { 'content-type': 'application/json' }, chunks: ['{"data":[]}'] }
      : { chunks: anthropicWire.stream({ parts: [{ text: ['From', ' Anthropic.'] }] }) };
  });
});
test.afterAll(() => fake.close());
test.use({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to see what a fixture needs
  appOptions: async ({}, use) => use({ pace: 20, env: { ANTHROPIC_BASE_URL: fake.url } }),
});

test('U2 a bad key shows what the provider said and is not kept; a good one works at once and never comes back', async ({
  page,
  app,
}) => {
  const seen: string[] = [];
  page.on('response', async (response) => seen.push(await response.text().catch(() => '')));
  await page.getByRole('button', { name: 'Add a model' }).click();
  const dialog = page.getByRole('dialog', { name: 'Settings' });
  await dialog.getByRole('button', { name: 'Connect Anthropic' }).click();
  await dialog.getByLabel('API key').fill('sk-ant-wrong');
  await dialog.getByRole('button', { name: 'Check and save' }).click();
  await expect(dialog.getByRole('alert')).toContainText(
    'Anthropic refused the key: invalid x-api-key. Check the key in the settings, or ANTHROPIC_API_KEY.',
  );
  await look(page, 'settings-bad-key');
  await page.setViewportSize({ width: 390, height: 844 });
  await look(page, 'settings-bad-key-phone');
  await page.setViewportSize({ width: 1280, height: 800 });

  await dialog.getByLabel('API key').fill(GOOD_KEY);
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Key ends in …9fK2 · 3 models')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('combobox', { name: 'Model' }).selectOption('anthropic/claude-sonnet-4-5');
  await send(page, 'Hello');
  expect(await finished(page)).toBe('From Anthropic.');

  await app.restart('SIGTERM');
  await page.reload();
  await expect(answer(page)).toHaveText('From Anthropic.');
  await page.getByRole('button', { name: 'Settings' }).click();
  await dialog.getByRole('button', { name: 'Disconnect Anthropic' }).click();
  await expect(dialog.getByRole('button', { name: 'Connect Anthropic' })).toBeVisible();
  expect(seen.join('')).not.toContain(GOOD_KEY);
});
