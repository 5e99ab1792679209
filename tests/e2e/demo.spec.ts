import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type App, answerText, expect, finished, test } from './app.ts';
import { calls, card, reload, settled, unfold } from './cards.ts';
import { look } from './look.ts';
import { expectWritten } from './written.ts';

const file = (app: App, path: string): string => join(app.data, 'workspace', path);
const read = (app: App, path: string): string => readFileSync(file(app, path), 'utf8');
const prompt = (page: Page, title: string): Promise<void> =>
  page.getByRole('button', { name: title }).click();
const told = (page: Page, text: string): Promise<void> =>
  expect.poll(() => answerText(page), { timeout: 20_000 }).toContain(text);
const EDIT = 'Edit a file, but ask me first';
const edit = (page: Page) => card(page, 'Change src/app.ts');

/** Lets the demo model make its change. */
async function approveEdit(page: Page): Promise<void> {
  await prompt(page, EDIT);
  await expect(edit(page)).toBeVisible({ timeout: 20_000 });
  // A card that is scrolled to has moved, and takes no press for a moment.
  await edit(page).getByRole('button', { name: 'Approve' }).scrollIntoViewIfNeeded();
  await settled(page);
  // While an answer is being written there is no way back from it.
  await expect(page.getByRole('button', { name: 'Go back to here' })).toHaveCount(0);
  await edit(page).getByRole('button', { name: 'Approve' }).click();
  await told(page, 'src/app.ts is changed.');
  await finished(page);
}

test('M6 a CSV file becomes a table, of what is in the file', async ({ page, app }) => {
  writeFileSync(file(app, 'plans.csv'), 'plan,start,lost\nFree,1000,100\nPro,500,5\n');
  await prompt(page, 'Turn this CSV into a table');
  await finished(page);
  await expect(page.locator('.mr-answer tr').last().locator('td')).toHaveText([
    'Total',
    '1,500',
    '105',
    '7.0%',
  ]);
  await unfold(page);
  await expect(calls(page)).toHaveCount(1);
  // In the tool's own words.
  await expect(calls(page)).toContainText('Read plans.csv');
  await reload(page);
  await expect(calls(page)).toContainText('Read plans.csv');
  await expect.poll(() => answerText(page)).toContain('100 of 105 accounts, or 95.2%');
  await look(page, 'demo-table');
});

test('M6 an edit of a file waits for a yes, and then the file is changed', async ({ page, app }) => {
  const before = read(app, 'src/app.ts');
  await prompt(page, EDIT);
  await expect(edit(page)).toBeVisible({ timeout: 20_000 });
  await settled(page);
  await look(page, 'demo-edit');
  expect(read(app, 'src/app.ts')).toBe(before);
  await edit(page).getByRole('button', { name: 'Approve' }).click();
  await told(page, 'src/app.ts is changed.');
  expect(read(app, 'src/app.ts')).toContain(
    'const limiter = createLimiter({ limit: 60, windowMs: 60_000 });',
  );
  expect(
    read(app, 'src/app.ts')
      .replace(/.*imiter.*\n|.*60 requests.*\n/g, '')
      .replace('\n\n\n', '\n\n'),
  ).toBe(before);
});

test('V9 an edit can be reverted on the page, once, also after a reload and from another one', async ({
  page,
  app,
  context,
}) => {
  const before = read(app, 'src/app.ts');
  await approveEdit(page);
  await reload(page);
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(other.getByText('src/app.ts is changed.')).toBeVisible();
  await unfold(other);
  const button = (on: Page) => on.getByRole('button', { name: 'Revert' });
  await expect(button(other)).toBeVisible();
  await button(page).click();
  await expect(page.getByText('Reverted.')).toBeVisible();
  expect(read(app, 'src/app.ts')).toBe(before);
  await expect(other.getByText('Reverted.')).toBeVisible();
  await expect(button(other)).toHaveCount(0);
  await look(page, 'demo-reverted');
  await reload(page);
  await expect(page.getByText('Reverted.')).toBeVisible();
});

