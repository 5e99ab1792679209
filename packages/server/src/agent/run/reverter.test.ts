import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RevertAnswer } from '@millrace/engine/run';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod';
import {
  resultsIn,
  type Said,
  type ScriptedAgent,
  scriptedAgent,
} from '../../../../../fixtures/scripted-agent.ts';
import { silentModel } from '../../../../../fixtures/silent-model.ts';
import { turns } from '../../../../../fixtures/turns.ts';
import { catalogOf } from '../../models/catalog/catalog.ts';
import { StoreLostError } from '../../store/store-error.ts';
import { defineTool } from '../../tools/define/define-tool.ts';
import type { Tool } from '../../tools/define/tool.ts';
import { fileTools } from '../../tools/files/file-tools.ts';
import { builtInModes } from '../../tools/modes/built-in-modes.ts';
import { newTaskTool } from '../../tools/task/new-task-tool.ts';
import { openWorkspace } from '../../tools/workspace/workspace.ts';
import { keptEffects } from '../calls/kept-effects.ts';
import { createBus } from '../log/bus.ts';
import type { Clock } from '../log/clock.ts';
import { createRunner } from './runner.ts';

let root: string;
let agent: ScriptedAgent;
let undone: string[];
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'millrace-revert-'));
  undone = [];
});
afterEach(async () => {
  await agent?.runner.stop();
  rmSync(root, { recursive: true, force: true });
});

const put = (path: string, text: string): void => writeFileSync(join(root, path), text);
const get = (path: string): string => readFileSync(join(root, path), 'utf8');

/** Posts something, and can take it down. */
const post = defineTool({
  name: 'post',
  description: '',
  input: z.object({ to: z.string() }),
  effect: 'unsafe',
  approval: 'allow',
  run: async ({ to }) => ({ content: `posted ${to}`, undo: { id: `${to}-17` } }),
  undo: z.object({ id: z.string() }),
  async revert({ to }, { id }) {
    undone.push(`${to} ${id}`);
    await turns(3);
    if (to === 'gone') throw new Error('It is gone.');
    return `took ${to} down`;
  },
});
const shout = defineTool({
  name: 'shout',
  description: '',
  input: z.object({ to: z.string() }),
  effect: 'unsafe',
  approval: 'allow',
  run: async () => 'shouted',
});
const TOOLS: readonly Tool[] = [
  ...fileTools().map((tool) => ({ ...tool, approval: 'allow' as const })),
  post,
  shout,
  { ...newTaskTool(builtInModes), approval: 'allow' },
];

/** Timers a hundred times as fast, for waits that lead to nothing. */
const hasty: Clock = {
  now: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms / 100);
    return () => clearTimeout(timer);
  },
};

/** A run whose model makes these calls, one message each, and then speaks. */
async function did(...said: (readonly Said[])[]): Promise<string> {
  let next = 0;
  agent = await scriptedAgent({
    script: () => said[next++] ?? ['Done.'],
    tools: TOOLS,
    workspace: openWorkspace(root),
    maxIterations: 20,
  });
  const runId = await agent.send();
  await agent.until(runId, 'completed');
  return runId;
}
const write = (id: string, path: string, content: string): Said => ({
  id,
  name: 'write_to_file',
  input: { path, content },
});

async function revert(runId: string, commandId: string, toolUseId?: string): Promise<RevertAnswer> {
  const result = await agent.runner.revert({ runId, commandId, toolUseId });
  return result.type === 'done' ? result.answer : expect.fail(`It was ${result.type}.`);
}

test('V1 what an outcome keeps for its inverse is in the log, and nowhere else', async () => {
  const runId = await did(
    [{ id: 'p', name: 'post', input: { to: 'x' } }],
    [{ id: 's', name: 'shout', input: { to: 'x' } }],
  );
  const kept = (await agent.events(runId)).filter(({ type }) => type === 'tool_complete');
  expect(kept).toMatchObject([
    { tool_use_id: 'p', undo: { id: 'x-17' }, revertible: true },
    { tool_use_id: 's' },
  ]);
  expect(kept[1]).not.toHaveProperty('revertible');
  expect(JSON.stringify([agent.requests, await agent.records()])).not.toContain('x-17');
  const record = (await agent.records()).at(-1);
  expect(record?.tools?.map(({ revertible }) => revertible)).toEqual([true, undefined]);
});

