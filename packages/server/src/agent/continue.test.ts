import { afterEach, expect, test } from 'vitest';
import * as z from 'zod';
import {
  resultsIn,
  type Said,
  type Script,
  type ScriptedAgent,
  scriptedAgent,
} from '../../../../fixtures/scripted-agent.ts';
import { ModelError, type ModelRequest } from '../models/adapter/model.ts';
import { defineTool } from '../tools/define/define-tool.ts';
import { seam } from './model/seam.ts';

let agent: ScriptedAgent;
afterEach(() => agent?.runner.stop());

const look = defineTool({
  ...{
    name: 'look',
    description: '',
    input: z.object({ to: z.string() }),
    effect: 'read',
    approval: 'allow',
  },
  run: async ({ to }) => `saw ${to}`,
});
const post = defineTool({
  ...{
    name: 'post',
    description: '',
    input: z.object({ to: z.string() }),
    effect: 'unsafe',
    approval: 'ask',
  },
  run: async ({ to }) => `posted ${to}`,
});
const TOOLS = [look, post];

const never = (): Promise<void> => new Promise(() => {});
const fails = (): Promise<void> => Promise.reject(new ModelError('network', 'Gone.', { retryable: true }));
/** Says these messages, one after the other. */
const says =
  (...messages: readonly (readonly Said[])[]): Script =>
  (_, count) =>
    messages[count - 1] ?? ['The end.'];

async function begin(...messages: readonly (readonly Said[])[]): Promise<string> {
  agent = await scriptedAgent({ script: says(...messages), tools: TOOLS });
  return agent.send();
}
/** Waits until so much of the answer has come, and stops it. */
async function stop(runId: string, text: string): Promise<void> {
  await expect.poll(async () => JSON.stringify(await agent.events(runId))).toContain(text);
  await agent.store.requestCancel({ commandId: 'stop', runId, ts: Date.now() });
  await agent.runner.cancel(runId);
  await agent.until(runId, 'cancelled');
}
async function goOn(runId: string, commandId = 'go'): Promise<void> {
  const record = (await agent.records()).at(-1);
  const rev = record?.rev ?? record?.seq ?? 0;
  expect(await agent.store.continueRun({ commandId, runId, rev, ts: Date.now() })).toMatchObject({
    type: 'continued',
  });
  agent.runner.start(runId);
}
const lastOf = (request: ModelRequest | undefined) => request?.messages.at(-1);
const wordsOf = (request: ModelRequest | undefined): string => JSON.stringify(lastOf(request)?.content);

test('L317 a stopped answer goes on in the same message: the model reads it, and a note that is the app’s own', async () => {
  const runId = await begin(['The three plans differ mostly in pr', never], ['ice. Team is best.']);
  await stop(runId, 'mostly in pr');
  await goOn(runId);
  await agent.until(runId, 'completed');
  const [asked, answer, ...more] = await agent.records();
  expect(more).toEqual([]);
  expect(asked?.text).toBe('Hi');
  expect(answer).toMatchObject({
    text: 'The three plans differ mostly in price. Team is best.',
    continued: 1,
  });
  const [, said, note] = agent.requests[1]?.messages ?? [];
  expect(said).toEqual({
    role: 'assistant',
    content: [{ type: 'text', text: 'The three plans differ mostly in pr' }],
  });
  expect(note?.role).toBe('user');
  expect(wordsOf(agent.requests[1])).toContain(
    'A note from the app, not from the person: the person stopped',
  );
  // The next message reads one answer, and no note.
  await agent.until(await agent.send('Thanks'), 'completed');
  expect(agent.requests[2]?.messages).toHaveLength(3);
  expect(JSON.stringify(agent.requests[2])).not.toContain('note from the app');
});

test('L317 an answer that broke off goes on too, and one that had not begun is asked for again', async () => {
  const runId = await begin(['Half', fails], [fails], ['way there.']);
  await agent.until(runId, 'failed');
  await goOn(runId);
  await agent.until(runId, 'failed');
  await goOn(runId, 'again');
  await agent.until(runId, 'completed');
  expect((await agent.records())[1]).toMatchObject({ text: 'Halfway there.', continued: 2 });
  expect(wordsOf(agent.requests[2])).toContain('broke off');
  expect((await agent.state(runId)).steps.map(({ step, attempt }) => [step, attempt])).toEqual([
    [1, 1],
    [2, 2],
  ]);
});

test('L318 after a stop among calls each has one result, nobody is asked about them, and the work goes on', async () => {
  const runId = await begin(
    ['On it.', { id: 'l', name: 'look' }, { id: 'p', name: 'post' }],
    [{ id: 'l2', name: 'look' }],
    ['Done.'],
  );
  await agent.until(runId, 'waiting');
  await agent.store.requestCancel({ commandId: 'stop', runId, ts: Date.now() });
  await agent.runner.cancel(runId);
  await agent.until(runId, 'cancelled');
  await goOn(runId);
  await agent.until(runId, 'completed');
  const state = await agent.state(runId);
  expect([...resultsIn(state)].map(([id, results]) => [id, results.length])).toEqual([
    ['l', 1],
    ['p', 1],
    ['l2', 1],
  ]);
  expect(state.tools.get('p')).not.toHaveProperty('approval');
  expect(wordsOf(agent.requests[1])).toContain('Go on with what the person asked for.');
});

test('L319 a crash right after the press loses nothing: whoever takes the run up goes on', async () => {
  const runId = await begin(['Half', never], ['way.']);
  await stop(runId, 'Half');
  const rev = (await agent.records()).at(-1)?.seq ?? 0;
  await agent.store.continueRun({ commandId: 'go', runId, rev, ts: Date.now() });
  await agent.restart();
  await agent.until(runId, 'completed');
  expect((await agent.records())[1]?.text).toBe('Halfway.');
});

test('L320 each time it goes on, a run may take as many steps again, and its mistakes are counted anew', async () => {
  let count = 0;
  const script: Script = () => {
    count += 1;
    return count === 4
      ? ['Enough for now', never]
      : [{ id: `l${count}`, name: 'look', input: { to: `${count}` } }];
  };
  agent = await scriptedAgent({ script, tools: TOOLS, maxIterations: 3 });
  const runId = await agent.send();
  await stop(runId, 'Enough');
  const before = agent.requests.length;
  expect(agent.requests[before - 1]?.tools).toBeUndefined();
  await goOn(runId);
  await agent.until(runId, 'completed', 'failed');
  expect(agent.requests.slice(before, before + 3).every(({ tools }) => tools !== undefined)).toBe(true);
});

test('L321 what belongs between two parts of a text is put there, where the model has left it out', () => {
  for (const [before, next, between] of [
    ['the plan that mov', 'es', ''],
    ['are flat.', 'The Free plan', ' '],
    ['are flat.', ' The Free plan', ''],
    ['flat, ', 'and', ''],
    ['flat,', 'and', ' '],
    ['- one\n- two', '- three', '\n'],
    ['| a | b |', '| c | d |', '\n'],
    ['```ts\nconst a = list.', 'Map', ''],
    ['```ts\nx\n```\nSo.', 'Then', ' '],
    ['version 1.', '2', ''],
    ['', 'Anything', ''],
  ] as const)
    expect(seam(before, next), before).toBe(between);
});
