import type { Locator, Page } from '@playwright/test';
import { test } from './agent-app.ts';
import { expect, send } from './app.ts';
import { openSettings } from './settings-page.ts';

/** The region of the transcript; the message field has its own. */
const status = (page: Page): Locator => page.locator('.mr-transcript-frame [role="status"]');
const SLOW = { id: 's', name: 'slow', input: {} };

// A function that the page may call would stay in the window for the tests after it.
test.use({ reuseContext: false });

test('U13 the transcript is quiet and says once that it begins and once that it ends', async ({
  page,
  app,
}) => {
  const spoken = status(page);
  const log = page.getByRole('log', { name: 'Conversation' });
  app.script = [['I begin.', SLOW], [`${'word '.repeat(100)}\n\nThe last words.`]];
  await send(page, 'Hello');
  await expect(page.getByText('Half of it is done')).toBeVisible();
  await expect(log).toHaveAttribute('aria-live', 'off');
  await expect(log).toHaveAttribute('aria-busy', 'true');
  await expect(spoken).toHaveText('Generating');
  const said = await spoken.evaluateHandle((element) => {
    const all: (string | null)[] = [];
    const listen = new MutationObserver(() => all.push(element.textContent));
    listen.observe(element, { subtree: true, childList: true, characterData: true });
    return all;
  });
  app.release();
  await expect(page.getByText('The last words.')).toBeVisible();
  await expect(log).toHaveAttribute('aria-busy', 'false');
  await expect(spoken).toHaveText('Answer ready, 2 paragraphs');
  expect(await said.jsonValue()).toHaveLength(1);
  await expect(page.getByRole('heading', { name: 'Assistant' })).toHaveCount(1);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Assistant' })).toHaveCount(1);
  await expect(spoken).toHaveText('');
});

test('U13 a short answer is said whole', async ({ page, app }) => {
  const said: string[] = [];
  await page.exposeFunction('heard', (words: string) => said.push(words));
  await page.addInitScript(() => {
    const heard = Reflect.get(window, 'heard') as (words: string) => void;
    Object.assign(document, { ariaNotify: heard });
  });
  app.script = [['Yes, **it** is.']];
  await page.reload();
  await send(page, 'Hello');
  await expect(status(page)).toHaveText('Answer ready');
  expect(said).toEqual(['Yes, it is.']);
});

test('U13 an answer that is over before it was seen is said, too', async ({ page, app }) => {
  app.script = [['Yes, **it** is.']];
  let isOver = (): void => {};
  const over = new Promise<void>((resolve) => {
    isOver = resolve;
  });
  await page.route(/\/messages\?/, async (route) => {
    await over;
    await route.continue();
  });
  await page.getByRole('textbox', { name: 'Message' }).fill('Hello');
  await page.keyboard.press('Enter');
  await expect
    .poll(async () => (await app.store.listChats()).map(({ run_id, seq }) => [run_id, seq]))
    .toEqual([[null, 2]]);
  isOver();
  await expect(status(page)).toHaveText('Answer ready');
});

test('U344 who wants to hears each sentence when it has ended, and the rest at the end', async ({
  page,
  app,
}) => {
  await openSettings(page, 'Accessibility');
  await page.getByRole('radio', { name: 'Each sentence' }).check();
  await page.getByRole('button', { name: 'New chat' }).click();
  app.script = [['One is **done**. Two is', SLOW], ['The rest']];
  await send(page, 'Count');
  const spoken = status(page);
  await expect(spoken).toHaveText('One is done.');
  await expect(page.getByText('Half of it is done')).toBeVisible();
  app.release();
  await expect(spoken).toHaveText(/The rest$/);
});
