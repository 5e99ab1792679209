import { expect, type Locator, type Page, test } from '@playwright/test';
import { approvalInterrupt, doomLoopInterrupt } from '../../packages/engine/src/approval.ts';
import type { MessageContent } from '../../packages/engine/src/index.ts';
import { buildLibraryPage, type LibraryPage } from './library-page.ts';
import { violations as found, lookTwice } from './look.ts';
import type { Shown, TimelinePage } from './timeline/page.tsx';

declare global {
  interface Window {
    timeline: TimelinePage;
  }
}

let built: LibraryPage;
test.beforeAll(async () => {
  built = await buildLibraryPage('timeline');
});
test.beforeEach(async ({ page }) => {
  await page.clock.install({ time: 900_000 });
  await built.open(page);
  // From here on time goes on only when a test says so.
  await page.clock.pauseAt(1_000_000);
});

const show = (page: Page, shown: Shown): Promise<void> =>
  page.evaluate((next) => window.timeline.show(next), shown);
const call = (toolCallId: string, more: object = {}): MessageContent => ({
  ...{ type: 'tool-call', toolCallId, toolName: 'post', args: { channel: toolCallId } },
  ...more,
});
const done = (id: string, more: object = {}): MessageContent => call(id, { result: 'ok', ...more });
const asked = (id: string): MessageContent =>
  call(id, {
    result: approvalInterrupt({ tool: 'post', input: { channel: id } }, { description: `Post to ${id}` }),
  });
const head = (page: Page): Locator => page.locator('.mr-timeline-head');
const rows = (page: Page): Locator => page.getByRole('list', { name: 'Steps' }).getByRole('listitem');
const row = (page: Page, nth: number): Locator => rows(page).nth(nth);
const expanded = (where: Locator, is: boolean): Promise<void> =>
  expect(where).toHaveAttribute('aria-expanded', String(is));
/** Looks for violations. This needs a clock that runs. */
async function violations(page: Page): Promise<string[]> {
  await page.clock.resume();
  return found(page);
}
const EDIT = { toolName: 'edit_file', args: { target_file: 'src/app.ts' } };
const TITLE = { title: 'Edit src/app.ts' };

test('U9 it is open while it runs, names the step, and folds a moment after the end', async ({ page }) => {
  const content = [done('#a'), call('e', EDIT)];
  const details = { '#a': { startedAt: 0, endedAt: 2_800 }, e: { ...TITLE, startedAt: 978_000 } };
  await show(page, { content, details, status: 'running', startedAt: 978_000 });
  await expanded(head(page), true);
  await expect(head(page)).toHaveText('Editing src/app.ts · step 2 · 22 s');
  await expect(rows(page)).toHaveCount(2);
  await expect(row(page, 0)).toContainText('2.8 s');
  // The counter is not read aloud, and counts once a second.
  await expect(row(page, 1).locator('[aria-hidden=true]', { hasText: '22 s' })).toBeVisible();
  await page.clock.runFor(1000);
  await expect(head(page)).toContainText('23 s');
  const ended = { status: 'completed', startedAt: 890_000, endedAt: 1_000_000 } as const;
  await show(page, { content: [done('#a'), done('e', EDIT)], details, ...ended });
  await page.clock.runFor(500);
  await expanded(head(page), true);
  await page.clock.runFor(200);
  await expanded(head(page), false);
  await expect(head(page)).toHaveText('Worked for 1 min 50 s · 2 steps');
  await expect(page.getByRole('list')).toHaveCount(0);
});

test('U9 a step with much to say is still one line, and its row says all of it', async ({ page }) => {
  const command = `npm run build -- ${'--with-a-flag '.repeat(11)}`.trim();
  const runs = call('a', { toolName: 'execute_command', args: { command } });
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 800 });
    await show(page, { content: [runs], status: 'running', startedAt: 990_000 });
    await expect(head(page)).toContainText('· step 1 · 10 s');
    expect((await head(page).boundingBox())?.height).toBe(32);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
  await expect(row(page, 0).locator('.mr-step-target')).toHaveText(command);
});

test('U9 what a person chose holds for good', async ({ page }) => {
  const running = { content: [call('#a')], status: 'running' } as const;
  const over = { content: [done('#a')], status: 'completed' } as const;
  await show(page, running);
  await head(page).click();
  await expanded(head(page), false);
  for (const next of [over, running, over]) {
    await show(page, next);
    await page.clock.runFor(1000);
    await expanded(head(page), false);
  }
  await head(page).click();
  await show(page, running);
  await show(page, over);
  await page.clock.runFor(1000);
  await expanded(head(page), true);
});

