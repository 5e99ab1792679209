import type { Page } from '@playwright/test';
import { test } from './agent-app.ts';
import { expect, finished, send } from './app.ts';
import { lookTwice, smallTargets } from './look.ts';
import { seedChats } from './seed-chats.ts';
import { expectWritten } from './written.ts';

// Runs that another server holds.
test.use({ sole: false });

const field = (page: Page) => page.getByRole('combobox', { name: /^Search messages/ });
const rows = (page: Page) => page.getByRole('listbox', { name: 'Results' }).getByRole('option');
const box = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true });

async function chat(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+Shift+O');
  await expect(page.getByRole('heading', { name: 'What should we work on?' })).toBeVisible();
  await send(page, words);
  await finished(page);
}

test('U500 Ctrl+K finds messages, chats, commands and settings, and opens each at its place', async ({
  page,
  app,
}) => {
  const long = Array.from({ length: 60 }, (_, line) => `Paragraph ${line}.`).join('\n\n');
  app.script = [
    [`${long}\n\nThe churn of the plan fell.\n\n${long}`],
    ['```sql\nselect churn from months\n```'],
    ['Churn, churn, churn.'],
  ];
  await chat(page, 'Alpha question');
  await chat(page, 'Why did CHURN go up?');
  await chat(page, 'Once more, chürn');
  // Empty: the newest chats and the commands, and nothing was read yet.
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
  await expect(page.getByRole('group', { name: 'Chats' }).getByRole('option')).toHaveCount(3);
  await field(page).fill('churn');
  await expect(page.getByRole('group', { name: 'Messages' }).locator('h3 span')).toHaveText('5');
  await expect(page.getByRole('dialog').locator('h3')).toHaveText(['Messages5', 'Chats2', 'Commands']);
  await expect(rows(page).first()).toContainText('Once more, chürn · Assistant, today');
  await expect(page.getByRole('dialog')).toContainText('6 messages in 3 chats, searched in this browser');
  await lookTwice(page, 'search');
  await rows(page).filter({ hasText: 'Show all 5 messages' }).click();
  await expect(page.getByRole('group', { name: 'Messages' }).getByRole('option')).toHaveCount(5);
  // A filter is reached by Tab and leaves what it says.
  await field(page).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Has code', pressed: true })).toBeFocused();
  await expect(page.getByRole('group', { name: 'Messages' }).getByRole('option')).toContainText([
    /Code in an answer/,
  ]);
  await page.keyboard.press('Enter');
  // Enter opens at the words, in the middle of a long answer.
  await field(page).fill('plan fell');
  await expect(rows(page).first()).toContainText('The churn of the plan fell.');
  await field(page).press('Enter');
  await expect(page.getByRole('heading', { name: 'Alpha question' })).toBeVisible();
  await expect(page.getByText('The churn of the plan fell.')).toBeInViewport();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  // The same place again, after it was left.
  await page.locator('.mr-transcript').press('Home');
  await expect(page.getByText('The churn of the plan fell.')).not.toBeInViewport();
  await page.keyboard.press('Control+k');
  await field(page).fill('plan fell');
  await field(page).press('Enter');
  await expect(page.getByText('The churn of the plan fell.')).toBeInViewport();
  // A command that moves the focus.
  await page.keyboard.press('Control+k');
  await field(page).fill('go to the message');
  await rows(page).filter({ hasText: 'go to the message' }).last().click();
  await expect(box(page)).toBeFocused();
  // A chat by its title.
  await page.keyboard.press('Control+k');
  await field(page).fill('why did');
  await rows(page).filter({ hasText: 'Why did CHURN go up?' }).last().click();
  await expect(page.getByRole('heading', { name: 'Why did CHURN go up?' })).toBeVisible();
});

