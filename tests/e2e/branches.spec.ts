import type { Page } from '@playwright/test';
import { test } from './agent-app.ts';
import { expect, send } from './app.ts';
import { violations } from './look.ts';
import { expectWritten } from './written.ts';

const bubbles = (page: Page) => page.locator('.mr-bubble');
const answers = (page: Page) => page.locator('.mr-answer');
const picker = (page: Page) => page.getByRole('group', { name: 'Versions of this message' });

test('U74 Retry asks again beside the old answer, and both can be seen, here and elsewhere', async ({
  page,
  app,
  context,
}) => {
  app.script = [['First.'], ['Second.'], ['Third.'], ['Fourth.']];
  await send(page, 'Question');
  await expect(answers(page)).toHaveText(['First.']);
  await expect(picker(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(answers(page)).toHaveText(['Second.']);
  await expect(bubbles(page)).toHaveText(['Question']);
  await expect(picker(page)).toHaveText('2 of 2');
  expect(await violations(page)).toEqual([]);
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(picker(other)).toHaveText('2 of 2');
  await page.getByRole('button', { name: 'Previous version' }).click();
  for (const each of [page, other]) {
    await expect(answers(each)).toHaveText(['First.']);
    await expect(picker(each)).toHaveText('1 of 2');
  }
  await page.reload();
  await expect(picker(page)).toHaveText('1 of 2');
  await expect(answers(page)).toHaveText(['First.']);
  // A new question continues from the branch that is shown.
  await send(page, 'And?');
  await expect(answers(page)).toHaveText(['First.', 'Third.']);
  expect(JSON.stringify(app.requests.at(-1)?.messages)).not.toContain('Second.');
  await page.getByRole('button', { name: 'Next version' }).click();
  await expect(answers(page)).toHaveText(['Second.']);
  await expect(page.getByRole('button', { name: 'Next version' })).toHaveAttribute('aria-disabled', 'true');
});

test('U74 a message is edited in its place; Escape leaves it, Enter sends it as a branch', async ({
  page,
  app,
}) => {
  app.script = [['First.'], ['Second.'], ['Better.']];
  await send(page, 'Question');
  await expect(answers(page)).toHaveText(['First.']);
  await send(page, 'More');
  await expect(answers(page)).toHaveText(['First.', 'Second.']);
  const edit = page.locator('.mr-message-user').first().getByRole('button', { name: 'Edit' });
  await edit.click();
  const field = page.getByRole('textbox', { name: 'Your message' });
  await expect(field).toBeFocused();
  await field.fill('Nothing');
  expect(await violations(page)).toEqual([]);
  await field.press('Escape');
  await expect(bubbles(page)).toHaveText(['Question', 'More']);
  await expect(edit).toBeFocused();
  await edit.click();
  await expectWritten(field, 'Question');
  await field.fill('Better question');
  await field.press('Enter');
  await expect(bubbles(page)).toHaveText(['Better question']);
  await expect(answers(page)).toHaveText(['Better.']);
  await expect(picker(page)).toHaveText('2 of 2');
  await page.getByRole('button', { name: 'Previous version' }).click();
  await expect(bubbles(page)).toHaveText(['Question', 'More']);
});

test('U74 while an answer is written nothing can be edited, retried or chosen', async ({ page, app }) => {
  app.script = [['First.'], ['Second.'], ['Wait.', { id: 's', name: 'slow', input: {} }]];
  await send(page, 'Question');
  await expect(answers(page)).toHaveText(['First.']);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(answers(page)).toHaveText(['Second.']);
  await send(page, 'Slowly');
  await expect(page.getByText('Half of it is done')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Edit' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Previous version' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  app.release();
  await expect(page.getByText('The end.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(2);
});

test('U352 a stopped answer goes on in its own turn, or is asked for again', async ({ page, app }) => {
  app.script = [['Begun.', { id: 's', name: 'slow', input: {} }], ['Went on.'], ['Anew.']];
  await send(page, 'Question');
  await expect(page.getByText('Half of it is done')).toBeVisible();
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(page.getByText(/^You stopped this after \d+ s\.$/)).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Went on.')).toBeVisible();
  await expect(bubbles(page)).toHaveText(['Question']);
  await expect(page.locator('.mr-notice')).toHaveCount(0);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('Anew.')).toBeVisible();
  await expect(bubbles(page)).toHaveText(['Question']);
  await expect(picker(page)).toHaveText('2 of 2');
});