test('U9 what waits for the person keeps it open', async ({ page }) => {
  for (const chosen of [false, true]) {
    await show(page, { content: [call('#a')], status: 'running' });
    await head(page).click();
    await expanded(head(page), chosen);
    await show(page, { content: [done('#a'), asked('#b')], status: 'running' });
    await expect(head(page)).toHaveText('Paused at step 2');
    await expect(head(page)).toHaveAttribute('aria-disabled', 'true');
    await head(page).click({ force: true });
    await expect(row(page, 1).locator('[data-waiting]')).toBeVisible();
    // Then what the person chose holds again.
    await show(page, { content: [done('#a'), done('#b')], status: 'running' });
    await expanded(head(page), chosen);
  }
});

test('U9 steps that hold the focus do not fold', async ({ page }) => {
  await show(page, { content: [done('#a')], status: 'running' });
  await row(page, 0).getByRole('button').focus();
  await show(page, { content: [done('#a')], status: 'completed' });
  await page.clock.runFor(1000);
  await expanded(head(page), true);
  await expect(row(page, 0).getByRole('button')).toBeFocused();
});

test('U9 one that is finished is folded from the start, and draws its rows when it is opened', async ({
  page,
}) => {
  await show(page, { content: [done('#a')], status: 'completed' });
  await expanded(head(page), false);
  await expect(page.locator('.mr-step')).toHaveCount(0);
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
  await head(page).click();
  await expect(rows(page)).toHaveCount(1);
});

test('U9 steps that fold out of sight move nothing that is read', async ({ page }) => {
  const ids = Array.from({ length: 20 }, (_, i) => `#${i}`);
  await page.addStyleTag({ content: 'main { padding-block-end: 3000px; overflow-anchor: none }' });
  await show(page, { content: ids.map((id) => call(id)), status: 'running' });
  await page.evaluate(() => window.scrollTo(0, 1500));
  const answer = page.getByText('The answer.');
  const place = () => answer.evaluate((element) => element.getBoundingClientRect().top);
  const before = await place();
  await show(page, { content: ids.map((id) => done(id)), status: 'completed' });
  await page.clock.runFor(1000);
  await expanded(head(page), false);
  expect(await place()).toBeCloseTo(before, 0);
});

test('U9 with reduced motion nothing moves', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await show(page, { content: [call('#a')], status: 'running' });
  const moving = () => page.evaluate(() => document.getAnimations().length);
  await expect(rows(page)).toHaveCount(1);
  expect(await moving()).toBe(0);
  await head(page).click();
  await expanded(head(page), false);
  expect(await moving()).toBe(0);
});

test('T13 a row is drawn anew only when something in it changes', async ({ page }) => {
  const counted = (id: string, n: number): MessageContent => call(id, { toolName: 'counted', args: { n } });
  const content = [counted('x', 1), counted('y', 1), { type: 'text' } as const];
  const details = { x: { startedAt: 5 } };
  await show(page, { content, details, status: 'running' });
  await expect(page.getByText('Counted 1')).toHaveCount(2);
  const before = await page.evaluate(() => ({ ...window.timeline.drawn }));
  // Everything is made again, as with each token of an answer, and all but one of the arguments say what they said.
  await page.evaluate(
    ([shown]) => {
      const args = { n: 1 };
      const made = (n: number): Shown => ({
        content: ['x', 'y'].map((toolCallId) => ({
          ...{ type: 'tool-call', toolCallId, toolName: 'counted' },
          args: toolCallId === 'y' && n === 9 ? { n } : args,
        })),
        details: { x: { startedAt: 5 } },
        status: 'running',
      });
      for (let n = 0; n < 10; n++) setTimeout(() => window.timeline.show(made(n)), n * 10);
      return shown;
    },
    [0],
  );
  await page.clock.runFor(200);
  await expect(page.getByText('Counted 9')).toHaveCount(1);
  const after = await page.evaluate(() => window.timeline.drawn);
  expect(after).toEqual({ ...before, y: (before['y'] ?? 0) + 1 });
});

test('T14 a row opens what went in and came out, in tabs that arrows reach', async ({ page }) => {
  const result = { ok: true, text: 'a\u202eb' };
  await show(page, { content: [done('#a', { result })], status: 'completed' });
  await head(page).click();
  await row(page, 0).getByRole('button').click();
  const output = row(page, 0).getByRole('tab', { name: 'Output' });
  await expect(output).toHaveAttribute('aria-selected', 'true');
  await expect(row(page, 0).getByRole('tabpanel', { name: 'Output' })).toHaveText(
    '{\n  "ok": true,\n  "text": "a\\u202eb"\n}',
  );
  const input = row(page, 0).getByRole('tab', { name: 'Input' });
  await output.focus();
  for (const [key, tab] of [
    ['ArrowRight', input],
    ['ArrowLeft', output],
    ['Home', input],
    ['End', output],
    ['ArrowLeft', input],
  ] as const) {
    await page.keyboard.press(key);
    await expect(tab).toBeFocused();
  }
  await expect(row(page, 0).getByRole('tabpanel', { name: 'Input' })).toContainText('#a');
  // One stop for all tabs, and then what is shown.
  await page.keyboard.press('Tab');
  await expect(row(page, 0).getByRole('tabpanel')).toBeFocused();
  expect(await violations(page)).toEqual([]);
});

