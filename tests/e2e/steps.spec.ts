import type { Page } from '@playwright/test';
import { test } from './agent-app.ts';
import { expect, send } from './app.ts';
import { calls, press, settled, theEnd } from './cards.ts';
import { lookTwice } from './look.ts';

const answer = (page: Page) => page.locator('.mr-message-assistant').last();

for (const layout of ['split', 'interleaved'])
  test(`T17 what the answer says keeps its nodes while steps come, fold and end, ${layout}`, async ({
    page,
    app,
  }) => {
    await page.evaluate((value) => localStorage.setItem('millrace.timeline', value), layout);
    await page.reload();
    app.script = [
      ['Before all.', { id: 's', name: 'slow', input: {} }],
      ['In between.', { id: 'l', name: 'look_up', input: { query: 'rain' } }],
    ];
    await send(page, 'Go');
    await expect(answer(page).getByText('Half of it is done')).toBeVisible();
    const node = await answer(page).getByText('Before all.').elementHandle();
    app.release();
    await theEnd(page);
    await expect(calls(page)).toHaveCount(2);
    expect(
      await answer(page)
        .getByText('Before all.')
        .evaluate((now, then) => now === then, node),
    ).toBe(true);
    // The steps are above the text, or where they happened.
    const order = await answer(page)
      .locator('.mr-timeline-head, .mr-answer')
      .evaluateAll((all) => all.map((each) => (each.matches('button') ? 'steps' : each.textContent)));
    expect(order).toEqual(
      layout === 'split'
        ? ['steps', 'The end.']
        : ['Before all.', 'steps', 'In between.', 'steps', 'The end.'],
    );
    // A step alone is told by its own words.
    if (layout === 'interleaved')
      await expect(answer(page).locator('.mr-timeline-head')).toHaveText([/^Slow/, 'Looked up rain']);
    // Process never stands in the body.
    await expect(answer(page).locator('.mr-answer .mr-tool')).toHaveCount(0);
  });

test('A256 the app draws a plan as a list and a command as in a terminal, and opens them from their rows', async ({
  page,
  app,
}) => {
  const todos = '[x] Read the code\n[-] Write the limiter, with one window for each key\n[ ] Run the tests';
  app.script = [
    [{ id: 't', name: 'update_todo_list', input: { todos } }],
    [{ id: 'x', name: 'execute_command', input: { command: 'echo "2 of 3 passed"; exit 1' } }],
  ];
  await send(page, 'Go');
  const asks = page.locator('[data-waiting]');
  await expect(asks).toContainText('echo');
  await settled(page);
  await press(asks, 'Approve');
  await theEnd(page);
  await expect(calls(page).nth(1)).toContainText('exit code 1');
  for (const row of await calls(page).all()) await row.locator('.mr-step-head').click();
  const plan = calls(page).nth(0).getByRole('list', { name: 'Planned steps' });
  await expect(plan.getByRole('listitem')).toHaveText([
    /^Done:\s*Read the code$/,
    /^In progress:\s*Write the limiter/,
    /^Open:\s*Run the tests$/,
  ]);
  await expect(calls(page).nth(1).locator('.mr-command-line')).toHaveText('$ echo "2 of 3 passed"; exit 1');
  await expect(calls(page).nth(1).getByRole('group', { name: 'Output' })).toContainText('2 of 3 passed');
  await lookTwice(page, 'own-tools');
  await page.setViewportSize({ width: 390, height: 844 });
  await lookTwice(page, 'own-tools-390');
});
