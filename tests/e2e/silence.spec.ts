import type { Page } from '@playwright/test';
import { type AgentApp, test } from './agent-app.ts';
import { expect } from './app.ts';
import { violations } from './look.ts';
import { storyOf } from './scenes/story.ts';
import { writeRun } from './scenes/written-run.ts';

// Runs that somebody else holds, who says no more.
test.use({ sole: false });

/** Opens a chat whose answer has come so far. */
async function openHalf(page: Page, app: AgentApp, text: string): Promise<void> {
  await app.restart(async (store) => {
    const story = storyOf(await writeRun(store, { chatId: 'half', question: 'Why?', agoMs: 3000 }));
    await story.step();
    await story.writes(text);
  });
  await page.goto(`${app.url}/chat/half`);
}

/** Tells whether a caret is behind the last words. */
const caret = (page: Page, words: string): Promise<boolean> =>
  page.getByText(words).evaluate((element) => getComputedStyle(element, '::after').display !== 'none');

const thinking = (page: Page) => page.getByText('Thinking…', { exact: true });

test('U72 words that do not come have no caret: a line says what is done instead', async ({ page, app }) => {
  await openHalf(page, app, 'Almost all of it is the Free plan, and');
  // A page that has no words yet says the same: first the words, then their silence.
  await expect.poll(() => caret(page, 'Almost all of it')).toBe(false);
  await expect(thinking(page)).toBeVisible();
  expect(await violations(page)).toEqual([]);
});

test('U72 while a call is at work, its row says what is done', async ({ page, app }) => {
  await app.restart(async (store) => {
    const story = storyOf(await writeRun(store, { chatId: 'half', question: 'Why?', agoMs: 3000 }));
    await story.step();
    await story.calls({ id: 'x', name: 'look_up', title: 'Look up churn', input: {}, ms: 0 });
    await story.writes('Almost all of it is the Free plan, and');
  });
  await page.goto(`${app.url}/chat/half`);
  await expect.poll(() => caret(page, 'Almost all of it')).toBe(false);
  await expect(thinking(page)).toHaveCount(0);
});

test('U72 a connection that stays lost is told below the answer, which stays, and is forgotten when it is back', async ({
  page,
  app,
}) => {
  await openHalf(page, app, 'Almost all of it is the Free plan, and');
  await expect.poll(() => caret(page, 'Almost all of it')).toBe(false);
  await expect(thinking(page)).toBeVisible();
  await page.route('**/events', (route) => route.abort());
  await app.restart();
  const line = page
    .locator('.mr-reconnecting')
    .filter({ hasText: 'Reconnecting. The agent keeps working on the server.' });
  await expect(line).toBeVisible();
  await expect(page.locator('.mr-elapsed')).toHaveText(/^0:(0[2-9]|[1-5]\d)$/);
  await expect(thinking(page)).toHaveCount(0);
  expect(await caret(page, 'Almost all of it')).toBe(false);
  await page.unroute('**/events');
  await expect(line).toHaveCount(0);
  await expect(page.getByText('Almost all of it is the Free plan, and')).toHaveCount(1);
});
