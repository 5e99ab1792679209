import type { Locator, Page } from '@playwright/test';
import { test } from './agent-app.ts';
import { expect, send } from './app.ts';
import {
  ask,
  POST as CALL,
  type Call,
  calls,
  card as cardOf,
  deciding,
  openCall,
  press,
  reload,
  resultTold,
  theEnd,
  unfold,
} from './cards.ts';
import { violations } from './look.ts';
import { expectWritten } from './written.ts';

const OTHER: Call = {
  ...CALL,
  id: 'c2',
  input: { channel: '#sales', text: 'Free drove nearly all of it.' },
};

const card = (page: Page, to = '#growth'): Locator => cardOf(page, `Post to ${to}`);

test('U4 what is approved runs as it was shown, once, and the card keeps what was decided', async ({
  page,
  app,
}) => {
  await ask(page, app, CALL);
  await expect(card(page)).toContainText('#growth');
  await expect(card(page)).toContainText('Q3 churn was 10.1%.');
  await expect(card(page).getByRole('button')).toHaveText([
    /^Approve/,
    'Edit',
    'Reject…',
    'Add a note',
    'Always allow',
  ]);
  expect(app.ran).toEqual([]);
  await card(page).getByRole('button', { name: 'Approve' }).dblclick();
  await theEnd(page);
  expect(app.ran).toEqual([{ name: 'post_message', input: CALL.input }]);
  for (let round = 0; round < 2; round++) {
    await expect(calls(page)).toContainText('Posted to #growth');
    await expect(calls(page)).toContainText('Approved by you');
    await expect(calls(page)).toContainText('done');
    await expect(deciding(calls(page))).toHaveCount(0);
    await expect(await openCall(calls(page))).toHaveText('Posted to #growth.');
    await reload(page);
  }
});

test('U4 a rejection and its words reach the model, and nothing runs', async ({ page, app }) => {
  await ask(page, app, CALL);
  await press(card(page), 'Reject…');
  const field = card(page).getByRole('textbox');
  await expect(field).toBeFocused();
  await press(card(page), 'Back');
  await expect(card(page).getByRole('button', { name: 'Reject…' })).toBeFocused();
  await press(card(page), 'Reject…');
  await field.fill('Ask Ann first.');
  await page.keyboard.press('Control+Enter');
  await theEnd(page);
  expect(app.ran).toEqual([]);
  expect(resultTold(app, 'c1')).toContain('Ask Ann first.');
  for (let round = 0; round < 2; round++) {
    await expect(calls(page)).toContainText('Rejected by you: “Ask Ann first.”');
    // One line says it all.
    await expect(calls(page).locator('.mr-approval-decided:visible')).toHaveCount(0);
    await expect(deciding(calls(page))).toHaveCount(0);
    await reload(page);
  }
});

test('T6 two that wait are decided alone, in reverse order, and each acts at once', async ({ page, app }) => {
  await ask(page, app, CALL, OTHER);
  await card(page, '#sales').getByRole('button', { name: 'Approve' }).click();
  await expect(calls(page).nth(1)).toContainText('done');
  expect(app.ran).toEqual([{ name: 'post_message', input: OTHER.input }]);
  await expect(card(page)).toBeVisible();
  await expect(page.getByText('The end.')).toHaveCount(0);
  await press(card(page), 'Reject…');
  await card(page).getByRole('button', { name: 'Reject and send' }).click();
  await theEnd(page);
  expect(app.ran).toHaveLength(1);
  await expect(calls(page).nth(0)).toContainText('Rejected by you');
});

test('U58 cards behind the first are short, and open on Review; all of one kind are approved together', async ({
  page,
  app,
}) => {
  const long = { channel: '#ops', text: 'A long text. '.repeat(40) };
  await ask(page, app, CALL, OTHER, { ...CALL, id: 'c3', input: long });
  await expect(card(page).locator('.mr-approval-place')).toHaveText('1 of 3');
  await expect(card(page, '#sales').getByRole('button')).toHaveText(['Approve', 'Review']);
  await expect(card(page, '#sales').getByText('Free drove nearly all of it.')).toBeVisible();
  // The row above says what waits, and one of them says for all how they are decided.
  expect((await card(page, '#sales').locator('.mr-approval-head').boundingBox())?.height).toBe(1);
  await expect(page.getByText('You decide each action separately')).toHaveCount(1);
  // A card that is not in sight can't be approved, neither alone nor with the others.
  await expect(card(page, '#ops').getByRole('button')).toHaveText(['Review']);
  await expect(page.getByRole('button', { name: /^Approve all/ })).toHaveCount(0);
  await press(card(page, '#ops'), 'Review');
  await expect(card(page, '#ops')).toContainText('A long text. A long text.');
  await expect(card(page, '#ops')).toBeFocused();
  await card(page).getByRole('button', { name: 'Approve all 3' }).click();
  await theEnd(page);
  expect(app.ran.map(({ input }) => input['channel'])).toEqual(['#growth', '#sales', '#ops']);
});