test('V1 what is larger than 256 KB, or no JSON, is not kept, and the call can not be undone', () => {
  const circle: Record<string, unknown> = {};
  circle['self'] = circle;
  const most = 'x'.repeat(256 * 1024 - 2);
  for (const [undo, isKept] of [
    [most, true],
    [`${most}x`, false],
    ['ä'.repeat(130 * 1024), false],
    [circle, false],
    [() => {}, false],
    [undefined, false],
    [null, true],
  ] as const)
    expect('revertible' in keptEffects({ content: '', undo }, post)).toBe(isKept);
  expect(keptEffects({ content: '', undo: 1 }, shout)).toEqual({});
  const left = { seen: { a: null }, changed: { added: 1, removed: 0 } };
  const failed = { content: '', is_error: true, undo: 1, mode: 'code', ...left };
  expect(keptEffects(failed, post)).toEqual({ undo: 1, revertible: true, ...left });
});

test('V4 one call is undone once, and its message says so', async () => {
  put('a', 'old\n');
  const runId = await did(
    [write('c', 'new', 'x\n')],
    [{ id: 'r', name: 'read_file', input: { path: 'a' } }],
    [write('w', 'a', 'new\n')],
  );
  expect(get('a')).toBe('new\n');
  const call = { tool_use_id: 'w', tool: 'write_to_file' };
  expect(await revert(runId, 'one', 'w')).toEqual({
    ...{ reverted: 1, already: 0, failed: 0, not_revertible: 0 },
    calls: [{ ...call, outcome: 'reverted', message: 'a was restored.' }],
  });
  expect([get('a'), get('new')]).toEqual(['old\n', 'x\n']);
  expect((await revert(runId, 'two', 'w')).calls).toEqual([{ ...call, outcome: 'already' }]);
  const tools = (await agent.records()).at(-1)?.tools;
  expect(tools?.map(({ tool_use_id, revertible, reverted }) => [tool_use_id, revertible, reverted])).toEqual([
    ['c', true, undefined],
    ['r', undefined, undefined],
    ['w', true, true],
  ]);
  expect(await agent.state(runId)).toMatchObject({ status: 'completed' });
  expect((await agent.state(runId)).tools.get('w')?.reverted).toBe(true);
});

test('V4 what can not be undone is told, and may be tried again', async () => {
  const runId = await did([write('w', 'a', 'new\n')]);
  put('a', 'mine\n');
  const failed = await revert(runId, 'one', 'w');
  expect(failed).toMatchObject({
    failed: 1,
    calls: [{ outcome: 'failed', message: expect.stringContaining('checkpoint') }],
  });
  expect((await agent.records()).at(-1)?.tools?.[0]).toMatchObject({ revertible: true, reverted: false });
  put('a', 'new\n');
  expect(await revert(runId, 'one', 'w')).toEqual(failed);
  expect(await revert(runId, 'two', 'w')).toMatchObject({ reverted: 1 });
});

test('V5 all calls of a run are undone, the newest first, and each outcome is counted', async () => {
  put('a', '1\n');
  const runId = await did(
    [{ id: 'r', name: 'read_file', input: { path: 'a' } }],
    [write('w1', 'a', '2\n'), { id: 'p', name: 'post', input: { to: 'gone' } }],
    [{ id: 's', name: 'shout', input: { to: 'x' } }],
    [{ id: 'i', name: 'insert_content', input: { path: 'a', line: 0, content: '3' } }],
    [write('w2', 'b', 'x')],
  );
  await revert(runId, 'one', 'w2');
  const answer = await revert(runId, 'all');
  expect(answer).toMatchObject({ reverted: 2, already: 1, failed: 1, not_revertible: 1 });
  expect(answer.calls.map(({ tool_use_id, outcome }) => `${tool_use_id} ${outcome}`)).toEqual([
    'w2 already',
    'i reverted',
    's not_revertible',
    'p failed',
    'w1 reverted',
  ]);
  expect(answer.calls[3]?.message).toBe('It is gone.');
  expect(get('a')).toBe('1\n');
  expect(await revert(runId, 'all')).toEqual(answer);
  expect(undone).toEqual(['gone gone-17']);
});

