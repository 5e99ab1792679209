import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runs } from '../../../../../fixtures/long.ts';
import {
  resultsIn,
  type Said,
  type ScriptedAgent,
  scriptedAgent,
} from '../../../../../fixtures/scripted-agent.ts';
import type { Tool, ToolContext, ToolOutcome } from '../../tools/define/tool.ts';
import { openWorkspace } from '../../tools/workspace/workspace.ts';
import { withTimeLimit } from '../calls/time-limit.ts';
import { createWorkspaceLock } from '../loop/workspace-lock.ts';
import { type Clock, systemClock } from './clock.ts';

const LIMIT_MS = 600_000;
const GRACE_MS = 5_000;

let folder: string;
let root: string;
let agent: ScriptedAgent | undefined;
let held: { readonly ms: number; readonly run: () => void }[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'millrace-hung-'));
  root = join(folder, 'workspace');
  mkdirSync(root);
  held = [];
});
afterEach(async () => {
  await agent?.runner.stop();
  agent = undefined;
  rmSync(folder, { recursive: true, force: true });
});

/** Long times are over when the test says so. */
const clock: Clock = {
  ...systemClock,
  after(ms, run) {
    if (ms < GRACE_MS) return systemClock.after(ms, run);
    const timer = { ms, run };
    held.push(timer);
    return () => {
      held = held.filter((each) => each !== timer);
    };
  },
};
const isHeld = (ms: number): boolean => held.some((each) => Math.abs(each.ms - ms) < 1_000);
/** Lets a time be over that somebody waits for. */
async function pass(ms: number): Promise<void> {
  await until(() => isHeld(ms));
  const due = held.filter((each) => Math.abs(each.ms - ms) < 1_000);
  held = held.filter((each) => !due.includes(each));
  for (const { run } of due) run();
}
async function until(holds: () => boolean): Promise<void> {
  await vi.waitUntil(holds, { interval: 1, timeout: 30_000 });
}

interface Begun {
  readonly ctx: ToolContext;
  readonly end: (outcome: ToolOutcome) => void;
}
let begun: Begun[] = [];
/** A tool of the workspace that hears nothing, and never ends by itself. */
const hung = (more: Partial<Tool> = {}): Tool => ({
  name: 'hang',
  description: 'Hangs.',
  input_schema: { type: 'object' },
  effect: 'read',
  approval: 'allow',
  local: true,
  inlineBudgetMs: Number.POSITIVE_INFINITY,
  run: (_, ctx) => new Promise((end) => begun.push({ ctx, end })),
  ...more,
});
const look: Tool = { ...hung({ name: 'look' }), run: async () => ({ content: 'seen' }) };

const HANG: Said = { id: 'h', name: 'hang' };
const LOOK: Said = { id: 'l', name: 'look' };
/** The model makes one call after the other, and has the last word. */
async function start(tool: Tool, ...calls: readonly Said[]): Promise<string> {
  begun = [];
  agent = await scriptedAgent({
    script: ({ messages }) => {
      const results = messages.flatMap(({ content }) => content.filter(({ type }) => type === 'tool_result'));
      return [calls[results.length] ?? 'The end.'];
    },
    tools: [tool, look],
    workspace: openWorkspace(root),
    lock: createWorkspaceLock(root, { data: folder }),
    clock,
    // Its timers are other ones than those of a tool.
    leaseMs: 9_000,
  });
  return agent.send();
}
const results = async (run: string) =>
  Object.fromEntries(resultsIn((await agent?.state(run)) ?? expect.fail()));

test.each([
  [
    'read',
    /^hang did not end within 10 minutes, so it was stopped\. It did not stop when told to, and may still be running\.$/,
  ],
  [
    'unsafe',
    /so it was stopped\. It may have done part of its work: check before you run it again\. It did not stop/,
  ],
] as const)(
  'A200 a %s tool that never ends is stopped when its timed out, and others can work',
  async (effect, words) => {
    const run = await start(hung({ effect }), HANG, LOOK);
    await pass(LIMIT_MS);
    await until(() => begun[0]?.ctx.signal.aborted === true);
    await pass(GRACE_MS);
    await agent?.until(run, 'completed');
    expect(await results(run)).toEqual({ h: [expect.stringMatching(words)], l: ['seen'] });
    expect(begun).toHaveLength(1);
  },
);

test('A200 a tool says how long it may take, and one that stops when it is told to is told of no more', async () => {
  const stops = hung({
    timeLimitMs: 90_000,
    run: (_, ctx) =>
      new Promise((_resolve, reject) => {
        ctx.signal.addEventListener('abort', () => reject(ctx.signal.reason));
      }),
  });
  const run = await start(stops, HANG, LOOK);
  await pass(90_000);
  await agent?.until(run, 'completed');
  expect(await results(run)).toEqual({
    h: ['hang did not end within 90 seconds, so it was stopped.'],
    l: ['seen'],
  });
});

test('A200 what a tool says in the end counts, though it is late', async () => {
  const run = await start(hung(), HANG);
  await pass(LIMIT_MS);
  begun[0]?.end({ content: 'done after all' });
  await agent?.until(run, 'completed');
  expect(await results(run)).toEqual({ h: ['done after all'] });
});

