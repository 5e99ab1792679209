import type { Page } from '@playwright/test';
import type { OfferedRule } from '../../packages/engine/src/approval.ts';
import { type AgentApp, test } from './agent-app.ts';
import { expect } from './app.ts';
import { ask, calls, card, deciding, POST, press, reload, settled, theEnd, unfold } from './cards.ts';
import { violations } from './look.ts';
import { askingChat, type Question } from './written-chat.ts';

const rule = (id: string, text: string, pattern?: OfferedRule['rule']['pattern']): OfferedRule => ({
  rule: { id, scope: 'chat', tool: 'post_message', verdict: 'allow', ...(pattern && { pattern }) },
  of: 'chat-1',
  text,
});
const NARROW = rule('narrow', 'Always allow “Post message” with channel #growth in this chat', {
  ...{ type: 'glob', argument: 'channel', glob: '#growth' },
});
const WIDE = rule('wide', 'Always allow “Post message” in this chat');

async function asked(page: Page, app: AgentApp, question: Question): Promise<void> {
  await page.goto(await askingChat(app, POST, question));
  await expect(page.locator('.mr-approval')).toBeVisible();
  await settled(page);
}

/** The decisions that the page sends; the server gets none of them when `refuse` says why. */
async function decisions(page: Page, refuse?: object): Promise<unknown[]> {
  const sent: unknown[] = [];
  await page.route('**/decisions', async (route) => {
    sent.push(route.request().postDataJSON().decision);
    if (refuse === undefined) await route.continue();
    else await route.fulfill({ status: 409, json: refuse });
  });
  return sent;
}

test('U40 a card says why it asks, and shows the rule before it is saved', async ({ page, app }) => {
  await asked(page, app, { reason: 'It posts where others read it.', rules: [NARROW] });
  const sent = await decisions(page);
  await expect(card(page)).toContainText('It posts where others read it.');
  await expect(card(page)).not.toContainText(NARROW.text);
  await press(card(page), 'Always allow');
  await expect(card(page)).toContainText(NARROW.text);
  await expect(card(page)).toContainText('You can revoke it in the settings.');
  await expect(card(page).getByRole('radio')).toHaveCount(0);
  expect(await violations(page)).toEqual([]);
  await press(card(page), 'Back');
  await expect(card(page).getByRole('button', { name: 'Always allow' })).toBeFocused();
  await press(card(page), 'Always allow');
  // Enter alone approves nothing here either.
  await card(page).getByRole('button', { name: 'Save rule and run' }).focus();
  await page.keyboard.press('Enter');
  await expect(card(page)).toContainText('Enter alone does not approve.');
  expect(sent).toEqual([]);
  await press(card(page), 'Save rule and run');
  await theEnd(page);
  expect(sent).toEqual([{ type: 'approve_always', rule_id: 'narrow' }]);
  await expect(calls(page)).toContainText('Always allowed by you');
});

