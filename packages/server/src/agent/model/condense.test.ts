import { afterEach, expect, test } from 'vitest';
import { type Said, type ScriptedAgent, scriptedAgent } from '../../../../../fixtures/scripted-agent.ts';
import { type Model, ModelError, type ModelRequest } from '../../models/adapter/model.ts';
import type { Tool } from '../../tools/define/tool.ts';

let agent: ScriptedAgent;
afterEach(() => agent.runner.stop());

const look: Tool = {
  name: 'look',
  description: 'Looks.',
  input_schema: { type: 'object' },
  effect: 'read',
  approval: 'allow',
  run: async ({ to }) => ({ content: `saw ${String(to)}` }),
};
const isSummary = ({ system }: ModelRequest): boolean => system?.startsWith('You summarize') ?? false;
const textOf = ({ messages }: ModelRequest): string => JSON.stringify(messages);

/** A model whose window is so large, and whose messages say that they fill so much of it. */
const sized =
  (window: number, used: (request: ModelRequest, count: number) => number) =>
  (model: Model): Model => {
    let count = 0;
    return {
      ...model,
      contextWindow: window,
      async *stream(request, signal) {
        count += 1;
        const tokens = used(request, count);
        for await (const event of model.stream(request, signal))
          yield event.type === 'message_start'
            ? { ...event, message: { ...event.message, usage: { input_tokens: tokens, output_tokens: 0 } } }
            : event;
      },
    };
  };

test('L46 how full the window is stands in the log and on the message, with the tokens of all calls', async () => {
  const script = (_: ModelRequest, n: number): Said[] => (n === 1 ? [{ id: 'a', name: 'look' }] : ['Done.']);
  agent = await scriptedAgent({ script, tools: [look], model: sized(1000, (_, n) => n * 100) });
  const run = await agent.send();
  await agent.until(run, 'completed');
  const fills = (await agent.events(run)).filter(({ type }) => type === 'context');
  expect(fills).toMatchObject([
    { used: 105, window: 1000 },
    { used: 205, window: 1000 },
  ]);
  expect((await agent.records())[1]).toMatchObject({
    fill: { used: 205, window: 1000 },
    usage: { input_tokens: 300, output_tokens: 10 },
  });
});

test('L46 before the window is full what came before is condensed, and stays so in the chat', async () => {
  const script = (request: ModelRequest): Said[] => (isSummary(request) ? ['They like herons.'] : ['Fine.']);
  agent = await scriptedAgent({
    script,
    model: sized(1000, (request) => (textOf(request).includes('Summary of this conversation') ? 100 : 850)),
  });
  await agent.until(await agent.send('I like herons, and say so at length.'), 'completed');
  const run = await agent.send('What do I like?');
  await agent.until(run, 'completed');
  expect(agent.requests.map(isSummary)).toEqual([false, true, false]);
  const [, , asked] = agent.requests;
  expect(asked?.messages).toEqual([
    {
      role: 'user',
      content: [
        {
          type: 'text',
          text: expect.stringMatching(/Summary of this conversation so far:\n\nThey like herons\.$/),
        },
        { type: 'text', text: 'What do I like?' },
      ],
    },
  ]);
  // The person sees what was condensed.
  expect((await agent.records())[3]).toMatchObject({
    condensed: { summary: 'They like herons.', up_to: 2, count: 2, before: 855 },
  });
  await agent.until(await agent.send('Really?'), 'completed');
  const last = agent.requests.at(-1);
  expect(last?.messages).toHaveLength(3);
  expect(textOf(last ?? { messages: [] })).not.toContain('at length');
});

test('L46 in a long run whole steps are condensed, so that calls keep their results', async () => {
  const script = (request: ModelRequest, n: number): Said[] => {
    if (isSummary(request)) return ['Much was seen.'];
    return n < 7 ? [`Step ${n}.`, { id: `c${n}`, name: 'look', input: { to: `bird ${n}` } }] : ['Done.'];
  };
  const used = (request: ModelRequest): number => (textOf(request).length > 900 ? 900 : 100);
  agent = await scriptedAgent({ script, tools: [look], maxIterations: 20, model: sized(1000, used) });
  const run = await agent.send();
  await agent.until(run, 'completed');
  expect(agent.requests.some(isSummary)).toBe(true);
  const after = agent.requests[agent.requests.findIndex(isSummary) + 1];
  // The newest two steps are as they were.
  expect(after?.messages.filter(({ role }) => role === 'assistant')).toHaveLength(2);
  expect((await agent.records())[1]?.content?.filter(({ type }) => type === 'tool_result')).toHaveLength(5);
});

test('L46 when a provider says that a conversation is too long it is condensed, and asked again once', async () => {
  const script = (request: ModelRequest): Said[] => {
    if (isSummary(request)) return ['In short: herons.'];
    if (textOf(request).includes('at length'))
      throw new ModelError('context_length', 'Too long.', { retryable: false });
    return ['Fine.'];
  };
  agent = await scriptedAgent({ script });
  await agent.store.postMessage({
    commandId: 'x',
    chatId: 'chat-1',
    messageId: 'x',
    runId: 'x',
    text: 'All at length',
    model: 'test/script',
    ts: 1,
  });
  agent.runner.start('x');
  // The only message is too long itself: there is nothing to condense.
  await agent.until('x', 'failed');
  const run = await agent.send('Short?');
  await agent.until(run, 'completed');
  expect((await agent.state(run)).steps).toMatchObject([{ step: 1, attempt: 2 }]);
});

test('L46 a summary that fails leaves everything as it was', async () => {
  const script = (request: ModelRequest): Said[] => {
    if (isSummary(request)) throw new ModelError('overloaded', 'Busy.', { retryable: true });
    return ['Fine.'];
  };
  agent = await scriptedAgent({ script, model: sized(1000, () => 900) });
  await agent.until(await agent.send('One'), 'completed');
  const run = await agent.send('Two');
  await agent.until(run, 'completed');
  expect(agent.requests.at(-1)?.messages).toHaveLength(3);
});
