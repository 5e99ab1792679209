import { afterEach, expect, test } from 'vitest';
import { type Script, type ScriptedAgent, scriptedAgent } from '../../../../../fixtures/scripted-agent.ts';
import { allow, resultsOfRun, WAYS } from '../../../../../fixtures/two-ways.ts';
import type { Tool } from '../define/tool.ts';
import { builtInModes } from '../modes/built-in-modes.ts';
import { condenseTool } from './condense-tool.ts';
import { newTaskTool } from './new-task-tool.ts';

let agent: ScriptedAgent;
afterEach(() => agent?.runner.stop());

const look: Tool = {
  ...{ name: 'look', description: 'Looks.', effect: 'read', approval: 'allow' },
  input_schema: { type: 'object', properties: { to: { type: 'string' } } },
  run: async ({ to }) => ({ content: `saw ${String(to)}` }),
};
const TOOLS = [look, condenseTool(), newTaskTool(builtInModes)];
const SUMMARY = 'They want herons. Two were seen.';
const lastRequest = (): string => JSON.stringify(agent.requests.at(-1)?.messages);
const condensedOf = async (run: string) =>
  (await agent.events(run)).filter(({ type }) => type === 'condensed');

test.each(WAYS)(
  'T64 a $way summary takes the place of what came before, once the person has seen it',
  async (way) => {
    const script: Script = (_, n) =>
      [
        ['I remember the owls, which nobody needs.'],
        ['One.\n', way.call('a', 'look', { to: 'the first bird' })],
        ['Two.\n', way.call('b', 'look', { to: 'the second bird' })],
        ['Much was said.\n', way.call('c', 'condense', { message: SUMMARY })],
      ][n - 1] ?? ['I go on.'];
    agent = await scriptedAgent({ script, tools: TOOLS, model: way.model });
    await agent.until(await agent.send('Tell me of owls'), 'completed');
    const run = await agent.send('Find herons');
    await agent.until(run, 'waiting');
    const asked = (await agent.events(run)).find(({ type }) => type === 'approval_request');
    expect(asked).toMatchObject({ title: 'Condense the conversation', input: { message: SUMMARY } });
    expect(await condensedOf(run)).toEqual([]);
    await allow(agent, run);
    await agent.until(run, 'completed');
    // Two messages and two steps; its own step stays, with its call and its result.
    expect(await condensedOf(run)).toMatchObject([{ summary: SUMMARY, up_to: 2, step: 3, count: 4 }]);
    expect(await resultsOfRun(agent, run)).toEqual([
      'saw the first bird',
      'saw the second bird',
      'Your summary now replaces what came before. Continue with the task.',
    ]);
    expect(lastRequest()).toContain(`conversation so far:\\n\\n${SUMMARY}`);
    expect(lastRequest()).toContain('Find herons');
    expect(lastRequest()).not.toMatch(/owls|bird/);
    await agent.until(await agent.send('And now?'), 'completed');
    expect(lastRequest()).toContain('I go on.');
    expect(lastRequest()).not.toMatch(/owls|bird/);
    expect((await agent.records())[3]).toMatchObject({ condensed: { summary: SUMMARY, count: 4 } });
  },
);

test('T64 the person may change the summary or say no', async () => {
  const script: Script = (_, n) => {
    const call = { id: `c${n}`, name: 'condense', input: { message: SUMMARY } };
    return [['Owls.'], [call], [call]][n - 1] ?? ['I go on.'];
  };
  agent = await scriptedAgent({ script, tools: TOOLS });
  await agent.until(await agent.send('Tell me of owls'), 'completed');
  const run = await agent.send('Find herons');
  await agent.until(run, 'waiting');
  await agent.decide(run, 'c2', { type: 'reject', message: 'Not yet.' });
  await agent.until(run, 'waiting');
  expect(await condensedOf(run)).toEqual([]);
  const edited_action = { name: 'condense', args: { message: 'Only herons.' } };
  await agent.decide(run, 'c3', { type: 'edit', edited_action });
  await agent.until(run, 'completed');
  expect(await condensedOf(run)).toMatchObject([{ summary: 'Only herons.', step: 2, count: 3 }]);
  expect(
    (await resultsOfRun(agent, run)).map((result) => /Not yet|changed the input/.exec(result)?.[0]),
  ).toEqual(['Not yet', 'changed the input']);
});

test('T64 other calls of the same message keep their results, and twice condenses what is new', async () => {
  const script: Script = (_, n) =>
    [
      [{ id: 'a', name: 'look', input: { to: 'bird 1' } }],
      [
        { id: 'b', name: 'look', input: { to: 'bird 2' } },
        { id: 'c', name: 'condense', input: { message: 'First.' } },
        { id: 'd', name: 'look', input: { to: 'bird 3' } },
      ],
      [{ id: 'e', name: 'condense', input: { message: 'Second.' } }],
    ][n - 1] ?? ['Done.'];
  agent = await scriptedAgent({ script, tools: TOOLS });
  const run = await agent.send();
  await allow(agent, run);
  await allow(agent, run);
  await agent.until(run, 'completed');
  expect(await condensedOf(run)).toMatchObject([
    { summary: 'First.', step: 2, count: 1 },
    { summary: 'Second.', step: 3, count: 1 },
  ]);
  expect(await resultsOfRun(agent, run)).toHaveLength(5);
  expect(lastRequest()).toContain('Second.');
  expect(lastRequest()).not.toMatch(/First\.|bird/);
});

test('T64 where nothing came before the call fails, also in a sub-agent, which condenses its own', async () => {
  const condense = (id: string) => ({ id, name: 'condense', input: { message: SUMMARY } });
  const script: Script = (_, n) =>
    [
      [condense('a')],
      [{ id: 't', name: 'new_task', input: { message: 'Look' } }],
      [{ id: 'l', name: 'look', input: { to: 'bird' } }],
      [condense('s')],
      ['Seen.'],
    ][n - 1] ?? ['Done.'];
  agent = await scriptedAgent({ script, tools: TOOLS });
  const run = await agent.send();
  await allow(agent, run);
  await allow(agent, run);
  await agent.until(run, 'completed');
  expect((await resultsOfRun(agent, run))[0]).toBe(
    'There is nothing before this to condense. Continue with the task.',
  );
  expect(await condensedOf(run)).toMatchObject([{ span_id: 't', step: 2, count: 1, up_to: 0 }]);
});

test('T64 a summary must say something', () => {
  for (const input of [{}, { message: ' ' }, { message: 'x'.repeat(100_001) }])
    expect(condenseTool().check?.(input)).toMatch(/message/);
});
