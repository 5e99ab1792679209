import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { test } from './agent-app.ts';
import { expect } from './app.ts';
import { ask, POST as CALL, calls, card, openCall, press, reload, resultTold, theEnd } from './cards.ts';
import { violations } from './look.ts';
import { storyOf } from './scenes/story.ts';
import { writeRun } from './scenes/written-run.ts';

const editing = (page: Page): Locator => page.getByRole('group', { name: 'Editing Post to #growth' });
const field = (page: Page, name: string): Locator => editing(page).getByRole('textbox', { name });

test('U4 an edit is what runs, and the model is told', async ({ page, app }) => {
  await ask(page, app, CALL);
  await press(card(page), 'Edit');
  const approve = editing(page).getByRole('button', { name: 'Approve with changes' });
  await expect(field(page, 'Channel')).toBeFocused();
  await expect(editing(page)).toContainText('No changes yet');
  await expect(approve).toHaveAttribute('aria-disabled', 'true');
  await field(page, 'Channel').fill('#growth-private');
  await field(page, 'Message').fill('Churn.');
  await expect(editing(page)).toContainText(
    '2 changes from what the model asked for. The model will be told.',
  );
  const edited = { channel: '#growth-private', text: 'Churn.' };
  await approve.click();
  await theEnd(page);
  expect(app.ran).toEqual([{ name: 'post_message', input: edited }]);
  expect(resultTold(app, 'c1')).toContain(JSON.stringify(edited));
  for (let round = 0; round < 2; round++) {
    await expect(calls(page)).toContainText('Approved with changes by you');
    const input = await openCall(calls(page), 'Input');
    await expect(input.locator('dd').first()).toHaveText('#growth-private');
    await reload(page);
  }
});

test('U333 the JSON and the form show the same, both ways, and JSON is checked while it is written', async ({
  page,
  app,
}) => {
  await ask(page, app, CALL);
  await press(card(page), 'Edit');
  await field(page, 'Message').fill('Typed.');
  await press(editing(page), 'Show JSON');
  const json = editing(page).getByRole('textbox', { name: 'Input as JSON' });
  await expect(json).toBeFocused();
  await expect(json).toHaveValue(/"text": "Typed\."/);
  for (const [text, says] of [
    ['{\n  "channel": nowhere\n}', 'Line 2, column 15: '],
    ['{"channel": "#growth"', 'is incomplete'],
    ['["#growth"]', 'must be a JSON object'],
    ['{"text": "x"}', 'channel: This is required.'],
  ] as const) {
    await json.fill(text);
    await expect(editing(page)).toContainText(says);
    await expect(json).toHaveAttribute('aria-invalid', 'true');
    await page.keyboard.press('Control+Enter');
  }
  await json.fill('{"channel":');
  await press(editing(page), 'Show form');
  await expect(editing(page)).toContainText('Fix the JSON before you go back to the form.');
  expect(app.ran).toEqual([]);
  await json.fill('{"channel": "#ops", "text": "From JSON", "loud": true}');
  await press(editing(page), 'Show form');
  await expect(field(page, 'Channel')).toHaveValue('#ops');
  await editing(page).getByRole('checkbox', { name: 'Loud' }).uncheck();
  await press(editing(page), 'Approve with changes');
  await theEnd(page);
  const input = { channel: '#ops', text: 'From JSON', loud: false };
  expect(app.ran).toEqual([{ name: 'post_message', input }]);
});

test('U334 a call without arguments is edited as JSON', async ({ page, app }) => {
  await app.restart(async (store) => {
    const story = storyOf(await writeRun(store, { chatId: 'bare', question: 'Go.', agoMs: 2000 }));
    await story.step();
    await story.asks({ tool_use_id: 'c1', tool: 'go', input: {}, title: 'Go' });
  });
  await page.goto(`${app.url}/chat/bare`);
  await expect(card(page, 'Go')).toContainText('No arguments');
  await press(card(page, 'Go'), 'Edit');
  const json = page.getByRole('textbox', { name: 'Input as JSON' });
  await expect(json).toBeFocused();
  await expect(json).toHaveValue('{}');
});