test('T14 of a long output the first lines are drawn, then only those in sight', async ({ page }) => {
  const result = Array.from({ length: 4210 }, (_, i) => `line ${i}`).join('\n');
  await show(page, { content: [done('#a', { result })], status: 'completed' });
  await head(page).click();
  await row(page, 0).getByRole('button').click();
  const panel = row(page, 0).getByRole('tabpanel');
  await expect(panel).toContainText('line 39');
  await expect(panel).not.toContainText('line 40');
  await panel.getByRole('button', { name: 'Show all 4,210 lines' }).click();
  await expect(panel).toContainText('line 3');
  expect(await panel.locator('pre').count()).toBeLessThan(200);
  await expect(panel.getByRole('group', { name: 'Output' })).toBeFocused();
  await page.keyboard.press('End');
  await expect(panel).toContainText('line 4209');
  expect(await violations(page)).toEqual([]);
});

test('T286 what has no result when its turn is over does not run', async ({ page }) => {
  await show(page, { content: [done('#a'), call('#b')], status: 'cancelled' });
  await head(page).click();
  await expect(row(page, 1)).toHaveAttribute('data-state', 'cancelled');
  await expect(row(page, 1)).toContainText('not run');
});

test('T12 many reads are one row that opens, and what ran at once shares a bracket', async ({ page }) => {
  const reads = ['1', '2', '3'].map((id) => done(id, { toolName: 'read_file', args: { path: `${id}.ts` } }));
  const folds = Object.fromEntries(['1', '2', '3'].map((id) => [id, { folds: 'read' } as const]));
  const details = { ...folds, p: { startedAt: 1, endedAt: 9 }, q: { startedAt: 2, endedAt: 3 } };
  await show(page, { content: [...reads, done('p'), done('q')], details, status: 'completed' });
  await head(page).click();
  await expect(page.locator('.mr-timeline-steps > ul > li')).toHaveCount(3);
  await page.getByRole('button', { name: /^Read 3 files/ }).click();
  await expect(page.getByRole('group', { name: 'Tool call: read_file' })).toHaveCount(3);
  await expect(page.locator('[data-parallel]')).toHaveText([/at the same time/, /at the same time/]);
});

test('T8 what can be undone has a button, and says when it was, or why not', async ({ page }) => {
  const ids = ['#a', 'second', 'never', '#b'];
  const content = ids.map((id) => done(id));
  await show(page, { content, revertible: ids.slice(0, 3), status: 'completed' });
  await head(page).click();
  const revert = (nth: number) => row(page, nth).getByRole('button', { name: 'Revert' });
  await expect(revert(3)).toHaveCount(0);
  await revert(0).focus();
  await page.keyboard.press('Enter');
  await expect(row(page, 0).getByRole('status')).toHaveText('Reverted.');
  await expect(row(page, 0).getByRole('status')).toBeFocused();
  await expect(revert(0)).toHaveCount(0);
  await revert(1).click();
  await expect(row(page, 1).getByRole('status')).toHaveText('Reverted. It was undone before.');
  await revert(2).click();
  await expect(row(page, 2).getByRole('alert')).toHaveText('The file has changed since.');
  await expect(revert(2)).toBeVisible();
  // A call that was undone is known to be from then on.
  await show(page, { content: [] });
  await show(page, { content, revertible: ids.slice(0, 3), status: 'completed' });
  await expect(row(page, 0).getByRole('status')).toHaveText('Reverted.');
  await expect(revert(2)).toBeVisible();
});

