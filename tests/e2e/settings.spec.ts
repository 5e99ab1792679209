import { anthropicWire } from '../../fixtures/anthropic-wire.ts';
import { type FakeProvider, startFakeProvider } from '../../fixtures/fake-provider.ts';
import { test as agentTest } from './agent-app.ts';
import { answer, expect, finished, send, test } from './app.ts';
import { look } from './look.ts';
import { openSettings } from './settings-page.ts';

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
  appOptions: async ({}, use) => use({ pace: 4, env: { ANTHROPIC_BASE_URL: fake.url } }),
});

test('U2 a bad key shows what the provider said and is not kept; a good one works at once and never comes back', async ({
  page,
  app,
}) => {
  const seen: string[] = [];
  page.on('response', async (response) => seen.push(await response.text().catch(() => '')));
  await page.getByRole('button', { name: 'Add a model' }).click();
  const settings = page.locator('#settings');
  await settings.getByRole('button', { name: 'Connect Anthropic' }).click();
  const key = settings.getByLabel('API key');
  await key.fill('sk-ant-wrong');
  await expect(key).toHaveAttribute('type', 'password');
  await settings.getByRole('button', { name: 'Show the key' }).click();
  await expect(key).toHaveAttribute('type', 'text');
  await settings.getByRole('button', { name: 'Check and save' }).click();
  await expect(settings.getByRole('alert')).toContainText(
    'Anthropic refused the key: invalid x-api-key. Check the key in the settings, or ANTHROPIC_API_KEY.',
  );
  await key.fill(GOOD_KEY);
  await page.keyboard.press('Enter');
  await expect(settings.getByText('Key ends in …9fK2 · 3 models')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('combobox', { name: 'Model' }).selectOption('anthropic/claude-sonnet-4-5');
  await send(page, 'Hello');
  expect(await finished(page)).toBe('From Anthropic.');

  await app.restart('SIGTERM');
  await page.reload();
  await expect(answer(page)).toHaveText('From Anthropic.');
  await openSettings(page, 'Models');
  await settings.getByRole('button', { name: 'Manage Anthropic' }).click();
  await settings.getByRole('button', { name: 'Disconnect Anthropic' }).click();
  await expect(settings.getByRole('button', { name: 'Connect Anthropic' })).toBeVisible();
  expect(seen.join('')).not.toContain(GOOD_KEY);
});

test('W11 each section of the settings has an address, fits and has no violations, and Escape and Back lead to the chat', async ({
  page,
  app,
}) => {
  await send(page, 'Hello');
  await finished(page);
  const chat = page.url();
  const settings = await openSettings(page, 'Models');
  await expect(page).toHaveTitle('Settings · Millrace');
  await expect(page.getByRole('link', { name: 'Settings', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  );
  for (const [address, name] of SECTIONS) {
    await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name }).click();
    await expect(page).toHaveURL(`${app.url}/settings/${address}`);
    await expect(settings.getByRole('heading').first()).toBeVisible();
    await look(page, `settings-${address}`);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 390, height: 844 });
    await look(page, `settings-${address}-phone-dark`);
    expect([name, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([name, 390]);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 1280, height: 800 });
  }
  await page.goBack();
  await expect(page).toHaveURL(chat);
  await page.goForward();
  await page.reload();
  await expect(settings.getByText('MIT')).toBeVisible();
  await page.goto(chat);
  await openSettings(page, 'Storage and sync');
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(chat);
  await expect(answer(page)).toBeVisible();
  await page.goto(`${app.url}/settings/nonsense`);
  await expect(settings.getByRole('heading', { name: 'Models' })).toBeVisible();
});

const SECTIONS = [
  ['models', 'Models'],
  ['instructions', 'Instructions'],
  ['tools', 'Tools and approvals'],
  ['memories', 'Memories'],
  ['privacy', 'Privacy and devices'],
  ['devices', 'Account and devices'],
  ['storage', 'Storage and sync'],
  ['appearance', 'Appearance'],
  ['accessibility', 'Accessibility'],
  ['people', 'People'],
  ['about', 'About'],
] as const;

agentTest(
  'W12 choices for the page hold at once and stay: text, motion, steps and following',
  async ({ page, app }) => {
    await openSettings(page, 'Appearance');
    const size = () =>
      page.evaluate(() => getComputedStyle(document.querySelector('#settings') as Element).fontSize);
    expect(await size()).toBe('14px');
    await page.getByRole('radio', { name: 'Large' }).check();
    expect(await size()).toBe('16px');
    await page.getByRole('radio', { name: 'In the text' }).check();
    await page
      .getByRole('group', { name: /^While an answer is written/ })
      .getByRole('radio', { name: 'Follow the end' })
      .check();
    await openSettings(page, 'Accessibility');
    await page.getByRole('radio', { name: 'Off' }).check();
    await page.reload();
    await expect(page.getByRole('radio', { name: 'Off' })).toBeChecked();
    const kept = await page.evaluate(() => [
      localStorage.getItem('millrace.timeline'),
      localStorage.getItem('millrace.follow'),
    ]);
    expect(kept).toEqual(['interleaved', 'end']);
    // Nothing pulses, and the transcript moves along with the end of the answer.
    await page.getByRole('button', { name: 'New chat' }).click();
    const lines = Array.from({ length: 40 }, (_, i) => `Line ${i}`).join('\n\n');
    app.script = [[lines, { id: 's', name: 'slow', input: {} }], [lines]];
    await send(page, 'Write a long answer.');
    await expect(page.getByText('Half of it is done')).toBeInViewport();
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
    app.release();
    await finished(page);
    await expect(page.getByText('Line 39').last()).toBeInViewport();
    await expect(page.getByRole('button', { name: 'Jump to latest' })).toBeHidden();
  },
);

test('W13 the default model is chosen once for all new chats, and the demo model can be tried', async ({
  page,
  app,
}) => {
  const settings = await openSettings(page, 'Models');
  await settings.getByRole('button', { name: 'Connect Anthropic' }).click();
  await settings.getByLabel('API key').fill(GOOD_KEY);
  await page.keyboard.press('Enter');
  await settings
    .getByRole('combobox', { name: /^Default model/ })
    .selectOption('anthropic/claude-sonnet-4-5');
  await expect(page.getByRole('combobox', { name: /^Default model/ })).toHaveValue(
    'anthropic/claude-sonnet-4-5',
  );
  await app.restart('SIGTERM');
  await page.goto(app.url);
  await expect(page.getByRole('combobox', { name: 'Model' })).toHaveValue('anthropic/claude-sonnet-4-5');
  await openSettings(page, 'Models');
  await settings.getByRole('button', { name: 'Try it' }).click();
  await expect(page.getByRole('combobox', { name: 'Model' })).toHaveValue('demo/demo');
});
