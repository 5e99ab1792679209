import type { Page } from '@playwright/test';
import { type Part, test } from './agent-app.ts';
import { answer, expect, send } from './app.ts';
import { lookTwice } from './look.ts';

test.use({ modelNames: ['Script', 'Other'] });

const notice = (page: Page) => page.locator('.mr-notice');
const NARROW = { width: 390, height: 844 };
const WIDE = { width: 1280, height: 800 };

/** Looks at it wide and narrow, light and dark. */
async function lookAround(page: Page, name: string): Promise<void> {
  for (const [size, viewport] of [
    ['', WIDE],
    ['-390', NARROW],
  ] as const) {
    await page.setViewportSize(viewport);
    await lookTwice(page, `${name}${size}`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
  }
  await page.setViewportSize(WIDE);
}

test('U120 an answer that reached the output limit says so, after a reload too, and goes on', async ({
  page,
  app,
}) => {
  app.script = [['Team stays flat, so the only plan that mov', { stop: 'max_tokens' }], ['es is Free.']];
  await send(page, 'Compare the plans');
  const words = 'The answer reached the model’s output limit.';
  await expect(notice(page)).toContainText(words);
  // Heard once: the line itself is silent.
  await expect(page.getByRole('status').filter({ hasText: words })).toHaveCount(1);
  await expect(notice(page).locator('[role], [aria-live]')).toHaveCount(0);
  await page.reload();
  await expect(notice(page)).toContainText(words);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByRole('status').filter({ hasText: words })).toHaveCount(0);
  await lookAround(page, 'stop-limit');
  await notice(page).getByRole('button', { name: 'Continue' }).click();
  // The answer grows on, in its own turn, and is whole.
  await expect(answer(page)).toHaveText('Team stays flat, so the only plan that moves is Free.');
  await expect(page.locator('.mr-message')).toHaveCount(2);
  await expect(notice(page)).toHaveCount(0);
  const [, , note] = app.requests[1]?.messages ?? [];
  expect(JSON.stringify(note?.content)).toContain('A note from the app, not from the person');
  await page.reload();
  await expect(answer(page)).toHaveText('Team stays flat, so the only plan that moves is Free.');
});

test('U120 an answer that was cut while the model thought says what to do', async ({ page, app }) => {
  app.script = [[{ thinking: 'Let me see.' }, { stop: 'max_tokens' }]];
  await send(page, 'Prove it');
  await expect(notice(page)).toContainText('The model reached its output limit before it said anything.');
  await expect(notice(page)).toContainText('Ask for less at once');
  await expect(notice(page).getByRole('button')).toHaveCount(0);
  expect(app.requests).toHaveLength(1);
});

const REFUSED: readonly Part[] = [
  {
    stop: 'refusal',
    details: { type: 'refusal', category: 'cyber', explanation: 'It could \u202Eenable\u202C harm.' },
  },
];

test('U121 a refusal is told in grey with the words of the provider, and can be edited away', async ({
  page,
  app,
}) => {
  app.script = [REFUSED, ['Here you are.'], ['And on.']];
  await send(page, 'Write an exploit');
  await expect(notice(page)).toContainText('The model refused to answer this.');
  // A character that turns the direction of reading is shown, not obeyed.
  await expect(notice(page)).toContainText('\\u{202E}');
  await expect(notice(page)).toContainText('Edit the message or try another model.');
  await expect(page.locator('.mr-notice[data-tone="failed"]')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Continue' })).toHaveCount(0);
  await page.reload();
  await notice(page).getByText('Details').click();
  await expect(notice(page)).toContainText('cyber');
  await lookAround(page, 'stop-refused');
  await notice(page).getByRole('button', { name: 'Edit my message' }).click();
  const field = page.getByRole('textbox', { name: 'Your message' });
  await expect(field).toBeFocused();
  await field.fill('Explain exploits');
  await field.press('Enter');
  await expect(answer(page)).toHaveText('Here you are.');
  await expect(notice(page)).toHaveCount(0);
  expect(JSON.stringify(app.requests[1]?.messages)).not.toContain('Write an exploit');
});

test('U121 another model may answer what was refused; a message that follows is sent without the refused turn', async ({
  page,
  app,
}) => {
  app.script = [REFUSED, ['Of course.'], [{ stop: 'refusal' }], ['A fresh start.']];
  await send(page, 'First');
  await notice(page).getByRole('button', { name: 'Use Other instead' }).click();
  await expect(answer(page)).toHaveText('Of course.');
  await send(page, 'Second');
  await expect(notice(page)).toContainText('It gave no reason.');
  await send(page, 'Third');
  await expect(answer(page).last()).toHaveText('A fresh start.');
  const sent = JSON.stringify(app.requests[3]?.messages);
  expect(sent).toContain('First');
  expect(sent).not.toContain('Second');
});

test('U122 a content filter is told apart from a refusal, below what had come', async ({ page, app }) => {
  const details = { type: 'content_filter', reason: 'SAFETY', explanation: 'Blocked.' } as const;
  app.script = [['The recipe begins with', { stop: 'refusal', details }]];
  await send(page, 'Go');
  await expect(notice(page)).toContainText('The provider’s content filter stopped the answer.');
  await expect(notice(page)).toContainText('Blocked.');
  await expect(answer(page)).toHaveText('The recipe begins with');
  await lookAround(page, 'stop-filter');
});

test('U123 a full window says so and goes on with what came before condensed', async ({ page, app }) => {
  const full = { stop: 'model_context_window_exceeded' } as const;
  app.script = [['The list has', full], ['They want a list.'], [' more entries.']];
  await send(page, 'List all');
  await expect(notice(page)).toContainText('The answer ended because the model’s context window was full.');
  await lookAround(page, 'stop-window');
  await notice(page).getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('1 earlier message was condensed')).toBeVisible();
  await expect(answer(page)).toHaveText('The list has more entries.');
  // What was condensed is not there to go on from, so the model reads where it had stopped.
  expect(JSON.stringify(app.requests[2]?.messages)).toContain('The list has');
});

test('U124 a reason that nobody knows is told as it is, and is no markup', async ({ page, app }) => {
  const details = { type: 'other', reason: '<img src=x onerror=alert(1)>\u200B' } as const;
  app.script = [['So far', { stop: 'other', details }]];
  await send(page, 'Go');
  await expect(notice(page)).toContainText('The model stopped: <img src=x onerror=alert(1)>\\u{200B}');
  await expect(notice(page).locator('img')).toHaveCount(0);
  await expect(notice(page).getByRole('button', { name: 'Continue' })).toBeVisible();
});