test('T282 several questions stand at their calls, and each is decided alone', async ({ page }) => {
  const loop = doomLoopInterrupt(
    { tool: 'post', input: { channel: '#c' } },
    { threshold: 3, signatures: ['a', 'a', 'a'] },
  );
  const content = [asked('#a'), asked('#b'), call('#c', { result: loop })];
  await show(page, { content, status: 'running' });
  await expect(page.locator('[data-waiting]')).toHaveCount(3);
  await page.clock.runFor(1000);
  await row(page, 1)
    .getByRole('button', { name: /^Approve/ })
    .click();
  await expect(row(page, 1).locator('[data-waiting]')).toHaveCount(0);
  await expect(row(page, 0).locator('[data-waiting]')).toBeVisible();
  await expect(row(page, 2).locator('[data-waiting]')).toBeVisible();
  expect(await page.evaluate(() => window.timeline.decided)).toEqual([
    { id: '#b', decision: { type: 'approve' } },
  ]);
  await page.clock.runFor(1000);
  await row(page, 2).getByRole('button', { name: 'Stop here' }).click();
  // A decision made here stays when the result is there; nobody knows what others decided.
  await show(page, { content: [done('#a'), done('#b'), done('#c')], status: 'running' });
  await expect(row(page, 1)).toContainText(/Post to #b\s*·\s*Approved/);
  await expect(row(page, 2)).toContainText('Rejected');
  await expect(row(page, 0)).not.toContainText('Approved');
  await expect(page.locator('[data-waiting]')).toHaveCount(0);
  // The line of a step says it where it can.
  await show(page, {
    content: [done('#b')],
    details: { '#b': { approved: true, note: 'Approved by you' } },
    status: 'running',
  });
  await expect(row(page, 0).getByText('Approved', { exact: true })).toBeHidden();
  expect(await violations(page)).toEqual([]);
});

const AGENT = { toolName: 'task', args: { subagent_type: 'test_agent' }, spanId: 's' };

test('U23 a sub-agent is one row with its steps below, and what failed in it is seen', async ({ page }) => {
  const inner = [done('i1', { spanId: 's' }), call('i2', { spanId: 's', result: 'no', isError: true })];
  const details = { t: { startedAt: 0, endedAt: 9_000 } };
  await show(page, { content: [call('t', AGENT), ...inner], details, status: 'running' });
  const agent = page.getByRole('group', { name: 'Tool call: task' });
  const button = agent.locator('.mr-step-head').first();
  await expect(button).toHaveText(/Test Agent.*Sub-agent · 2 steps running · 1 failed/);
  await expanded(button, true);
  await expect(agent.getByRole('listitem')).toHaveCount(2);
  await show(page, { content: [done('t', AGENT), ...inner], details, status: 'completed' });
  await page.clock.runFor(1000);
  await expect(head(page)).toHaveText('Worked · 1 step, 1 failed');
  await head(page).click();
  await expanded(button, false);
  await expect(button).toContainText('1 failed');
  await expect(agent).toContainText('9.0 s');
});

test('U23 a sub-agent inside one has a view of its own, with a way back', async ({ page }) => {
  const inner = done('i', { toolName: 'task', args: { subagent_type: 'deep' }, spanId: 's' });
  const deep = { kind: 'tool-call', id: 'd', toolName: 'post', args: {}, status: 'completed' } as const;
  const details = { i: { steps: [{ parent: deep, children: [] }] } };
  // The first one opened the span; the second is inside it.
  await show(page, { content: [call('t', AGENT), inner], details, status: 'running' });
  const opener = page.getByRole('button', { name: /^Deep/ });
  await opener.click();
  const view = page.getByRole('dialog', { name: 'Steps of Deep' });
  await expect(view.getByRole('group', { name: 'Tool call: post' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await view.getByRole('button', { name: 'Back' }).click();
  await expect(view).toHaveCount(0);
  await expect(opener).toBeFocused();
  await opener.click();
  await expect(view).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(view).toHaveCount(0);
  await expect(opener).toBeFocused();
});

test('U23 a question deep inside stands where it can be answered', async ({ page }) => {
  const inner = call('i', { toolName: 'task', args: { subagent_type: 'deep' }, spanId: 's' });
  const result = approvalInterrupt({ tool: 'post', input: {} });
  const deep = { kind: 'tool-call', id: 'd', toolName: 'post', args: {}, status: 'pending', result } as const;
  const details = { i: { steps: [{ parent: deep, children: [] }] } };
  await show(page, { content: [call('t', AGENT), inner], details, status: 'running' });
  await expect(page.locator('[data-waiting]')).toHaveCount(1);
  await expect(page.locator('[data-waiting]')).toBeVisible();
  await expect(head(page)).toHaveText('Paused at step 1');
});

test('U26 the timeline has no violations and fits', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const content = [
    { type: 'reasoning', text: 'Planned the analysis' } as const,
    done('q', { toolName: 'query_warehouse', args: { query: 'churn_monthly_by_plan_and_region_2026_q3' } }),
    call('e', { ...EDIT, result: 'It broke.', isError: true }),
    asked('#growth'),
  ];
  const details = {
    e: { problem: 'It broke.', added: 9, removed: 2 },
    q: { startedAt: 0, endedAt: 4_100 },
  };
  await show(page, { content, details, revertible: ['q'], status: 'running' });
  await expect(page.locator('[data-waiting]')).toBeVisible();
  await page.clock.resume();
  await lookTwice(page, 'timeline-narrow');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  // Nor is anything cut off.
  const ends = await rows(page).evaluateAll((all) =>
    all.flatMap((each) => [...each.querySelectorAll('*')].map((of) => of.getBoundingClientRect().right)),
  );
  expect(Math.max(...ends)).toBeLessThanOrEqual(320);
});
