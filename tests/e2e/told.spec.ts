import type { BrowserContext, Page } from '@playwright/test';
import { test } from './agent-app.ts';
import { expect, send, signIn, watchProblems } from './app.ts';
import { POST } from './cards.ts';
import { violations } from './look.ts';

// A window that was used before can't tell the test what the page does.
test.use({ reuseContext: false });

const SLOW = { id: 's', name: 'slow', input: {} };

interface Shown {
  readonly title: string;
  readonly body: string;
}

/** The browser's notifications, which a headless one does not show: all tabs tell theirs to the test, which can press them. */
async function collectNotifications(context: BrowserContext): Promise<Shown[]> {
  const shown: Shown[] = [];
  await context.exposeFunction('showNote', (title: string, body: string) => shown.push({ title, body }));
  await context.addInitScript(() => {
    const show = Reflect.get(window, 'showNote') as (title: string, body: string) => void;
    const notes: EventTarget[] = [];
    class Note extends EventTarget {
      static get permission(): string {
        return localStorage.getItem('permission') ?? 'default';
      }
      static async requestPermission(): Promise<string> {
        localStorage.setItem('permission', 'granted');
        return 'granted';
      }
      constructor(title: string, { body = '' }: NotificationOptions = {}) {
        super();
        notes.push(this);
        show(title, body);
      }
      close(): void {
        Object.assign(this, { isClosed: true });
      }
    }
    Object.assign(window, { Notification: Note, notes });
  });
  return shown;
}

/** Hides a tab or shows it, as the browser does when another one comes before it. */
async function turn(page: Page, state: 'visible' | 'hidden'): Promise<void> {
  await page.evaluate((now) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => now });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);
}

const icon = (page: Page) => page.locator('link[rel="icon"]');
const pressNewest = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const notes = Reflect.get(window, 'notes') as EventTarget[];
    notes.at(-1)?.dispatchEvent(new Event('click'));
  });

test('U488 who leaves while a run goes on is asked once, and is then told in the tab, in the list and by one notification', async ({
  page,
  app,
  context,
  browser,
}) => {
  const shown = await collectNotifications(context);
  app.script = [['I begin.', SLOW], ['The end.']];
  await page.reload();
  await send(page, 'Count the plans');
  await expect(page.getByText('Half of it is done')).toBeVisible();
  await expect(icon(page)).toHaveAttribute('href', '/favicon-running.svg');
  const strip = page.getByRole('group', { name: /^Get a notification/ });
  await expect(strip).toHaveCount(0);
  await turn(page, 'hidden');
  await expect(strip).toBeVisible();
  await turn(page, 'visible');
  expect(await violations(page)).toEqual([]);
  await strip.getByRole('button', { name: 'Yes' }).click();
  await expect(strip).toHaveCount(0);

  // A second tab looks at another chat, and a second device at the list.
  const second = await context.newPage();
  const problems = watchProblems(second);
  await second.goto(`${app.url}/`);
  const other = await (await browser.newContext()).newPage();
  await signIn(other, app);
  await turn(page, 'hidden');
  const chatId = page.url().split('/').at(-1) ?? '';
  app.release();
  await expect.poll(() => shown).toEqual([{ title: 'Answer ready', body: 'Count the plans' }]);
  await expect(page).toHaveTitle('(1) Count the plans · Millrace');
  await expect(icon(page)).toHaveAttribute('href', '/favicon-unread.svg');
  for (const each of [second, other]) {
    const row = each.getByRole('link', { name: /^Count the plans/ });
    await expect(row.getByRole('img', { name: 'Not read yet' })).toBeVisible();
    await expect(row).toHaveCSS('font-weight', '600');
    await expect(icon(each)).toHaveAttribute('href', '/favicon-unread.svg');
  }
  expect(await violations(second)).toEqual([]);

  // The tab that shows the chat has the notification; a press leads there, and what is read is read everywhere.
  await pressNewest(page);
  await turn(page, 'visible');
  await expect(page).toHaveTitle('Count the plans · Millrace');
  for (const each of [second, other]) {
    await expect(each.getByRole('img', { name: 'Not read yet' })).toHaveCount(0);
    await expect(icon(each)).toHaveAttribute('href', '/favicon.svg');
  }
  expect((await app.store.getChat(chatId))?.unread).toBeUndefined();

  // What happens in a chat that the person looks at is not told; what waits in another one is.
  app.script = [[], [], ['Fine.'], [POST]];
  await send(page, 'And now?');
  await expect(page.getByText('Fine.')).toBeVisible();
  await expect.poll(async () => (await app.store.getChat(chatId))?.unread).toBeUndefined();
  await send(page, 'Post it');
  await expect(page.locator('[data-waiting]')).toBeVisible();
  await expect(page).toHaveTitle('Waiting for you · Count the plans · Millrace');
  await expect(icon(second)).toHaveAttribute('href', '/favicon-waiting.svg');
  expect(shown).toHaveLength(1);
  expect(problems).toEqual([]);
  await other.context().close();
});

test('U486 what waits is told while no tab shows the chat, a press leads to its card, and nothing of the chat is shown to who wants that', async ({
  page,
  app,
  context,
}) => {
  const shown = await collectNotifications(context);
  await page.evaluate(() => {
    localStorage.setItem('permission', 'granted');
    localStorage.setItem('millrace.notify', 'on');
    localStorage.setItem('millrace.notify-shows', 'none');
  });
  app.script = [['I begin.', SLOW], [POST]];
  await page.reload();
  await send(page, 'Post the numbers');
  await expect(page.getByText('Half of it is done')).toBeVisible();
  await page.getByRole('button', { name: 'New chat' }).click();
  await expect(page).toHaveURL(`${app.url}/`);
  app.release();
  await expect.poll(() => shown).toEqual([{ title: 'Waiting for you', body: '' }]);
  await pressNewest(page);
  await expect(page).toHaveURL(/\/chat\//);
  await expect(page.locator('[data-waiting]')).toBeFocused();
  // A press leads there and decides nothing.
  const [chat] = await app.store.listChats();
  const [approval] = await app.store.readApprovals(chat?.run_id ?? '');
  expect(approval?.status).toBe('pending');
});
