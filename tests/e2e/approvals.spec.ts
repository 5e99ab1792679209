import type { Locator, Page } from '@playwright/test';
import type { RunEvent } from '../../packages/engine/src/index.ts';
import { type AgentApp, say, test } from './agent-app.ts';
import { expect, send, signIn, watchProblems } from './app.ts';
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
  settled,
  theEnd,
  unfold,
} from './cards.ts';
import { violations } from './look.ts';

const OTHER: Call = {
  ...CALL,
  id: 'c2',
  input: { channel: '#sales', text: 'Free drove nearly all of it.' },
};

const card = (page: Page, to = '#growth'): Locator => cardOf(page, `Post to ${to}`);

const STREAMS = /\/api\/(sync|runs\/[^/]+\/events)$/;

/** From now on the page hears nothing, and shows what it knows. */
async function goDeaf(page: Page, app: AgentApp): Promise<void> {
  await page.route(STREAMS, (route) => route.abort());
  await app.restart();
}

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
    'Always allow…',
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

test('U4 an edit is what runs, it is checked while it is written, and the model is told', async ({
  page,
  app,
}) => {
  await ask(page, app, CALL);
  await press(card(page), 'Edit');
  const form = page.getByRole('group', { name: 'Editing Post to #growth' });
  const field = form.getByRole('textbox', { name: 'Input as JSON' });
  const approve = form.getByRole('button', { name: 'Approve with changes' });
  await expect(field).toBeFocused();
  await expect(form).toContainText('No change yet');
  await expect(approve).toHaveAttribute('aria-disabled', 'true');
  for (const [text, says] of [
    ['{\n  "channel": nowhere\n}', 'Line 2, column 15: '],
    ['{"channel": "#growth"', 'ends too early'],
    ['["#growth"]', 'must be a JSON object'],
  ] as const) {
    await field.fill(text);
    await expect(form).toContainText(says);
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await page.keyboard.press('Control+Enter');
  }
  expect(app.ran).toEqual([]);
  const edited = { channel: '#growth-private', text: CALL.input['text'] };
  await field.fill(JSON.stringify(edited));
  await expect(form).toContainText('1 change from what the model asked for. It will be told.');
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

test('U4 a rejection and its words reach the model, and nothing runs', async ({ page, app }) => {
  await ask(page, app, CALL);
  await press(card(page), 'Reject…');
  const field = card(page).getByRole('textbox');
  await expect(field).toBeFocused();
  await press(card(page), 'Back');
  await expect(card(page)).toBeFocused();
  await press(card(page), 'Reject…');
  await field.fill('Ask Ann first.');
  await page.keyboard.press('Control+Enter');
  await theEnd(page);
  expect(app.ran).toEqual([]);
  expect(resultTold(app, 'c1')).toContain('Ask Ann first.');
  for (let round = 0; round < 2; round++) {
    await expect(calls(page)).toContainText('Rejected by you: “Ask Ann first.”');
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

test('U5 a card is there after a reload, and after a restart of the server', async ({ page, app }) => {
  await ask(page, app, CALL);
  await page.reload();
  await expect(card(page)).toBeVisible();
  await app.restart();
  await expect(card(page)).toBeVisible();
  await settled(page);
  await card(page).getByRole('button', { name: 'Approve' }).click();
  await theEnd(page);
  expect(app.ran).toEqual([{ name: 'post_message', input: CALL.input }]);
});

test('U5 a decision that does not arrive says so, and counts once when it is sent again', async ({
  page,
  app,
}) => {
  await ask(page, app, CALL);
  const commands: string[] = [];
  let lose = true;
  await page.route('**/decisions', async (route) => {
    commands.push(route.request().postDataJSON().command_id);
    // The server takes it, but its answer is lost.
    if (lose) await route.fetch();
    if (lose) await route.abort();
    else await route.continue();
  });
  await goDeaf(page, app);
  await card(page).getByRole('button', { name: 'Approve' }).click();
  await expect(card(page)).toContainText('Your decision did not arrive');
  lose = false;
  await card(page).getByRole('button', { name: 'Approve' }).click();
  await expect(card(page)).toHaveCount(0);
  expect(new Set(commands).size).toBe(1);
  expect(commands.length).toBeGreaterThan(1);
  await page.unroute(STREAMS);
  await theEnd(page);
  await expect(calls(page)).toContainText('Approved by you');
  expect(app.ran).toHaveLength(1);
});

test('U5 a decision of another device turns the card into its result', async ({ page, app, browser }) => {
  await ask(page, app, CALL);
  const other = await (await browser.newContext()).newPage();
  const problems = watchProblems(other);
  await signIn(other, app);
  await other.goto(page.url());
  await expect(card(other)).toBeVisible();
  await settled(other);
  await press(card(other), 'Reject…');
  await other.getByRole('textbox', { name: /instead/ }).fill('Not now');
  await press(card(other), 'Reject and send');
  await unfold(page);
  await unfold(other);
  await expect(calls(page)).toContainText('Rejected from another device: “Not now”');
  await expect(deciding(calls(page))).toHaveCount(0);
  await expect(calls(other)).toContainText('Rejected by you: “Not now”');
  expect(problems).toEqual([]);
});

test('U5 a press on a stale card says what holds and by whom', async ({ page, app, browser }) => {
  await ask(page, app, CALL);
  await goDeaf(page, app);
  const other = await (await browser.newContext()).newPage();
  await signIn(other, app);
  await other.goto(page.url());
  await expect(card(other)).toBeVisible();
  await settled(other);
  await press(card(other), 'Reject…');
  await press(card(other), 'Reject and send');
  await expect(other.getByText('The end.')).toBeVisible();
  await card(page).getByRole('button', { name: 'Approve' }).click();
  await expect(calls(page)).toContainText(
    'Rejected from another device. The first decision holds; yours changed nothing.',
  );
  await expect(deciding(calls(page))).toHaveCount(0);
  expect(app.ran).toEqual([]);
});

const BEGUN: readonly RunEvent[] = [
  { type: 'step_start', step: 1, attempt: 1 },
  ...say(['I post it.', CALL]),
  { type: 'tool_start', tool: CALL.name, tool_use_id: CALL.id, input: CALL.input },
];

/** A chat with a call that was begun when its worker died. */
async function diedInTheMiddle(app: AgentApp): Promise<string> {
  await app.restart(async (store) => {
    const ts = Date.now();
    await store.createChat('chat-1', ts);
    const ids = { commandId: 'cmd', chatId: 'chat-1', messageId: 'm', runId: 'run-1' };
    await store.postMessage({ ...ids, text: 'Post the numbers', model: 'test/script', ts });
    await store.claimRun('run-1', { owner: 'dead', now: ts, leaseMs: 60_000 });
    await store.append({ runId: 'run-1', fence: 1 }, 0, BEGUN, ts, 'durable');
  });
  return `${app.url}/chat/chat-1`;
}

for (const [button, runs, line] of [
  ['Run it again', 1, 'Run again by you'],
  ['Leave it', 0, 'Left alone by you'],
] as const) {
  test(`U5 a call that may have run is asked about: ${button}`, async ({ page, app }) => {
    await page.goto(await diedInTheMiddle(app));
    await expect(card(page)).toContainText(
      'This may have run: the server stopped in the middle. Check, then decide.',
    );
    await expect(card(page).getByRole('button')).toHaveText(['Run it again', 'Leave it']);
    expect(await violations(page)).toEqual([]);
    await settled(page);
    await press(card(page), button);
    await theEnd(page);
    expect(app.ran).toHaveLength(runs);
    for (let round = 0; round < 2; round++) {
      await expect(calls(page)).toContainText(line);
      await reload(page);
    }
  });
}

test('U6 nothing hides in an argument, in the card or in the editor', async ({ page, app }) => {
  const text = `curl x\u202e | sh\u200b${'long '.repeat(200)}end\u0007`;
  await ask(page, app, { ...CALL, input: { channel: '#gro\u200bwth', text } });
  const asked = page.locator('[data-waiting]');
  await expect(asked.locator('.mr-approval-head')).toContainText('Post to #gro\\u{200B}wth');
  const value = asked.locator('dd').nth(1);
  await expect(value).toHaveText(`curl x\\u{202E} | sh\\u{200B}${'long '.repeat(200)}end\\u{7}`);
  await expect(asked).toContainText('shown as escapes');
  // Wrapped, not cut.
  const box = await value.evaluate((element) => ({
    cut: element.scrollWidth > element.clientWidth,
    lines: element.clientHeight / 20,
  }));
  expect(box.cut).toBe(false);
  expect(box.lines).toBeGreaterThan(5);
  await press(asked, 'Edit');
  await expect(asked.getByRole('textbox')).toHaveValue(/curl x\\u202e \| sh\\u200b.*end\\u0007/);
});

test('U6 a long argument scrolls and says so, with the question and the buttons in view', async ({
  page,
  app,
}) => {
  const text = Array.from({ length: 210 }, (_, i) => `line ${i}`).join('\n');
  await ask(page, app, { ...CALL, input: { channel: '#growth', text } });
  await expect(card(page)).toContainText('211 lines, showing 40');
  await expect(card(page)).toContainText('line 209');
  await expect(card(page).locator('.mr-approval-head')).toBeInViewport();
  await expect(card(page).getByRole('button', { name: 'Approve' })).toBeInViewport();
  await press(card(page), 'Show all');
  await expect(card(page)).not.toContainText('showing 40');
});

test('U6 Enter alone never approves, a press in the first moment does nothing, and Ctrl+Enter approves', async ({
  page,
  app,
}) => {
  app.script = [[CALL]];
  // Somebody was about to press where the card appears.
  await page.evaluate(() => {
    const watch = new MutationObserver(() => {
      const button = document.querySelector<HTMLElement>('[data-waiting] button');
      if (button === null) return;
      watch.disconnect();
      button.click();
      document.body.dataset['pressed'] = button.textContent ?? '';
    });
    watch.observe(document.body, { subtree: true, childList: true });
  });
  await send(page, 'Post it');
  const approve = card(page).getByRole('button', { name: 'Approve' });
  await expect(page.locator('body')).toHaveAttribute('data-pressed', /^Approve/);
  await settled(page);
  await expect(approve).not.toBeFocused();
  await card(page).focus();
  await page.keyboard.press('Enter');
  await approve.focus();
  await page.keyboard.press('Enter');
  await expect(card(page)).toContainText('Enter alone does not approve. Press Ctrl ↵.');
  expect(app.ran).toEqual([]);
  await card(page).focus();
  await page.keyboard.press('Control+Enter');
  await theEnd(page);
  expect(app.ran).toHaveLength(1);
});

test('W3 cards are decided with the keyboard alone', async ({ page, app }) => {
  await ask(page, app, CALL, OTHER);
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeFocused();
  await page.keyboard.press('Alt+a');
  await expect(card(page)).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(card(page).getByRole('button', { name: 'Approve' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.type('No thanks');
  await page.keyboard.press('Control+Enter');
  await expect(calls(page).nth(0)).toContainText('Rejected by you');
  // The focus is where the card was.
  await expect(calls(page).nth(0)).toBeFocused();
  await page.keyboard.press('Alt+a');
  await expect(card(page, '#sales')).toBeFocused();
  await page.keyboard.press('Control+Enter');
  await theEnd(page);
  expect(app.ran).toEqual([{ name: 'post_message', input: OTHER.input }]);
});

test('U20 a bar tells of cards out of sight, and leads to them', async ({ page, app }) => {
  // Where steps stand between what is said, cards can be far from each other.
  await page.evaluate(() => localStorage.setItem('millrace-timeline', 'interleaved'));
  await page.reload();
  app.script = [[CALL, 'Meanwhile. '.repeat(500), OTHER]];
  await send(page, 'Post the numbers');
  await expect(card(page, '#sales')).toBeInViewport();
  await expect(card(page)).not.toBeInViewport();
  const bar = page.locator('.mr-waiting-bar');
  await expect(bar).toHaveText(/2 actions wait for you\s*·\s*Review/);
  await bar.getByRole('button', { name: 'Review' }).click();
  await expect(card(page)).toBeFocused();
  await expect(card(page)).toBeInViewport();
  // Now the other one is away.
  await bar.getByRole('button', { name: 'Review' }).click();
  await expect(card(page, '#sales')).toBeFocused();
  await page.keyboard.press('Alt+a');
  await expect(card(page)).toBeFocused();
  await page.setViewportSize({ width: 1280, height: 2800 });
  await expect(bar).toHaveCount(0);
});

test('U13 what waits is told aloud once, and nothing is busy meanwhile', async ({ page, app }) => {
  await ask(page, app, CALL, OTHER);
  await expect(page.locator('[aria-live="assertive"]')).toHaveText(
    'Waiting for you: Post to #growth; Post to #sales',
  );
  await expect(page.getByRole('log')).toHaveAttribute('aria-busy', 'false');
  await expect(page.getByRole('button', { name: /^Paused at step 1/ })).toBeVisible();
  await card(page).getByRole('button', { name: 'Approve' }).click();
  await expect(calls(page).nth(0)).toContainText('done');
  await expect(page.locator('[aria-live="assertive"]')).toHaveText(/Post to #growth; Post to #sales$/);
});

test('U27 Stop ends an answer that waits, and what was written stays in the box', async ({ page, app }) => {
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
    if (round === 0) await expect(box).toHaveValue('And now?');
    await reload(page);
  }
  expect(app.ran).toEqual([]);
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

test('L13 a call shows that it runs, how far it is, and what became of it', async ({ page, app }) => {
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
      [1, 'failed', 'The tool failed: Nothing is there.'],
      [2, 'done', 'Done at last.'],
    ] as const) {
      await expect(calls(page).nth(i)).toContainText(state);
      await expect(await openCall(calls(page).nth(i))).toHaveText(output);
    }
    await reload(page);
  }
});

for (const theme of ['light', 'dark'] as const) {
  for (const [device, viewport] of [
    ['wide', { width: 1280, height: 960 }],
    ['phone', { width: 390, height: 844 }],
  ] as const) {
    test(`U26 cards have no violations and fit, ${theme}, ${device}`, async ({ page, app }) => {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      await page.setViewportSize(viewport);
      const see = async (name: string): Promise<void> => {
        await page.evaluate(() => document.fonts.ready);
        expect(await violations(page)).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
        await page.screenshot({ path: `test-results/cards/${name}-${device}-${theme}.png` });
      };
      await ask(page, app, CALL, {
        ...OTHER,
        input: {
          channel: '#sales',
          text: 'rm\u202e -rf dist && npm run build',
        },
      });
      await see('waiting');
      if (device === 'phone') {
        for (const button of await page.locator('[data-waiting] button').all()) {
          expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);
        }
      }
      await press(card(page), 'Edit');
      await page
        .getByRole('textbox', { name: 'Input as JSON' })
        .fill('{\n  "channel": "#growth-private",\n  "text": "Q3 churn was 10.1%."\n}');
      await see('editing');
      await press(card(page, '#sales'), 'Reject…');
      await page.getByRole('textbox', { name: /instead/ }).fill('Don’t delete dist, CI reads it.');
      await see('rejecting');
      await press(card(page, '#sales'), 'Reject and send');
      await press(page.getByRole('group', { name: /^Editing/ }), 'Approve with changes');
      await theEnd(page);
      await see('decided');
    });
  }
}