test('A201 a cancel ends the run at once and frees the workspace, though the tool hears nothing', async () => {
  const run = await start(hung(), HANG);
  await until(() => begun.length === 1);
  await agent?.store.requestCancel({ commandId: 'x', runId: run, ts: 1 });
  await agent?.runner.cancel(run);
  expect(await agent?.store.getRun(run)).toMatchObject({ status: 'cancelled' });
  const lock = createWorkspaceLock(root, { data: folder });
  let free = false;
  const next = lock(new AbortController().signal, async () => {
    free = true;
  });
  expect(free).toBe(false);
  await pass(GRACE_MS);
  await next;
});

test('A202 the time in which a person is asked does not count', async () => {
  const asks = hung({
    run: async (_, ctx) => {
      const { action } = await ctx.ask({ message: 'Which?', schema: { type: 'object' } });
      return { content: `The person said ${action}.` };
    },
  });
  const run = await start(asks, HANG);
  while ((await agent?.store.readApprovals(run))?.length !== 1) await new Promise(setImmediate);
  expect(isHeld(LIMIT_MS)).toBe(false);
  await agent?.decide(run, 'h', { type: 'approve' });
  await agent?.until(run, 'completed');
  expect(await results(run)).toEqual({ h: ['The person said accept.'] });
});

test('A203 a tool that was given up writes nothing in the workspace any more', async () => {
  const run = await start(hung({ effect: 'idempotent' }), HANG);
  await pass(LIMIT_MS);
  await pass(GRACE_MS);
  await agent?.until(run, 'completed');
  const { workspace } = begun[0]?.ctx ?? expect.fail();
  await expect(workspace?.writeText('late.txt', 'late')).rejects.toThrow('This call has timed out.');
  await expect(workspace?.writeBytes('late.txt', new Uint8Array(1))).rejects.toThrow();
  expect(existsSync(join(root, 'late.txt'))).toBe(false);
});

const RETRIED = ['read', 'idempotent'] as const;
test.each(RETRIED)(
  'A204 a %s call that was begun three times and never ended is not begun again',
  async (effect) => {
    const run = await start(hung({ effect }), HANG, LOOK);
    for (let times = 1; times <= 3; times++) {
      await until(() => begun.length === times);
      const stopping = agent?.restart();
      await pass(GRACE_MS);
      await stopping;
    }
    await agent?.until(run, 'completed');
    expect(begun).toHaveLength(3);
    expect(await results(run)).toEqual({
      h: [expect.stringMatching(/^The server stopped 3 times while this ran, so it is not run again\./)],
      l: ['seen'],
    });
  },
);

test('A205 whatever a tool does, its call ends: with what it says, or a while after it was told to stop', async () => {
  const step = fc.constantFrom(
    'tool ends',
    'tool fails',
    'asks',
    'is answered',
    'timed out',
    'cancel',
    'grace is over',
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
      let timers: { readonly ms: number; readonly run: () => void }[] = [];
      const fake: Clock = {
        now: () => 0,
        after(ms, run) {
          const timer = { ms, run };
          timers.push(timer);
          return () => {
            timers = timers.filter((each) => each !== timer);
          };
        },
      };
      const fire = (ms: number): void => {
        const due = timers.filter((each) => each.ms === ms);
        timers = timers.filter((each) => each.ms !== ms);
        for (const { run } of due) run();
      };
      const cancel = new AbortController();
      let tool: { end(): void; fail(): void } | undefined;
      let asked: (() => void)[] = [];
      let ask = (): void => {};
      let told: AbortSignal | undefined;
      let isOver = false;
      const outcome = withTimeLimit(
        { clock: fake, tool: { name: 't', effect: 'read', timeLimitMs: 77 }, signal: cancel.signal },
        ({ signal, wait }) =>
          new Promise((resolve, reject) => {
            told = signal;
            ask = () => void wait(() => new Promise<void>((answer) => asked.push(answer)));
            tool = { end: () => resolve({ content: 'ok' }), fail: () => reject(new Error('bad')) };
          }),
      ).finally(() => {
        isOver = true;
      });
      outcome.catch(() => {});
      let [settled, graceful] = [false, false];
      for (const each of steps) {
        if (isOver) break;
        if (each === 'tool ends' || each === 'tool fails') settled = true;
        if (each === 'tool ends') tool?.end();
        if (each === 'tool fails') tool?.fail();
        if (each === 'asks') ask();
        if (each === 'is answered') {
          for (const answer of asked) answer();
          asked = [];
        }
        if (each === 'timed out') {
          // Nothing is over while a person is asked.
          if (asked.length > 0) expect(timers.some(({ ms }) => ms === 77)).toBe(false);
          fire(77);
        }
        if (each === 'cancel') cancel.abort(new Error('cancelled'));
        if (each === 'grace is over') {
          graceful ||= told?.aborted === true;
          fire(GRACE_MS);
        }
        await new Promise(setImmediate);
        expect(isOver).toBe(settled || graceful);
      }
      // In the end everybody is told to stop.
      cancel.abort(new Error('cancelled'));
      await new Promise(setImmediate);
      fire(GRACE_MS);
      await outcome.catch(() => {});
      expect(timers).toEqual([]);
    }),
    { numRuns: runs(200) },
  );
});
