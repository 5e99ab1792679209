import { anthropicWire, unmarked } from '../../fixtures/anthropic-wire.ts';
import { type FakeProvider, startFakeProvider } from '../../fixtures/fake-provider.ts';
import { anthropicList } from '../../fixtures/model-lists.ts';
import { expect, finished, send, signIn, test } from './app.ts';
import { look, lookTwice } from './look.ts';
import { openSettings } from './settings-page.ts';

let fake: FakeProvider;
let isBad = false;
const list = anthropicList();
test.beforeAll(async () => {
  fake = await startFakeProvider((request) => {
    if (isBad) return { status: 401, chunks: [anthropicWire.refusal('auth', 'invalid x-api-key')] };
    return request.method === 'GET'
      ? list(request)
      : { chunks: anthropicWire.stream({ parts: [{ text: ['Fine', ' so.'] }] }) };
  });
});
test.afterAll(() => fake.close());
test.use({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to see what a fixture needs
  appOptions: async ({}, use) =>
    use({
      pace: 3,
      env: {
        ANTHROPIC_BASE_URL: fake.url,
        ANTHROPIC_API_KEY: 'sk-ant-of-the-environment-9fK2',
        OPENAI_API_KEY: 'sk-openai-offline',
        OPENAI_BASE_URL: 'http://127.0.0.1:9/v1',
      },
    }),
});

const asked = () => fake.requests.filter(({ method }) => method === 'POST').map(({ body }) => body);

