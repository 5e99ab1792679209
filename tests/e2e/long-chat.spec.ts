import type { Page } from '@playwright/test';
import type { WholeStore as Store } from '../../fixtures/whole-store.ts';
import { type AgentApp, test } from './agent-app.ts';
import { expect, pageKey } from './app.ts';
import { violations } from './look.ts';

const CHAT = 'long';

/** A chat with so many questions, each with its answer. */
async function longChat(app: AgentApp, count: number): Promise<string> {
  await app.restart(async (store) => {
    await store.createChat(CHAT, 1);
    for (let i = 1; i <= count; i++) await exchange(store, i);
  });
  return `${app.url}/chat/${CHAT}`;
}

async function exchange(store: Store, i: number): Promise<void> {
  const ids = { commandId: `c${i}`, chatId: CHAT, messageId: `m${i}`, runId: `r${i}` };
  await store.postMessage({ ...ids, text: `Question ${i}`, model: 'test/script', ts: i });
  await store.claimRun(ids.runId, { owner: 'o', now: i, leaseMs: 1000 });
  const text = `Answer ${i}.${'\n\nOne more paragraph of it.'.repeat(i % 7)}`;
  const record = { role: 'assistant', text, status: 'completed' } as const;
  await store.endRun({ runId: ids.runId, fence: 1 }, 0, { type: 'complete' }, record, i);
}

const box = (page: Page) => page.locator('.mr-transcript');

test('U75 a chat of a thousand messages has few of them in the page, and opens at its end', async ({
  page,
  app,
}) => {
  test.setTimeout(120_000);
  const address = await longChat(app, 500);
  const begun = Date.now();
  await page.goto(address);
  await expect(page.getByText('Answer 500.')).toBeVisible();
  const opened = Date.now() - begun;
  const fetched = Date.now();
  const response = await page.request.get(`${app.url}/api/chats/${CHAT}/messages`, await pageKey(page));
  const { messages } = (await response.json()) as { messages: unknown[] };
  expect(messages).toHaveLength(1000);
  const route = Date.now() - fetched;
  const nodes = await page.evaluate(() => document.querySelectorAll('*').length);
  test
    .info()
    .annotations.push({ type: 'opened', description: `${opened} ms, route ${route} ms, ${nodes} nodes` });
  const articles = page.getByRole('log').getByRole('article');
  expect(await articles.count()).toBeLessThan(90);
  expect(nodes).toBeLessThan(3500);
  expect(await violations(page)).toEqual([]);
  // The content that is scrolled to is there, and nothing jumps while it is measured.
  await box(page).hover();
  for (let i = 0; i < 25; i++) {
    const before = await middle(page);
    await page.mouse.wheel(0, -180);
    await expect.poll(() => topOf(page, before.id), { intervals: [30] }).toBeCloseTo(before.top + 180, -0.5);
  }
  await box(page).evaluate((element) => element.scrollTo(0, 0));
  await expect(page.getByRole('log').getByText('Question 1', { exact: true })).toBeVisible();
  expect(await articles.count()).toBeLessThan(90);
  await page.getByRole('button', { name: 'Jump to latest' }).click();
  await expect(page.getByText('Answer 500.')).toBeInViewport();
});

interface Seen {
  readonly id: string;
  readonly top: number;
}

/** The message in the middle of the view, and where it is. One that was never drawn is measured first. */
async function middle(page: Page): Promise<Seen> {
  let found: Seen | null = null;
  await expect.poll(async () => (found = await findMiddle(page))).not.toBeNull();
  if (found === null) throw new Error('There is no message in the view.');
  return found;
}

function findMiddle(page: Page): Promise<Seen | null> {
  return box(page).evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    for (let y = top + 100; y < top + height; y += 20) {
      const found = document.elementFromPoint(left + width / 2, y)?.closest<HTMLElement>('[data-message]');
      if (found) return { id: found.dataset['message'] ?? '', top: found.getBoundingClientRect().top };
    }
    return null;
  });
}

function topOf(page: Page, id: string): Promise<number> {
  return page
    .locator(`[data-message="${id}"]`)
    .evaluateAll(([element]) => element?.getBoundingClientRect().top ?? Number.NaN);
}

test('U75 in a long chat the focus and the selection stay, and an address leads to a message', async ({
  page,
  app,
}) => {
  test.setTimeout(120_000);
  const address = await longChat(app, 200);
  // One of those that are always drawn, and one that is drawn only there.
  await page.goto(`${address}#m185`);
  await expect(page.getByRole('log').getByText('Question 185', { exact: true })).toBeInViewport();
  await page.goto('about:blank');
  await page.goto(`${address}#m20`);
  await expect(page.getByRole('log').getByText('Question 20', { exact: true })).toBeInViewport();
  const copy = page.locator('[data-message="m20"]').getByRole('button', { name: 'Copy' });
  await copy.focus();
  await page
    .locator('[data-message="r20"] p')
    .first()
    .evaluate((element) => getSelection()?.selectAllChildren(element));
  // The list may still settle, and only a person could tell it not to.
  await expect(async () => {
    await box(page).evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await expect(page.getByText('Answer 200.')).toBeInViewport({ timeout: 500 });
  }).toPass();
  await expect(page.locator('[data-message="m25"]')).toHaveCount(0);
  await expect(copy).toBeFocused();
  expect(await page.evaluate(() => String(getSelection()))).toContain('Answer 20.');
  await page.evaluate(() => getSelection()?.removeAllRanges());
  // The newest messages keep the rules of every chat.
  await page.getByRole('textbox', { name: 'Message' }).fill('My last question');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('log').getByText('My last question')).toBeVisible();
  const below = () =>
    box(page).evaluate((element) => {
      const asked = [...element.querySelectorAll('.mr-message-user')].at(-1);
      return (asked?.getBoundingClientRect().top ?? 0) - element.getBoundingClientRect().top;
    });
  await expect.poll(below).toBeCloseTo(24, -0.5);
  await expect(page.getByText('The end.')).toBeVisible();
  expect(await below()).toBeCloseTo(24, -0.5);
});
