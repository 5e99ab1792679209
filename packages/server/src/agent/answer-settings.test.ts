import { afterEach, expect, test } from 'vitest';
import { type ScriptedAgent, scriptedAgent } from '../../../../fixtures/scripted-agent.ts';
import type { Tool } from '../tools/define/tool.ts';
import { builtInModes } from '../tools/modes/built-in-modes.ts';
import { newTaskTool } from '../tools/task/new-task-tool.ts';

let agent: ScriptedAgent;
afterEach(() => agent.runner.stop());

const send: Tool = {
  name: 'send',
  description: 'Sends.',
  input_schema: { type: 'object' },
  effect: 'unsafe',
  approval: 'ask',
  run: async () => ({ content: 'sent' }),
};
const temperature = {
  name: 'temperature',
  type: 'number',
  min: 0,
  max: 1,
  whole: false,
  default: 1,
} as const;
const MODEL = 'test/script';

test('L366 every call of a run has the instructions and settings of its beginning, also after a restart', async () => {
  agent = await scriptedAgent({
    tools: [send],
    script: (_, count) => (count === 1 ? [{ id: 'a', name: 'send' }] : ['Done.']),
    model: (model) => ({ ...model, settings: [temperature] }),
  });
  await agent.store.changeAnswers(undefined, {
    prompt: 'Call me Ada.',
    models: { [MODEL]: { temperature: 0.1 } },
  });
  await agent.store.changeAnswers('chat-1', { prompt: 'Be terse.' });
  const run = await agent.send();
  await agent.until(run, 'waiting');
  await agent.store.changeAnswers('chat-1', {
    prompt: 'Be long.',
    models: { [MODEL]: { temperature: 0.9 } },
  });
  await agent.restart();
  await agent.decide(run, 'a', { type: 'approve' });
  await agent.until(run, 'completed');
  await agent.until(await agent.send(), 'completed');
  const [first, second, next] = agent.requests;
  expect(first).toMatchObject({
    system: expect.stringMatching(/Call me Ada\.[\s\S]*Be terse\.$/),
    settings: { temperature: 0.1 },
  });
  expect(second).toMatchObject({ system: first?.system, settings: first?.settings });
  expect(next).toMatchObject({ system: expect.stringMatching(/Be long\.$/), settings: { temperature: 0.9 } });
  expect(JSON.stringify(await agent.records())).not.toMatch(/Ada|terse|long/);
});

test('L366 a sub-agent reads the same instructions, and a model gets no setting that it does not have', async () => {
  agent = await scriptedAgent({
    tools: [newTaskTool(builtInModes)],
    script: (_, count) =>
      count === 1 ? [{ id: 't', name: 'new_task', input: { message: 'Look.' } }] : ['Seen.'],
  });
  await agent.store.changeAnswers('chat-1', {
    prompt: 'Be terse.',
    models: { [MODEL]: { temperature: 0.1 } },
  });
  await agent.until(await agent.send(), 'completed', 'waiting');
  expect(agent.requests.length).toBeGreaterThan(1);
  for (const { system, settings } of agent.requests)
    expect([system, settings]).toEqual([expect.stringContaining('Be terse.'), undefined]);
});