test('U461 the panel of a chat has its instructions and its model’s settings, by keyboard and at 390 px, and the model gets them', async ({
  page,
}) => {
  const open = (name: RegExp | string) => page.getByRole('button', { name });
  const panel = page.getByRole('dialog', { name: 'Instructions and settings of this chat' });
  // From a chat that does not exist yet, by keyboard alone.
  await open('Instructions and settings').focus();
  await page.keyboard.press('Enter');
  await expect(panel.getByText('Settings of Claude Sonnet 4.5')).toBeVisible();
  await expect(
    panel.getByText('Context window: 200,000 tokens · $3 in, $15 out per million tokens'),
  ).toBeVisible();
  await expect(panel.getByLabel('Temperature', { exact: true })).toHaveAttribute('placeholder', 'Default: 1');
  await expect(panel.getByLabel('Effort', { exact: true })).toHaveCount(0);
  await panel.getByLabel('For this chat').fill('Answer in German.');
  await panel.getByLabel('Temperature', { exact: true }).fill('1.5');
  await expect(panel.getByRole('alert')).toHaveText('Enter 1 or less.');
  await page.keyboard.press('Enter');
  await panel.getByLabel('Temperature', { exact: true }).fill('0,2');
  await lookTwice(page, 'chat-settings');
  await page.setViewportSize({ width: 390, height: 844 });
  await look(page, 'chat-settings-phone');
  expect(await panel.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
  await page.setViewportSize({ width: 1280, height: 800 });
  // Words that are not saved stay when it is closed.
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(open('Instructions and settings')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(panel.getByLabel('For this chat')).toHaveValue('Answer in German.');
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(panel.getByRole('status')).toHaveText('Saved. It applies from your next message.');
  await page.keyboard.press('Escape');
  await expect(open(/this chat has its own/)).toBeVisible();
  await send(page, 'Hello');
  expect(await finished(page)).toBe('Fine so.');
  await expect.poll(() => asked().filter(({ temperature }) => temperature === 0.2)).toHaveLength(1);
  expect(unmarked(asked()[0])).toMatchObject({ system: expect.stringContaining('Answer in German.') });
  await expect(page.getByText('Answer in German.')).toHaveCount(0);
});

test('U462 another device sees a chat’s settings and changes them; this one follows, and keeps the words that are not saved', async ({
  page,
  app,
  browser,
}) => {
  const button = page.getByRole('button', { name: /^Instructions and settings/ });
  const panel = page.getByRole('dialog', { name: 'Instructions and settings of this chat' });
  await send(page, 'Hello');
  await finished(page);
  await button.click();
  await panel.getByLabel('Temperature', { exact: true }).fill('0.2');
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(panel.getByRole('status')).toContainText('Saved.');
  // Another device sees it, changes it, and this one follows; a touched field keeps its words.
  const other = await (await browser.newContext()).newPage();
  await signIn(other, app);
  await other.goto(page.url());
  await panel.getByLabel('Top K', { exact: true }).fill('7');
  await other.getByRole('button', { name: /this chat has its own/ }).click();
  const there = other.getByRole('dialog');
  await expect(there.getByLabel('Temperature', { exact: true })).toHaveValue('0.2');
  await there.getByRole('button', { name: 'Reset Temperature to default' }).click();
  await expect(there.getByLabel('Temperature', { exact: true })).toBeFocused();
  await there.getByRole('button', { name: 'Save' }).click();
  await expect(panel.getByLabel('Temperature', { exact: true })).toHaveValue('');
  await expect(panel.getByLabel('Top K', { exact: true })).toHaveValue('7');
  await expect(panel.getByRole('status')).toContainText('Another device changed this');
  await panel.getByRole('button', { name: 'Discard changes' }).click();
  await expect(panel.getByLabel('Top K', { exact: true })).toHaveValue('');
  await other.context().close();
});

test('U463 settings: instructions for all chats, defaults of a model, models with window and price, and keys that were refused or not checked', async ({
  page,
  app,
}) => {
  const settings = await openSettings(page, 'Models');
  const row = (name: string) =>
    settings.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) });
  await expect(row('Anthropic')).toContainText('Connected');
  await expect(row('Anthropic')).toContainText('5 models');
  await settings.getByRole('button', { name: 'Manage Anthropic' }).click();
  await expect(settings.getByRole('list', { name: 'Models of Anthropic' })).toContainText(
    'Claude Opus 4.8Context window: 1,000,000 tokens',
  );
  await expect(row('OpenAI')).toContainText('Not checked');
  await expect(row('OpenAI')).toContainText(
    'OpenAI could not be reached to check the key. Check the network. The models are those that this version knows.',
  );
  const defaults = settings.getByRole('region', { name: 'Model settings' });
  await defaults.getByRole('combobox', { name: /^Model/ }).selectOption('anthropic/claude-opus-4-8');
  await expect(defaults.getByLabel('Temperature', { exact: true })).toHaveCount(0);
  await defaults.getByLabel('Effort', { exact: true }).selectOption('xhigh');
  await defaults.getByRole('button', { name: 'Save' }).click();
  await expect(defaults.getByRole('status')).toContainText('Saved.');
  await lookTwice(page, 'settings-model-defaults');
  await openSettings(page, 'Instructions');
  await settings.getByLabel('For all chats').fill('Call me Ada.');
  await settings.getByRole('button', { name: 'Save' }).click();
  await expect(settings.getByRole('status')).toContainText('Saved.');
  await page.goto(app.url);
  await page.getByRole('combobox', { name: 'Model' }).selectOption('anthropic/claude-opus-4-8');
  await page.getByRole('button', { name: 'Instructions and settings' }).click();
  const panel = page.getByRole('dialog');
  await expect(panel).toContainText('Call me Ada.');
  await expect(panel.getByLabel('Effort', { exact: true })).toContainText('Your default: Very high');
  await page.keyboard.press('Escape');
  await send(page, 'Hello');
  expect(await finished(page)).toBe('Fine so.');
  await expect
    .poll(() => asked().find(({ output_config }) => output_config?.effort === 'xhigh')?.system?.[0]?.text)
    .toContain('Call me Ada.');
  isBad = true;
  await openSettings(page, 'Models');
  await expect(row('Anthropic')).toContainText('Key refused');
  await expect(row('Anthropic')).toContainText(
    'Anthropic refused the key: “invalid x-api-key”. Correct ANTHROPIC_API_KEY where the server is started, then restart the server.',
  );
  await expect(row('Anthropic')).not.toContainText('Connected');
  await look(page, 'settings-key-refused');
  await openSettings(page, 'Appearance');
  await page.getByRole('radio', { name: 'Deutsch' }).check();
  await page.goto(`${app.url}/settings/models`);
  await expect(settings).toContainText('Anthropic hat den Schlüssel abgelehnt: „invalid x-api-key“');
  isBad = false;
});