test('U338 what destroys is never approved with others, and its yes does not shine', async ({
  page,
  app,
}) => {
  const rm = (id: string) => ({ id, name: 'execute_command', input: { command: `rm -f ${id}` } });
  await ask(page, app, rm('a'), rm('b'));
  const first = page.locator('[data-waiting]').first();
  await expect(first).toContainText('This destroys data.');
  await expect(first.getByRole('button', { name: 'Approve' })).not.toHaveClass(/primary/);
  await expect(page.getByRole('button', { name: /^Approve all/ })).toHaveCount(0);
  await expect(page.locator('[data-waiting]').nth(1).getByRole('button')).toHaveText(['Review']);
});

test('U339 a card that moves up takes no press at once, and says so', async ({ page, app }) => {
  await ask(page, app, CALL, OTHER);
  await page.evaluate(() => {
    // Somebody presses where the next card comes to stand.
    const watch = new MutationObserver(() => {
      const waiting = document.querySelectorAll<HTMLElement>('[data-waiting]');
      const button = waiting[0]?.querySelector<HTMLElement>('.mr-button-primary');
      if (waiting.length !== 1 || !button) return;
      watch.disconnect();
      setTimeout(() => button.click());
    });
    watch.observe(document.body, { subtree: true, childList: true, attributes: true });
  });
  await press(card(page), 'Approve');
  await expect(card(page, '#sales')).toContainText('This just appeared.');
  expect(app.ran).toHaveLength(1);
});

test('U45 what is rejected does not keep the others busy: a message still cancels them', async ({
  page,
  app,
}) => {
  await ask(page, app, CALL, OTHER);
  await press(card(page), 'Reject…');
  await press(card(page), 'Reject and send');
  await expect(calls(page).first()).toContainText('Rejected by you');
  await expect(page.getByText('A message cancels the waiting action')).toBeVisible();
  await expect(page.getByRole('log')).toHaveAttribute('aria-busy', 'false');
  await send(page, 'Forget it');
  await expect(page.getByText('The end.')).toBeVisible();
  await expect(page.locator('[data-waiting]')).toHaveCount(0);
});

test('U45 a message instead of a decision ends what waits, and the cards say so', async ({ page, app }) => {
  await ask(page, app, CALL, OTHER);
  await expect(page.getByText('A message cancels the 2 waiting actions')).toBeVisible();
  await send(page, 'Wait, is Friday better?');
  await theEnd(page);
  expect(app.ran).toEqual([]);
  for (let round = 0; round < 2; round++) {
    for (const call of [0, 1]) {
      await expect(calls(page).nth(call)).toContainText('not run');
      await expect(calls(page).nth(call)).toContainText('You wrote a message instead, so this was not run.');
      await expect(deciding(calls(page).nth(call))).toHaveCount(0);
    }
    await expect(page.locator('.mr-message')).toHaveCount(4);
    await reload(page);
  }
});

test('U350 Stop ends an answer that waits, and what was written stays in the box', async ({ page, app }) => {
  await ask(page, app, CALL);
  const box = page.getByRole('textbox', { name: 'Message' });
  await box.fill('And now?');
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByText(/^You stopped this/)).toBeVisible();
  await unfold(page);
  for (let round = 0; round < 2; round++) {
    await expect(calls(page)).toContainText('not run');
    await expect(deciding(calls(page))).toHaveCount(0);
    await expect(page.getByText(/^You stopped this/)).toBeVisible();
    if (round === 0) await expectWritten(box, 'And now?');
    await reload(page);
  }
  expect(app.ran).toEqual([]);
});

test('L302 a call shows that it runs, how far it is, and what became of it', async ({ page, app }) => {
  const call = (id: string, name: string, input: object) => ({ id, name, input: { ...input } });
  app.script = [
    [
      call('a', 'look_up', { query: 'rain' }),
      call('b', 'look_up', { query: 'nothing' }),
      call('c', 'slow', {}),
    ],
  ];
  await send(page, 'Look');
  await expect(calls(page).nth(2)).toContainText(/running.*\d+ s/);
  await expect(calls(page).nth(2)).toContainText('Half of it is done');
  await expect(calls(page).nth(2).getByRole('progressbar')).toHaveAttribute('value', '0.5');
  expect(await violations(page)).toEqual([]);
  app.release();
  await theEnd(page);
  for (let round = 0; round < 2; round++) {
    for (const [i, state, output] of [
      [0, 'done', 'Found rain.'],
      [1, 'failed: Nothing is there.', 'The tool failed: Nothing is there.'],
      [2, 'done', 'Done at last.'],
    ] as const) {
      await expect(calls(page).nth(i)).toContainText(state);
      await expect(await openCall(calls(page).nth(i))).toHaveText(output);
    }
    await reload(page);
  }
});