test('U40 among several rules the person chooses, by keyboard too', async ({ page, app }) => {
  await asked(page, app, { rules: [NARROW, WIDE] });
  const sent = await decisions(page, { code: 'no_rule', message: 'This rule was not offered.' });
  await press(card(page), 'Always allow');
  const choices = card(page).getByRole('radio');
  await expect(choices).toHaveCount(2);
  await expect(choices.nth(0)).toBeChecked();
  await page.keyboard.press('Tab');
  await expect(choices.nth(0)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(card(page).getByRole('radio', { name: WIDE.text })).toBeChecked();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Control+Enter');
  // The server's refusal is shown here, and nothing is lost.
  await expect(card(page)).toContainText('This rule was not offered.');
  await expect(card(page).getByRole('radio', { name: WIDE.text })).toBeChecked();
  expect(sent).toEqual([{ type: 'approve_always', rule_id: 'wide' }]);
});

test('U40 an edit that the server does not take says why, and stays', async ({ page, app }) => {
  await asked(page, app, {});
  await press(card(page), 'Edit');
  const form = page.getByRole('group', { name: 'Editing Post to #growth' });
  await press(form, 'Show JSON');
  await form.getByRole('textbox').fill('{"channel": 7}');
  await press(form, 'Approve with changes');
  await expect(form).toContainText('channel must be a text');
  await expect(form.getByRole('textbox')).toHaveValue('{"channel": 7}');
  await form.getByRole('textbox').fill('{"channel": "#sales"}');
  await press(form, 'Approve with changes');
  await theEnd(page);
  expect(app.ran).toEqual([{ name: 'post_message', input: { channel: '#sales' } }]);
});

const LOOP = { repetition: { reason: 'identical', threshold: 3, signatures: ['a', 'a', 'a', 'a'] } } as const;
const loop = (page: Page) => page.getByRole('group', { name: 'It may be stuck same call 3 times' });

test('U43 a loop has its own card, where Enter stops and a hint goes to the model', async ({ page, app }) => {
  await asked(page, app, { ...LOOP, rules: [NARROW] });
  const sent = await decisions(page);
  await expect(loop(page)).toContainText('Post to #growth');
  await expect(loop(page)).toContainText('Q3 churn was 10.1%.');
  await expect(loop(page).getByRole('button', { name: 'Always allow' })).toHaveCount(0);
  await expect(loop(page).getByRole('button', { name: 'Approve' })).toHaveCount(0);
  expect(await violations(page)).toEqual([]);
  await loop(page).getByRole('button', { name: 'Try once more' }).focus();
  await page.keyboard.press('Enter');
  expect(sent).toEqual([]);
  await press(loop(page), 'Tell it what to try…');
  await loop(page)
    .getByRole('textbox', { name: /should it try/ })
    .fill('Look at the log first.');
  await page.keyboard.press('Alt+a');
  await expect(loop(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await theEnd(page);
  expect(sent).toEqual([{ type: 'reject', message: 'Look at the log first.' }]);
  expect(app.ran).toEqual([]);
});

test('U43 Ctrl+Enter stops a loop, too, and a press lets it go on', async ({ page, app }) => {
  await asked(page, app, LOOP);
  const sent = await decisions(page, { code: 'args_changed', message: 'Look again.' });
  await page.keyboard.press('Alt+a');
  await page.keyboard.press('Control+Enter');
  await expect(loop(page)).toContainText('Look again.');
  await loop(page).getByRole('button', { name: 'Try once more' }).click();
  await expect.poll(() => sent).toEqual([{ type: 'reject' }, { type: 'approve' }]);
});

test('U44 a question says until when it can be answered, and that its time is over', async ({
  page,
  app,
}) => {
  await page.clock.install();
  await asked(page, app, { expires_at: Date.now() + 600_000 });
  await expect(card(page)).toContainText(/until \d\d:\d\d/);
  await page.clock.fastForward(601_000);
  const call = calls(page);
  await expect(call.getByRole('alert')).toHaveText(
    'It is too late to decide: the time is up, or the run has ended.',
  );
  await expect(call).toContainText('Expired');
  await expect(deciding(call)).toHaveCount(0);
  expect(await violations(page)).toEqual([]);
});

test('U44 a call that nobody decided in time is not run, and says so', async ({ page, app }) => {
  await page.goto(await askingChat(app, POST, { expires_at: Date.now() + 2_000 }));
  await expect(page.getByText('The end.')).toBeVisible({ timeout: 20_000 });
  expect(app.ran).toEqual([]);
  await unfold(page);
  for (let round = 0; round < 2; round++) {
    await expect(calls(page)).toContainText('Nobody decided in time, so this was not run.');
    await expect(deciding(calls(page))).toHaveCount(0);
    await reload(page);
  }
});

test('U44 an answer that comes too late is told so by the server', async ({ page, app }) => {
  await asked(page, app, {});
  await decisions(page, { code: 'expired', message: 'Too late.' });
  await card(page).getByRole('button', { name: 'Approve' }).click();
  await expect(calls(page)).toContainText('Expired');
  await expect(deciding(calls(page))).toHaveCount(0);
});

test('U54 the chat list marks a chat that waits for the person, and only while it does', async ({
  page,
  app,
}) => {
  await ask(page, app, POST);
  const list = page.getByRole('navigation', { name: 'Chats' });
  await expect(list.getByRole('img', { name: 'Waiting for you' })).toBeVisible();
  await expect(list.getByRole('img', { name: 'Writing an answer' })).toHaveCount(0);
  await expect(list.getByRole('link', { name: 'Post the numbers Waiting for you' })).toBeVisible();
  await card(page).getByRole('button', { name: 'Approve' }).click();
  await theEnd(page);
  await expect(list.getByRole('img')).toHaveCount(0);
});
