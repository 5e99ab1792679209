import { test } from './agent-app.ts';
import { expect, send } from './app.ts';
import { calls, theEnd } from './cards.ts';
import { violations } from './look.ts';

test('T61 a question is read as the answer, and a suggestion with a mode switches to it', async ({
  page,
  app,
}) => {
  const follow_up = [{ answer: 'Red' }, { answer: 'Blue, and go on', mode: 'code' }];
  const question = 'Which **colour** shall it be?';
  app.script = [
    ['One thing first.', { id: 'q', name: 'ask_followup_question', input: { question, follow_up } }],
  ];
  await send(page, 'Paint it');
  const answer = page.locator('.mr-message-assistant').last();
  for (let round = 0; round < 2; round++) {
    await expect(answer.getByText('Which colour shall it be?')).toBeVisible();
    await expect(answer.locator('strong', { hasText: 'colour' })).toBeVisible();
    await expect(calls(page)).toHaveCount(0);
    await page.reload();
  }
  expect(await violations(page)).toEqual([]);
  const offers = page.getByRole('group', { name: 'Suggestions' });
  await expect(offers.getByRole('button')).toHaveText(['Red', 'Blue, and go on']);
  const picker = page.getByRole('combobox', { name: 'Mode' });
  await expect(picker).toHaveValue('chat');
  app.script = [[], ['I paint.', { id: 'e', name: 'attempt_completion', input: { result: 'The end.' } }]];
  await offers.getByRole('button', { name: 'Blue, and go on' }).click();
  await expect(page.locator('.mr-bubble').last()).toHaveText('Blue, and go on');
  await theEnd(page);
  await expect(picker).toHaveValue('code');
});

test('T61 what was done is read as the answer, with the command to try', async ({ page, app }) => {
  const result = 'All done:\n\n- one\n- two';
  app.script = [[{ id: 'e', name: 'attempt_completion', input: { result, command: 'npm start' } }]];
  await send(page, 'Do it');
  const answer = page.locator('.mr-message-assistant').last();
  await expect(answer.getByRole('listitem')).toHaveText(['one', 'two']);
  await expect(answer.getByText('Try it: npm start')).toBeVisible();
  await expect(calls(page)).toHaveCount(0);
  expect(await violations(page)).toEqual([]);
});

test('T61 one that could not be run shows what is wrong', async ({ page, app }) => {
  app.script = [
    [{ id: 'q', name: 'ask_followup_question', input: { question: 'Which?', follow_up: 'Red' } }],
  ];
  await send(page, 'Paint it');
  await theEnd(page);
  await expect(calls(page)).toHaveCount(1);
});
