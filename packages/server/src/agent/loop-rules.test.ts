import { afterEach, expect, test } from 'vitest';
import * as z from 'zod';
import {
  type AgentParts,
  resultsIn,
  type Said,
  type Script,
  type ScriptedAgent,
  scriptedAgent,
} from '../../../../fixtures/scripted-agent.ts';
import { defineTool } from '../tools/define/define-tool.ts';
import { payloadTool } from '../tools/define/payload-tool.ts';
import type { Tool } from '../tools/define/tool.ts';
import { builtInModes } from '../tools/modes/built-in-modes.ts';
import type { Mode } from '../tools/modes/mode.ts';
import { switchModeTool } from '../tools/modes/switch-mode-tool.ts';
import { attemptCompletionTool } from '../tools/task/attempt-completion-tool.ts';
import { suggestActionsTool, suggestValuesTool } from '../tools/task/suggest-tools.ts';

let agent: ScriptedAgent;
afterEach(() => agent.runner.stop());

const look = defineTool({
  name: 'look',
  description: 'Looks.',
  input: z.object({ to: z.string() }),
  effect: 'read',
  run: async ({ to }) => `saw ${to}`,
});
const TOOLS = [look, attemptCompletionTool()];
const done: Said = { id: 'end', name: 'attempt_completion', input: { result: 'All done.' } };

const inTurn = (messages: readonly (readonly Said[])[]): Script => {
  return (_, n) => messages[n - 1] ?? ['The end.'];
};
async function start(messages: readonly (readonly Said[])[], mode?: string, more: Partial<AgentParts> = {}) {
  agent = await scriptedAgent({ script: inTurn(messages), tools: TOOLS, ...more });
  return agent.send('Hi', mode === undefined ? {} : { mode });
}
const results = async (run: string) => Object.fromEntries(resultsIn(await agent.state(run)));
/** The last thing that each request says to the model. */
const heard = () =>
  agent.requests.map(({ messages }) => {
    const block = messages.at(-1)?.content.at(-1);
    return block?.type === 'text' ? block.text : block?.type;
  });

test('A9 a mode in which tools must be used ends by the tool that ends it', async () => {
  const run = await start([[{ id: 'a', name: 'look' }], [done], ['Not asked any more.']], 'code');
  await agent.until(run, 'completed');
  expect(agent.requests).toHaveLength(2);
  expect(await results(run)).toMatchObject({ end: ['All done.'] });
});

test('A492 a plain answer ends the turn in a mode that works with tools, after work and without any', async () => {
  const run = await start([[{ id: 'a', name: 'look' }], ['All 22 tests pass.']], 'code');
  await agent.until(run, 'completed', 'failed');
  expect(agent.requests).toHaveLength(2);
  expect((await agent.records())[1]).toMatchObject({ status: 'completed', text: 'All 22 tests pass.' });
  await agent.runner.stop();
  const talk = await start([['A closure keeps the variables of its function.']], 'code');
  await agent.until(talk, 'completed', 'failed');
  expect(agent.requests).toHaveLength(1);
});

test('A470 a step that is only announced in such a mode is told to the model, three times; then a person is asked', async () => {
  const run = await start([['Let me look.'], ['I will look now.'], ['Next, I’ll look:']], 'code');
  await agent.until(run, 'failed');
  expect(agent.requests).toHaveLength(3);
  expect(heard().slice(1)).toEqual([
    expect.stringContaining('You said what you would do next'),
    expect.stringContaining('You said what you would do next'),
  ]);
  expect((await agent.records())[1]).toMatchObject({
    text: 'Let me look.\n\nI will look now.\n\nNext, I’ll look:',
    error: {
      code: 'needs_person',
      retryable: true,
      message:
        'The model went wrong 3 times in a row: it said what it would do next and did not do it. Tell it what to do, or try again.',
    },
  });
});

test('A470 each kind of mistake is named once', async () => {
  const run = await start([['Let me look.'], [], [{ id: 'u', name: 'fly' }]], 'code');
  await agent.until(run, 'failed');
  expect((await agent.records())[1]?.error?.message).toContain(
    'it said what it would do next and did not do it, and it gave an empty answer, and it made tool calls',
  );
});