test('U501 commands and settings are found by name, and Ctrl+Enter begins a chat with the words', async ({
  page,
}) => {
  await page.keyboard.press('Control+k');
  await field(page).fill('theme dark');
  await expect(rows(page)).toHaveText([/^New chat with/, 'Theme: Dark']);
  await page.keyboard.press('ArrowDown');
  await expect(rows(page).nth(1)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  for (const [words, section, control] of [
    ['text size', 'appearance', 'Normal'],
    ['screen reader', 'accessibility', 'When it is ready'],
  ] as const) {
    await page.keyboard.press('Control+k');
    await field(page).fill(words);
    await rows(page).filter({ hasText: words }).last().click();
    await expect(page).toHaveURL(new RegExp(`/settings/${section}#`));
    await expect(page.getByRole('radio', { name: control })).toBeFocused();
  }
  await page.keyboard.press('Control+k');
  await field(page).fill('devices');
  await rows(page).filter({ hasText: 'devices' }).last().click();
  await expect(page.getByRole('heading', { name: 'Devices', exact: true })).toBeFocused();
  await page.keyboard.press('Control+k');
  await field(page).fill('no such words');
  await expect(page.getByText('Nothing has these words.')).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expectWritten(box(page), 'no such words');
  await expect(box(page)).toBeFocused();
  // A draft of the new chat stays before the words.
  await page.keyboard.press('Control+k');
  await field(page).fill('and these');
  await page.keyboard.press('Control+Enter');
  await expectWritten(box(page), 'no such words\n\nand these');
  // Escape closes it and gives the focus back; Ctrl+K again does, too.
  for (const key of ['Escape', 'Control+k']) {
    await page.keyboard.press('Control+k');
    await expect(field(page)).toBeFocused();
    await page.keyboard.press(key);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(box(page)).toBeFocused();
  }
  // ? is a letter in a field, and a shortcut elsewhere.
  await box(page).fill('');
  await page.keyboard.press('?');
  await expectWritten(box(page), '?');
  await page.locator('#chats').focus();
  await page.keyboard.press('?');
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(list.locator('[data-shortcut=search]')).toHaveText('SearchCtrlK');
  await expect(list.locator('[data-shortcut=newChat]')).toHaveText('New chatCtrlShiftO');
  await lookTwice(page, 'shortcuts');
  await page.keyboard.press('Escape');
  await expect(page.locator('#chats')).toBeFocused();
});

test('U505 the search shows where a chat is and what it waits for, opens in a new tab, and has the commands on it', async ({
  page,
  app,
}) => {
  const facts = { instructions: '', model: null, workspace: null, created_at: 1 };
  await app.store.createProject({ id: 'growth', name: 'Growth', ...facts });
  await seedChats(app.store, [
    { id: 'churn', title: 'Q3 churn by plan', project: 'growth', state: 'waits' },
    { id: 'lisbon', title: 'Trip to Lisbon' },
    { id: 'old', title: 'Old notes', archived: true },
  ]);
  await page.goto(`${app.url}/chat/lisbon`);
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toHaveText('Trip to Lisbon');
  const find = async (words: string): Promise<void> => {
    await page.keyboard.press('Control+k');
    await field(page).fill(words);
  };
  const chats = page.getByRole('group', { name: 'Chats' }).getByRole('option');
  await find('growth');
  await expect(chats).toHaveText(/^Q3 churn by plan.*Growth · today/);
  await expect(chats.getByRole('img', { name: 'Waiting for you' })).toBeVisible();
  await expect(rows(page)).toHaveText([/^Q3/, /^New chat with/, 'New chat in Growth']);
  await lookTwice(page, 'search-project');
  const tab = page.context().waitForEvent('page');
  await page.keyboard.press('Shift+Enter');
  await expect((await tab).getByRole('heading', { level: 1 })).toHaveText('Q3 churn by plan');
  await (await tab).close();
  await expect(title).toHaveText('Trip to Lisbon');
  // The search is still there, and a command is not done in another tab.
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Shift+Enter');
  await expect(field(page)).toHaveValue('growth');
  await field(page).fill('old notes');
  await expect(chats).toHaveText(/Archived · today/);
  await page.keyboard.press('Escape');

  // What the menu of the open chat has.
  const choose = async (words: string, name: string): Promise<void> => {
    await find(words);
    await page.getByRole('option', { name, exact: true }).click();
    await expect(field(page)).toHaveCount(0);
  };
  await choose('rename', 'This chat: Rename');
  await page.getByRole('textbox', { name: 'Name of this chat' }).fill('Porto');
  await page.keyboard.press('Enter');
  await expect(title).toHaveText('Porto');
  await choose('move', 'This chat: Move to project…');
  await page.getByRole('menuitemradio', { name: 'Growth' }).click();
  await expect(page.locator('.app-top')).toContainText('Growth/Porto');
  await choose('pin', 'This chat: Pin');
  await expect.poll(async () => (await app.store.getChat('lisbon'))?.pinned).toBe(true);
  await choose('delete this', 'This chat: Delete');
  await expect(page).toHaveURL(`${app.url}/`);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(title).toHaveText('Porto');
  // A chat in a project, and a project.
  await choose('new growth', 'New chat in Growth');
  await expect(page.locator('.app-top')).toContainText('Growth');
  await find('pin');
  await expect(rows(page).filter({ hasText: 'This chat' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await choose('new project', 'New project');
  await expect(page.getByRole('dialog', { name: 'New project' })).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  test('U502 on a phone the search fits, says what it could not read, and tries again', async ({ page }) => {
    await box(page).fill('Alpha question');
    await page.getByRole('button', { name: 'Send' }).tap();
    await finished(page);
    await page.getByRole('button', { name: 'Open the menu' }).tap();
    await page.route('**/api/chats/*/messages?after=0', (route) => route.abort());
    await page.getByRole('button', { name: 'Search' }).tap();
    await field(page).fill('alpha');
    await expect(page.getByRole('alert')).toContainText('1 chat could not be read.');
    await expect(page.getByRole('group', { name: 'Chats' }).getByRole('option')).toHaveCount(1);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    expect(await smallTargets(page)).toEqual([]);
    await page.unroute('**/api/chats/*/messages?after=0');
    await page.getByRole('button', { name: 'Try again' }).tap();
    await expect(page.getByRole('group', { name: 'Messages' }).getByRole('option')).toHaveCount(1);
    await lookTwice(page, 'search-phone');
    await page.getByRole('button', { name: 'Close' }).tap();
    await expect(page.getByRole('button', { name: 'Open the menu' })).toBeFocused();
  });
});