test('U56 what is wrong stands beside its field, is told aloud, and nothing is sent', async ({
  page,
  app,
}) => {
  await ask(page, app, CALL);
  await press(card(page), 'Edit');
  await press(editing(page), 'Show JSON');
  await editing(page).getByRole('textbox').fill('{"text": "No channel"}');
  await press(editing(page), 'Show form');
  await field(page, 'Message').fill('x');
  await page.keyboard.press('Control+Enter');
  await expect(field(page, 'Channel')).toBeFocused();
  await expect(field(page, 'Channel')).toHaveAttribute('aria-invalid', 'true');
  await expect(field(page, 'Channel')).toHaveAccessibleDescription(/This is required\./);
  await expect(editing(page).getByRole('alert')).toHaveText('1 field needs fixing: Channel.');
  expect(await violations(page)).toEqual([]);
  expect(app.ran).toEqual([]);
  await field(page, 'Channel').fill('#ops');
  await page.keyboard.press('Control+Enter');
  await theEnd(page);
  expect(app.ran).toEqual([{ name: 'post_message', input: { text: 'x', channel: '#ops' } }]);
});

test('U57 a change of a file is a diff before anybody approves, which follows an edit or says that it can’t', async ({
  page,
  app,
}) => {
  const file = join(app.workspace, 'app.ts');
  writeFileSync(file, 'one\ntwo\nthree\n');
  const input = {
    target_file: 'app.ts',
    instructions: 'Use a digit',
    code_edit: '// ... existing code ...\none\n2\nthree',
  };
  await ask(page, app, { id: 'c1', name: 'edit_file', input });
  const asked = page.locator('[data-waiting]');
  const diff = asked.getByRole('figure', { name: 'Changes to app.ts' });
  await expect(diff).toContainText('+1 −1');
  await expect(calls(page).locator('.mr-step-head')).toContainText('+1 −1');
  await expect(diff.locator('.mr-diff-row')).toHaveText(['11 one', '2−two', '2+2', '33 three']);
  // The arguments that the diff does not show are open, the rest can be opened.
  await expect(asked.getByText('Use a digit')).toBeVisible();
  await expect(asked.getByText('existing code')).toBeHidden();
  await asked.getByText('All arguments').click();
  await expect(asked.getByText('existing code')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await press(asked, 'Edit');
  const stale = asked.getByText('The change above is what the model asked for');
  await expect(stale).toHaveCount(0);
  const code = asked.getByRole('textbox', { name: 'Code edit' });
  await expect(code).toBeInViewport();
  // No keyboard corrects the text here.
  for (const [name, value] of [
    ['spellcheck', 'false'],
    ['autocorrect', 'off'],
    ['autocapitalize', 'none'],
  ] as const)
    await expect(code).toHaveAttribute(name, value);
  await code.fill('// ... existing code ...\none\nII\nIII\nthree');
  await expect(diff.locator('.mr-diff-row')).toHaveText(['11 one', '2−two', '2+II', '3+III', '34 three']);
  await expect(stale).toHaveCount(0);
  await page.route('**/preview', (route) => route.abort());
  await code.fill('// ... existing code ...\none\nII\nthree');
  await expect(stale).toBeVisible();
  await page.unroute('**/preview');
  await code.fill('// ... existing code ...\none\nII\nIII\nthree');
  await expect(stale).toHaveCount(0);
  expect(readFileSync(file, 'utf8')).toBe('one\ntwo\nthree\n');
  await press(asked, 'Approve with changes');
  await theEnd(page);
  expect(readFileSync(file, 'utf8')).toBe('one\nII\nIII\nthree\n');
  // The step shows the change that was made, not the one that was proposed.
  for (let round = 0; round < 2; round++) {
    await expect(calls(page).locator('.mr-step-head')).toContainText('+2 −1');
    await expect(calls(page).locator('.mr-step-head')).toContainText('2 lines added, 1 line removed');
    await reload(page);
  }
});
