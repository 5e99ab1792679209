import type { Page } from '@playwright/test';
import type { RunEvent } from '../../packages/engine/src/run.ts';
import { type AgentApp, say, test } from './agent-app.ts';
import { expect, signIn, watchProblems } from './app.ts';
import { ask, POST as CALL, calls, card, deciding, press, reload, settled, theEnd, unfold } from './cards.ts';
import { violations } from './look.ts';

const STREAMS = /\/api\/(sync|runs\/[^/]+\/events|chats\/[^/]+\/messages\?\w+=\d+)$/;

/** From now on the page hears nothing, and shows what it knows. */
async function goDeaf(page: Page, app: AgentApp): Promise<void> {
  await page.route(STREAMS, (route) => route.abort());
  await app.restart();
}

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

test('U355 a decision that does not arrive says so, and counts once when it is sent again', async ({
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

test('U354 a decision of another device turns the card into its result', async ({ page, app, browser }) => {
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
  await expect(calls(page)).toContainText('Rejected from Chrome on Linux: “Not now”');
  await expect(deciding(calls(page))).toHaveCount(0);
  await expect(calls(other)).toContainText('Rejected by you: “Not now”');
  expect(problems).toEqual([]);
});

const PIXEL =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36';

test('U100 a decision of another device says its name, at once, to a late press and after a reload', async ({
  page,
  app,
  browser,
}) => {
  await ask(page, app, CALL);
  await goDeaf(page, app);
  const phone = await (await browser.newContext({ userAgent: PIXEL })).newPage();
  await signIn(phone, app);
  await phone.goto(page.url());
  await expect(card(phone)).toBeVisible();
  await settled(phone);
  await press(card(phone), 'Approve');
  await expect(phone.getByText('The end.')).toBeVisible();
  await card(page).getByRole('button', { name: 'Approve' }).click();
  await expect(calls(page)).toContainText('Approved from Pixel 9. The first decision counts');
  await page.unroute(STREAMS);
  for (const after of ['reload', 'restart']) {
    if (after === 'restart') await app.restart();
    await page.reload();
    await unfold(page);
    await expect(calls(page)).toContainText('Approved from Pixel 9');
  }
  await phone.reload();
  await unfold(phone);
  await expect(calls(phone)).toContainText('Approved by you');
});

test('U354 a press on a stale card says what holds and by whom', async ({ page, app, browser }) => {
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
    'Rejected from Chrome on Linux. The first decision counts; yours changed nothing.',
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
  test(`U356 a call that may have run is asked about: ${button}`, async ({ page, app }) => {
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