test('V6 however many ask at once, a call is undone once', async () => {
  const runId = await did([{ id: 'p', name: 'post', input: { to: 'x' } }]);
  const ids = ['a', 'b', 'c', 'a', 'b', 'c'];
  const answers = await Promise.all(ids.map((id) => revert(runId, id, 'p')));
  expect(undone).toEqual(['x x-17']);
  expect(answers.map(({ reverted }) => reverted)).toEqual([1, 0, 0, 1, 0, 0]);
  expect((await agent.events(runId)).filter(({ type }) => type === 'revert')).toHaveLength(1);
});

test('V6 of two servers on one store one undoes it', async () => {
  const runId = await did([{ id: 'p', name: 'post', input: { to: 'x' } }]);
  const { store } = agent;
  const claim = await store.claimEnded(runId, { owner: 'other', now: Date.now(), leaseMs: 60_000 });
  const parts = { bus: createBus(), models: catalogOf([silentModel]), tools: TOOLS, sole: false };
  const impatient = createRunner({ ...parts, store, clock: hasty });
  expect(await impatient.revert({ runId, commandId: 'late' })).toEqual({ type: 'busy' });
  expect(undone).toEqual([]);
  const claimEnded = vi.fn(store.claimEnded);
  const runner = createRunner({ ...parts, store: { ...store, claimEnded } });
  const waits = runner.revert({ runId, commandId: 'waits', toolUseId: 'p' });
  await vi.waitFor(() => expect(claimEnded).toHaveBeenCalled(), 30_000);
  const event = { type: 'revert', tool_use_id: 'p', ok: true } as const;
  await store.endRevert({ runId, fence: claim?.fence ?? 0 }, event, 9);
  expect(await waits).toMatchObject({ answer: { already: 1 } });
  expect(undone).toEqual([]);
  await runner.stop();
});

test('V7 after a crash between the effect and its event the call is undone again, and that changes nothing', async () => {
  const runId = await did([write('w', 'a', 'x\n'), { id: 'p', name: 'post', input: { to: 'x' } }]);
  const { store } = agent;
  const { endRevert } = store;
  store.endRevert = () => Promise.reject(new StoreLostError('The connection was lost.', undefined));
  await expect(agent.runner.revert({ runId, commandId: 'one', toolUseId: 'w' })).rejects.toThrow('lost');
  expect(() => get('a')).toThrow(/ENOENT/);
  store.endRevert = endRevert;
  await agent.restart();
  expect((await agent.state(runId)).tools.get('w')?.reverted).toBeUndefined();
  // The lease of the one that died holds for others, not for who is alone.
  expect((await store.getRun(runId))?.leaseUntil).toBeGreaterThan(Date.now());
  expect(await revert(runId, 'one', 'w')).toMatchObject({ reverted: 1 });
  expect(() => get('a')).toThrow(/ENOENT/);
});

test('V7 who stops undoes nothing more, and leaves the run free', async () => {
  const runId = await did([{ id: 'p', name: 'post', input: { to: 'x' } }]);
  const pending = agent.runner.revert({ runId, commandId: 'one' });
  await agent.runner.stop();
  await pending.catch(() => {});
  const run = await agent.store.getRun(runId);
  expect(run).toMatchObject({ owner: null, leaseUntil: 0 });
});