test('A493 calls that a rule denies or a person rejects are no mistakes of the model', async () => {
  const tools: Tool[] = [...TOOLS, { ...look, name: 'ask', approval: 'ask' }, { ...look, name: 'denied' }];
  const times = [1, 2, 3];
  const call = (name: string) =>
    times.map((n): Said[] => [{ id: `${name}${n}`, name, input: { to: `${n}` } }]);
  const script = inTurn([...call('denied'), ...call('ask'), ['It may not be.']]);
  agent = await scriptedAgent({ script, tools, maxIterations: 20 });
  const rule = { id: 'no', scope: 'user', of: '', tool: 'denied', verdict: 'deny', created_at: 1 } as const;
  await agent.store.putRule(rule);
  const run = await agent.send('Hi', { mode: 'code' });
  for (const n of times) {
    await agent.until(run, 'waiting', 'failed');
    await agent.decide(run, `ask${n}`, { type: 'reject' });
  }
  await agent.until(run, 'completed', 'failed');
  expect((await agent.records())[1]).toMatchObject({ status: 'completed', text: 'It may not be.' });
});

test('A470 a model that only shows how the app works may answer without a tool in every mode', async () => {
  const run = await start([['Recorded.']], 'code', { model: (model) => ({ ...model, demo: true }) });
  await agent.until(run, 'completed');
  expect(agent.requests).toHaveLength(1);
});

test('A470 a tool in between begins the counting anew', async () => {
  const run = await start(
    [['Let me see.'], ['Let me see.'], [{ id: 'a', name: 'look' }], ['Let me see.'], [done]],
    'code',
  );
  await agent.until(run, 'completed');
  expect(agent.requests).toHaveLength(5);
});

test('A470 an empty answer is told to the model in every mode', async () => {
  const run = await start([[], [' '], ['There.']]);
  await agent.until(run, 'completed');
  expect(heard().slice(1)).toEqual(
    ['Your answer was empty. Continue.', 'Your answer was empty. Continue.'].map((text) =>
      expect.stringContaining(text),
    ),
  );
  await agent.runner.stop();
  const none = await start([[], [], []], undefined, { tools: [] });
  await agent.until(none, 'failed');
});

test('A470 calls that can not be run are told to the model, three times; then a person is asked', async () => {
  const bad = (n: number): Said[] => [
    { id: `u${n}`, name: 'fly' },
    { id: `v${n}`, name: 'look', input: {} },
    { id: `w${n}`, name: 'look', json: '{"to":' },
  ];
  const run = await start([bad(1), bad(2), bad(3)], undefined, { maxIterations: 9 });
  await agent.until(run, 'failed');
  const told = await results(run);
  expect(told['u1']).toEqual(['There is no tool fly here.']);
  expect(told['v1']?.[0]).toMatch(/^The input is not valid\.\n/);
  expect(told['w1']?.[0]).toMatch(/^The input could not be read/);
  expect(Object.values(told).every((each) => each.length === 1)).toBe(true);
});

test('A469 at the limit one last call without tools asks for a summary', async () => {
  const call = (id: string): Said[] => [{ id, name: 'look', input: { to: id } }];
  const run = await start([call('a'), call('b'), ['In short.']], undefined, { maxIterations: 2 });
  await agent.until(run, 'completed');
  expect(agent.requests.map(({ tools }) => tools?.length)).toEqual([2, 2, undefined]);
  expect(heard().at(-1)).toMatch(/^You have used all your steps/);
});

test('A469 five calls offer tools where people talk', async () => {
  const call = (id: string): Said[] => [{ id, name: 'look', input: { to: id } }];
  const run = await start(['a', 'b', 'c', 'd', 'e'].map(call));
  await agent.until(run, 'completed');
  expect(agent.requests.map(({ tools }) => tools !== undefined)).toEqual([
    true,
    true,
    true,
    true,
    true,
    false,
  ]);
});

const step = (id: string): Said[] => [{ id, name: 'look', input: { to: id } }];
const ASK = { maxIterations: 2, atStepLimit: 'ask' } as const;

test('A495 at the limit the run waits, in the list of chats too; "Go on" goes on in the same turn with tools', async () => {
  const run = await start([step('a'), step('b'), step('c'), ['Found.']], undefined, ASK);
  await agent.until(run, 'waiting');
  expect((await agent.state(run)).limit).toMatchObject({ steps: 2, status: 'waiting' });
  expect(await agent.store.getChat('chat-1')).toMatchObject({ run_id: run, waiting: true });
  // Another process finds it waiting.
  await agent.restart();
  expect((await agent.store.getRun(run))?.status).toBe('waiting');
  await agent.decide(run, '', { type: 'approve' });
  await agent.until(run, 'completed');
  expect(agent.requests.map(({ tools }) => tools?.length)).toEqual([2, 2, 2, 2]);
  // The model hears nothing of it.
  expect(heard().slice(1)).toEqual(['tool_result', 'tool_result', 'tool_result']);
  expect((await agent.records()).map(({ id }) => id)).toEqual(['m1', run]);
});