test('K34 a person goes back to before a message on the page, and forward again', async ({ page, app }) => {
  const before = read(app, 'src/app.ts');
  await approveEdit(page);
  const after = read(app, 'src/app.ts');
  const url = page.url();
  const asked = (await page.locator('.mr-bubble').innerText()).trim();
  await page.getByRole('button', { name: 'Go back to here' }).click();
  const panel = page.getByRole('group', { name: 'Go back to before this message' });
  await expect(panel).toContainText('1 file has changed since:');
  await expect(panel).toContainText('src/app.ts +5');
  await expect(panel).toContainText(/Saved states use [\d.]+ MB of at most 1,024 MB/);
  await look(page, 'demo-go-back');
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await page.getByRole('button', { name: 'Go back to here' }).click();
  await panel.getByRole('button', { name: 'Files and conversation' }).click();
  await expect(page.getByText('Went back: 2 messages hidden, 1 file restored.')).toBeVisible();
  expect(read(app, 'src/app.ts')).toBe(before);
  await expect(page.locator('.mr-message')).toHaveCount(0);
  // The message is in the box again, to be changed and sent, until that is undone.
  const box = page.getByRole('textbox', { name: 'Message' });
  await expect(box).toBeFocused();
  await expectWritten(box, asked);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.locator('.mr-message')).toHaveCount(2);
  await expectWritten(box, '');
  await expect.poll(() => read(app, 'src/app.ts')).toBe(after);
  expect(page.url()).toBe(url);
});

test('V3 what can not be reverted any more says why, and stays', async ({ page, app }) => {
  await approveEdit(page);
  writeFileSync(file(app, 'src/app.ts'), 'mine');
  await unfold(page);
  await page.getByRole('button', { name: 'Revert' }).click();
  await expect(page.getByRole('alert')).toContainText('has changed since this call');
  expect(read(app, 'src/app.ts')).toBe('mine');
});

test('M6 an edit of a file that is rejected leaves it as it was, and the model has heard why', async ({
  page,
  app,
}) => {
  const before = read(app, 'src/app.ts');
  await prompt(page, EDIT);
  await expect(edit(page)).toBeVisible({ timeout: 20_000 });
  await settled(page);
  await edit(page).getByRole('button', { name: 'Reject…' }).click();
  await edit(page).getByRole('textbox').fill('Only for writes.');
  await page.keyboard.press('Control+Enter');
  await told(page, 'You wrote: Only for writes.');
  expect(read(app, 'src/app.ts')).toBe(before);
});

test('M6 two agents review at once, and both are heard', async ({ page }) => {
  await prompt(page, 'Review a pull request with two agents');
  await expect(page.getByRole('group', { name: 'Tool call: new_task' })).toHaveCount(2, { timeout: 20_000 });
  const answer = await finished(page);
  expect(answer).toContain('Two keys are never used in one test');
  expect(answer).toContain('Bound the map');
  await look(page, 'demo-review');
  await unfold(page);
  await page
    .getByRole('button', { name: /Sub-agent/ })
    .first()
    .click();
  await expect(page.getByText('src/limiter.test.ts', { exact: false }).first()).toBeVisible();
});

test('M6 the guard stops a loop, and the demo model says what it was told', async ({ page }) => {
  await prompt(page, 'Get stuck on purpose');
  const loop = page.getByRole('group', { name: /^It may be stuck/ });
  await expect(loop).toContainText('same call 3 times, same result', { timeout: 20_000 });
  await settled(page);
  await look(page, 'demo-stuck');
  await loop.getByRole('button', { name: 'Tell it what to try…' }).click();
  await loop.getByRole('textbox').fill('One t.');
  await page.keyboard.press('Control+Enter');
  await told(page, 'You wrote: One t.');
});

test('M6 a loop that may try once more ends with what it found out', async ({ page }) => {
  await prompt(page, 'Get stuck on purpose');
  const loop = page.getByRole('group', { name: /^It may be stuck/ });
  await expect(loop).toBeVisible({ timeout: 20_000 });
  await settled(page);
  await loop.getByRole('button', { name: 'Try once more' }).click();
  await told(page, 'I searched once more');
  await expect(page.locator('.mr-answer')).toContainText('The name has one t too many.');
});

test('M6 the demo model says so when the sample files are not there', async ({ page, app }) => {
  writeFileSync(file(app, 'plans.csv'), 'nothing\n');
  await prompt(page, 'Turn this CSV into a table');
  expect(await finished(page)).toContain('plans.csv is not as I know it');
  writeFileSync(file(app, 'src/app.ts'), '');
  await page.getByRole('button', { name: 'New chat' }).click();
  await prompt(page, EDIT);
  await told(page, 'src/app.ts is not as I know it');
});