test('V243 a run that works, a call that it did not make and a run that never was are told apart', async () => {
  let go = (): void => {};
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  agent = await scriptedAgent({ script: () => [() => held, 'Done.'], tools: TOOLS });
  const runId = await agent.send();
  const ask = (id: string, toolUseId?: string) =>
    agent.runner.revert({ runId: id, commandId: 'c', toolUseId }).then(({ type }) => type);
  expect(await ask(runId)).toBe('run_active');
  go();
  await agent.until(runId, 'completed');
  expect(await ask(runId, 'nothing')).toBe('no_call');
  expect(await ask('nothing')).toBe('no_run');
  expect(await revert(runId, 'all')).toEqual({
    reverted: 0,
    already: 0,
    failed: 0,
    not_revertible: 0,
    calls: [],
  });
});

test('V10 a model that goes on reads which of its calls were undone', async () => {
  const runId = await did([write('w1', 'a', 'x\n')], [write('w2', 'b', 'x\n')]);
  await revert(runId, 'one', 'w1');
  await agent.until(await agent.send(), 'completed');
  const results = agent.requests
    .at(-1)
    ?.messages.flatMap(({ content }) =>
      content.flatMap((block) => (block.type === 'tool_result' ? [block.content] : [])),
    );
  expect(results).toEqual([expect.stringContaining('The person later undid this'), 'Created b: 1 line.']);
});

test('V23 what the model saw of a file is kept with its run, also over a restart and for the next message', async () => {
  put('a', 'old\n');
  await did(
    [{ id: 'r', name: 'read_file', input: { path: './a' } }],
    ['Read.'],
    [write('w1', 'a', 'mine\n')],
    ['Refused?'],
    [{ id: 'r2', name: 'read_file', input: { path: 'a' } }],
    [write('w2', 'a', 'mine\n')],
  );
  put('a', 'theirs\n');
  await agent.restart();
  const second = await agent.send();
  await agent.until(second, 'completed');
  expect(resultsIn(await agent.state(second)).get('w1')?.[0]).toContain('has changed since you read it');
  expect(get('a')).toBe('theirs\n');
  const third = await agent.send();
  await agent.until(third, 'completed');
  expect(resultsIn(await agent.state(third)).get('w2')).toEqual(['Updated a: 1 line.']);
});

test('V23 what was undone the model has not seen', async () => {
  put('a', 'old\n');
  const runId = await did(
    [{ id: 'r', name: 'read_file', input: { path: 'a' } }],
    [write('w', 'a', 'mine\n')],
    ['Done.'],
    [write('w2', 'a', 'again\n')],
  );
  await revert(runId, 'one', 'w');
  const second = await agent.send();
  await agent.until(second, 'completed');
  expect(resultsIn(await agent.state(second)).get('w2')?.[0]).toContain('has changed since you read it');
  expect(get('a')).toBe('old\n');
});

test('V23 a sub-agent knows what it saw itself, and what it changed the one above has not seen', async () => {
  put('a', 'old\n');
  const said = new Map([
    [
      'Hi',
      [
        [{ id: 'r', name: 'read_file', input: { path: 'a' } }],
        ['Read.'],
        [{ id: 't', name: 'new_task', input: { mode: 'chat', message: 'Sub' } }],
        [write('w3', 'a', 'top\n')],
      ],
    ],
    [
      'Sub',
      [
        [write('w1', 'a', 'blind\n')],
        [{ id: 'r2', name: 'read_file', input: { path: 'a' } }],
        [write('w2', 'a', 'sub\n')],
      ],
    ],
  ]);
  agent = await scriptedAgent({
    script({ messages: [first] }) {
      const [words] = first?.content ?? [];
      return said.get(words?.type === 'text' ? words.text : '')?.shift() ?? ['Done.'];
    },
    tools: TOOLS,
    workspace: openWorkspace(root),
    maxIterations: 20,
  });
  await agent.until(await agent.send('Hi'), 'completed');
  const runId = await agent.send('Go on');
  await agent.until(runId, 'completed');
  const results = resultsIn(await agent.state(runId));
  expect(results.get('w1')?.[0]).toContain('you have not read it');
  expect(results.get('w2')).toEqual(['Updated a: 1 line.']);
  expect(results.get('w3')?.[0]).toContain('has changed since you read it');
  expect(get('a')).toBe('sub\n');
});