test('A495 "Stop here" sums up without tools, and so does a question that nobody answers in time', async () => {
  const run = await start([step('a'), step('b'), ['In short.']], undefined, ASK);
  await agent.until(run, 'waiting');
  await agent.decide(run, '', { type: 'reject' });
  await agent.until(run, 'completed');
  expect(heard().at(-1)).toMatch(/^You have used all your steps/);
  await agent.runner.stop();
  const late = await start([step('a'), step('b'), ['In short.']], undefined, { ...ASK, approvalMs: 0 });
  await agent.until(late, 'completed');
  expect((await agent.records())[1]).toMatchObject({ status: 'completed', text: 'In short.' });
});

test('A495 a message instead of an answer ends the run that waits at its limit', async () => {
  const run = await start([step('a'), step('b')], undefined, ASK);
  await agent.until(run, 'waiting');
  await agent.store.requestCancel({ commandId: 'x', runId: run, ts: 9, reason: 'message' });
  await agent.runner.cancel(run, 'message');
  await agent.until(run, 'cancelled');
  expect((await agent.store.readApprovals(run)).map(({ status }) => status)).toEqual(['cancelled']);
});

const narrow: Mode = {
  slug: 'narrow',
  name: 'Narrow',
  description: 'Only talks.',
  instructions: 'Only talk.',
  tools: [],
  mustUseTools: false,
};
const MODES = [...builtInModes, narrow];

test('A64 switch_mode asks, changes instructions and tools from the next step on, and the chat stays in the mode', async () => {
  const tools = [...TOOLS, switchModeTool(MODES)];
  const run = await start(
    [
      [{ id: 's', name: 'switch_mode', input: { mode_slug: 'narrow' } }],
      [{ id: 'a', name: 'look' }],
      ['Ok.'],
    ],
    undefined,
    { tools, modes: MODES },
  );
  await agent.until(run, 'waiting');
  await agent.decide(run, 's', { type: 'approve' });
  await agent.until(run, 'completed');
  const [first, second] = agent.requests;
  expect(first?.tools?.map(({ name }) => name)).toEqual(['look', 'attempt_completion', 'switch_mode']);
  expect(second).toMatchObject({ system: 'Only talk.' });
  expect(second?.tools?.map(({ name }) => name)).toEqual(['attempt_completion', 'switch_mode']);
  expect((await results(run))['a']?.[0]).toMatch(/^The narrow mode does not allow look/);
  const next = await agent.send('And now?');
  await agent.until(next, 'completed');
  expect(agent.requests.at(-1)?.system).toBe('Only talk.');
  const last = await agent.send('And now?', { mode: 'chat' });
  await agent.until(last, 'completed');
  expect(agent.requests.at(-1)?.system).toContain('You are talking with a person');
});

test('C3 what calls suggest stands on the end of the run and on its message, never in the history', async () => {
  const values = [{ label: 'Yes', value: 'yes' }];
  const actions = [{ label: 'Apply', action: 'apply', handler: 'server', data: { id: 1 }, style: 'primary' }];
  const proposal = payloadTool({
    name: 'propose',
    description: 'Proposes.',
    type: 'bird_proposal',
    input: z.object({ table: z.string() }),
  });
  const run = await start(
    [
      [
        'Shall I?',
        { id: 'v', name: 'suggest_values', input: { values } },
        { id: 'b', name: 'suggest_actions', input: { actions } },
        { id: 'p', name: 'propose', input: { table: 'birds' } },
      ],
      ['Tell me.'],
    ],
    undefined,
    { tools: [suggestValuesTool(), suggestActionsTool(), proposal] },
  );
  await agent.until(run, 'completed');
  const all = {
    suggested_values: values,
    suggested_actions: actions,
    custom_payload: { type: 'bird_proposal', data: { table: 'birds' } },
  };
  expect((await agent.events(run)).at(-1)).toMatchObject({ type: 'complete', ...all });
  expect((await agent.records())[1]).toMatchObject(all);
});

test('A3 ctx.model asks the model of the run outside of its conversation', async () => {
  const asks = defineTool({
    name: 'asks',
    description: 'Asks.',
    input: z.object({}),
    effect: 'read',
    run: async (_, ctx) => `It says: ${await ctx.model({ system: 'Be short.', prompt: 'What is it?' })}`,
  });
  const run = await start([[{ id: 'a', name: 'asks', input: {} }], ['A heron.'], ['Done.']], undefined, {
    tools: [asks],
  });
  await agent.until(run, 'completed');
  expect(agent.requests[1]).toMatchObject({
    system: 'Be short.',
    messages: [{ role: 'user', content: [{ text: 'What is it?' }] }],
  });
  expect(await results(run)).toEqual({ a: ['It says: A heron.'] });
});
