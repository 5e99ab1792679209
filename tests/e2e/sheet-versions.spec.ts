import type { Page } from '@playwright/test';
import { expect, signIn, watchProblems } from './app.ts';
import { opens, screen, show, test } from './embeds-app.ts';
import { look } from './look.ts';

const PIXEL =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36';

const preview = (page: Page) => page.getByRole('figure', { name: /^Churn by plan/ });
const note = (page: Page) => screen(page).locator('.mr-full-foot > span');
const cell = (page: Page, row: number, column: number) =>
  screen(page).locator(`.mr-sheet-cell[data-row="${row - 1}"][data-column="${column}"]`);

/** Writes a text into B2. */
async function edit(page: Page, text: string): Promise<void> {
  await screen(page).getByRole('grid').focus();
  for (const key of ['Control+Home', 'ArrowDown', 'ArrowRight']) await page.keyboard.press(key);
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
  await expect(cell(page, 2, 1)).toHaveText(text);
}

test('D382 edits of a table stay with the chat, on every device, as versions that can be restored and asked about', async ({
  page,
  app,
  browser,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await show(page, 'all');
  await opens(page, /Churn/).click();
  await expect(note(page)).toHaveText('Changes are saved with this chat');
  await expect(screen(page).getByRole('combobox')).toHaveCount(0);
  await edit(page, '20,000');
  await expect(note(page)).toHaveText('Changes are saved with this chat');
  await expect(screen(page).getByRole('combobox', { name: 'Version' })).toHaveValue(/./);
  // Undo and redo, by buttons too.
  await screen(page).getByRole('button', { name: 'Undo' }).click();
  await expect(cell(page, 2, 1)).toHaveText('18,240');
  await screen(page).getByRole('button', { name: 'Redo' }).click();
  await expect(cell(page, 2, 1)).toHaveText('20,000');
  await screen(page).getByRole('button', { name: 'Copy as Markdown' }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain('<!-- title: "Churn by plan, Q3" -->');
  expect(copied).toContain('| Free | 20,000 | 2,371 | 13.0% |');
  await expect(note(page)).toHaveText('Changes are saved with this chat');
  await look(page, 'sheet-version');
  await page.keyboard.press('Escape');
  await expect(preview(page)).toContainText('edited');
  await expect(preview(page).getByRole('cell', { name: '20,000' })).toBeVisible();
  await page.reload();
  await expect(preview(page).getByRole('cell', { name: '20,000' })).toBeVisible();

  const phone = await (
    await browser.newContext({ userAgent: PIXEL, viewport: { width: 390, height: 844 }, hasTouch: true })
  ).newPage();
  const problems = watchProblems(phone);
  await signIn(phone, app);
  await phone.goto(page.url());
  await expect(preview(phone).getByRole('cell', { name: '20,000' })).toBeVisible();
  // Both edit at once: two versions, none lost.
  await opens(page, /Churn/).click();
  await opens(phone, /Churn/).click();
  await edit(page, '21');
  await edit(phone, '22');
  await expect(note(page)).toHaveText('A newer version was saved on Pixel 9');
  await expect(cell(page, 2, 1)).toHaveText('21');
  const versions = screen(page).getByRole('combobox', { name: 'Version' });
  await expect(versions.locator('option')).toHaveCount(4);
  await expect(versions.locator('option').first()).toHaveText(/^Version 3 · just now · Pixel 9$/);
  await expect(screen(phone).getByRole('combobox', { name: 'Version' }).locator('option')).toHaveCount(4);
  await look(phone, 'sheet-version-phone');
  // The table of the answer can be looked at, and the first version restored.
  await versions.selectOption({ label: 'From the answer' });
  await expect(cell(page, 2, 1)).toHaveText('18,240');
  await versions.selectOption({ index: 2 });
  await expect(cell(page, 2, 1)).toHaveText('20,000');
  await screen(page).getByRole('button', { name: 'Restore this version' }).click();
  await expect(versions.locator('option')).toHaveCount(5);
  await phone.keyboard.press('Escape');
  await expect(preview(phone).getByRole('cell', { name: '20,000' })).toBeVisible();
  // It is asked about as it is now.
  await page.keyboard.press('Escape');
  await preview(page).getByRole('button', { name: 'Copy' }).focus();
  await page.keyboard.press('Shift+F10');
  await page.keyboard.type('a');
  await page.keyboard.press('Enter');
  await expect(page.locator('.mr-draft-preview').getByRole('cell', { name: '20,000' })).toBeVisible();
  // Without a server nothing is lost: it says so, and goes on when the server is back.
  await context.setOffline(true);
  await opens(page, /Churn/).first().click();
  await edit(page, '30');
  await expect(note(page)).toContainText('Not saved. The server could not be reached.');
  await context.setOffline(false);
  await screen(page).getByRole('button', { name: 'Try again' }).click();
  await expect(note(page)).toHaveText('Changes are saved with this chat');
  await expect(preview(phone).getByRole('cell', { name: '30', exact: true })).toBeVisible();
  expect(problems).toEqual([]);
  await phone.context().close();
});
