import { parseMessage } from '@millrace/engine';
import { afterEach, expect, test } from 'vitest';
import { heldClock } from '../../../../fixtures/held-clock.ts';
import {
  resultsIn,
  type Script,
  type ScriptedAgent,
  scriptedAgent,
} from '../../../../fixtures/scripted-agent.ts';
import { turns } from '../../../../fixtures/turns.ts';
import type { Tool, ToolEffect } from '../tools/define/tool.ts';

let agent: ScriptedAgent;
let finish: ((content: string) => void)[] = [];
let begun = 0;
afterEach(async () => {
  await agent.runner.stop();
  finish = [];
  begun = 0;
});

const slow = (effect: ToolEffect = 'read', more: Partial<Tool> = {}): Tool => ({
  name: 'search_flights',
  description: 'Searches.',
  input_schema: { type: 'object' },
  effect,
  approval: 'allow',
  inlineBudgetMs: 20,
  run(_input, { signal, progress }) {
    begun += 1;
    progress({ stage: 'search', message: 'Searching' });
    return new Promise((resolve, reject) => {
      finish.push((content) => resolve({ content }));
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  },
  ...more,
});
const LONGER = "The processing takes a bit longer. I let you know once it's finished.";
const SCRIPT: Script = ({ messages }) => {
  const last = messages.at(-1)?.content.at(-1);
  if (last?.type === 'tool_result') return ['I will tell you.'];
  if (last?.type === 'text' && last.text.includes('that you started earlier')) return ['Two flights.'];
  return last?.type === 'text' && last.text === 'Hi'
    ? [{ id: 'a', name: 'search_flights', input: { to: 'Oslo' } }]
    : ['Yes?'];
};
async function start(tool: Tool): Promise<string> {
  agent = await scriptedAgent({ script: SCRIPT, tools: [tool] });
  return agent.send('Hi');
}
async function followUpOf(run: string): Promise<string> {
  const done = (await agent.events(run)).find(({ type }) => type === 'tool_complete');
  return (done?.type === 'tool_complete' ? done.follow_up : undefined) ?? expect.fail('Nothing goes on.');
}
const texts = async () => (await agent.records()).map(({ role, text }) => `${role}: ${text}`);

test('A11 a call that takes long has one result that says so, and goes on in a run of its own', async () => {
  const run = await start(slow());
  await agent.until(run, 'completed');
  expect(resultsIn(await agent.state(run))).toEqual(new Map([['a', [LONGER]]]));
  const next = await followUpOf(run);
  expect(await agent.store.getRun(next)).toMatchObject({ background: true, status: 'ready' });
  // Nobody is kept from writing meanwhile.
  expect(await agent.store.getChat('chat-1')).toMatchObject({ run_id: null });
  finish[0]?.('08:10 and 17:45');
  await agent.until(next, 'completed');
  expect(begun).toBe(1);
  const [, , answer] = await agent.records();
  expect(answer?.id).toBe(next);
  expect(answer?.text).toMatch(/^```json\n[\s\S]*```\n\nTwo flights\.$/);
  const { embeds } = parseMessage(answer?.text ?? '', { mode: 'read', messageId: 'm' });
  expect(embeds).toMatchObject([{ type: 'skill', status: 'finished' }]);
  const json = JSON.parse(/```json\n([\s\S]*?)\n```/.exec(answer?.text ?? '')?.[1] ?? '');
  expect(json).toEqual({
    app: 'Tools',
    skill: 'Search flights',
    requests: [{ to: 'Oslo', id: 'a', output: '08:10 and 17:45' }],
  });
  // Its progress is in the log of the run that continued.
  expect((await agent.events(next))[0]).toMatchObject({ type: 'tool_start', input: { to: 'Oslo' } });
});

test('A11 a tool that is known to take long goes on at once', async () => {
  const run = await start(slow('read', { background: true, inlineBudgetMs: 60_000 }));
  await agent.until(run, 'completed');
  finish[0]?.('x');
  await agent.until(await followUpOf(run), 'completed');
});

test('A490 a background tool answers in its own words, however quick it is, and whatever its budget', async () => {
  const LATER = 'I let you know once I finished.';
  for (const inlineBudgetMs of [60_000, Number.POSITIVE_INFINITY]) {
    const quick = async () => ({ content: '08:10' });
    const run = await start(slow('read', { background: true, inlineBudgetMs, run: quick }));
    await agent.until(run, 'completed');
    expect(resultsIn(await agent.state(run))).toEqual(new Map([['a', [LATER]]]));
    await agent.until(await followUpOf(run), 'completed');
    expect((await texts()).at(-1)).toMatch(/"output": ?"08:10"[\s\S]*Two flights\.$/);
    await agent.runner.stop();
  }
});

test('A11 a tool that is done in time gives its result as ever', async () => {
  const run = await start(slow('read', { inlineBudgetMs: 60_000 }));
  await expect.poll(() => finish).toHaveLength(1);
  finish[0]?.('quick');
  await agent.until(run, 'completed');
  expect(resultsIn(await agent.state(run))).toEqual(new Map([['a', ['quick']]]));
});

test('A477 the message of a long tool waits while another run of its chat works', async () => {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const script: Script = (request, count) => {
    const last = request.messages.at(-1)?.content.at(-1);
    return last?.type === 'text' && last.text === 'Hello?' ? [() => opened, 'Yes?'] : SCRIPT(request, count);
  };
  agent = await scriptedAgent({ script, tools: [slow()] });
  const run = await agent.send('Hi');
  await agent.until(run, 'completed');
  const next = await followUpOf(run);
  const second = await agent.send('Hello?');
  await expect.poll(() => agent.requests.length).toBe(3);
  finish[0]?.('08:10');
  // Its result is on disk, and it waits for its turn to speak.
  await agent.until(next, 'waiting');
  expect((await agent.state(next)).steps).toHaveLength(1);
  expect(agent.requests).toHaveLength(3);
  expect(await agent.store.getChat('chat-1')).toMatchObject({ run_id: second, waiting: false });
  open();
  await agent.until(second, 'completed');
  await agent.until(next, 'completed');
  expect((await texts()).map((text) => text.slice(0, 22))).toEqual([
    'user: Hi',
    'assistant: I will tell',
    'user: Hello?',
    'assistant: Yes?',
    'assistant: ```json\n{\n ',
  ]);
});

test('A479 what goes on is not stopped with the run that began it, from the first moment on', async () => {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  agent = await scriptedAgent({
    script: (request, count) => (count === 2 ? [() => new Promise(() => {})] : SCRIPT(request, count)),
    tools: [slow()],
  });
  const { readEvents } = agent.store;
  // The run that goes on has not read its log yet.
  agent.store.readEvents = async (runId, ...rest) => {
    if (runId !== 'run-1') await opened;
    return readEvents(runId, ...rest);
  };
  const run = await agent.send('Hi');
  await expect.poll(() => agent.requests.length).toBe(2);
  await agent.store.requestCancel({ commandId: 'x', runId: run, ts: 1 });
  await agent.runner.cancel(run);
  await agent.until(run, 'cancelled');
  open();
  const next = await followUpOf(run);
  finish[0]?.('08:10');
  await agent.until(next, 'completed');
  expect(begun).toBe(1);
});

test('A478 after a restart a call that may be made again is, and its message comes once', async () => {
  const run = await start(slow('idempotent'));
  await agent.until(run, 'completed');
  const next = await followUpOf(run);
  await agent.restart();
  await expect.poll(() => begun).toBe(2);
  finish[1]?.('08:10');
  await agent.until(next, 'completed');
  expect((await texts()).filter((text) => text.includes('08:10'))).toHaveLength(1);
});

test('A478 after a restart a person is asked about a call that may not be made twice', async () => {
  const run = await start(slow('unsafe'));
  await agent.until(run, 'completed');
  const next = await followUpOf(run);
  await agent.restart();
  await agent.until(next, 'waiting');
  // It is seen now, so that somebody can answer.
  expect(await agent.store.getChat('chat-1')).toMatchObject({ run_id: next, waiting: true });
  await agent.decide(next, 'a', { type: 'reject' });
  await agent.until(next, 'completed');
  expect(begun).toBe(1);
  expect((await texts()).at(-1)).toMatch(/it may have run[\s\S]*Two flights/);
});

test('A479 a run that goes on with a long tool can be cancelled, and says so', async () => {
  const run = await start(slow());
  await agent.until(run, 'completed');
  const next = await followUpOf(run);
  await agent.store.requestCancel({ commandId: 'x', runId: next, ts: 1 });
  await agent.runner.cancel(next);
  await agent.until(next, 'cancelled');
  expect((await texts()).at(-1)).toContain('The run was stopped while this ran');
});

test('A11 what a person said with a yes is told also when the call goes on', async () => {
  const run = await start(slow('read', { approval: 'ask' }));
  await agent.until(run, 'waiting');
  await agent.decide(run, 'a', { type: 'approve', message: 'Only direct ones.' });
  await agent.until(run, 'completed');
  expect(resultsIn(await agent.state(run)).get('a')).toEqual([
    `${LONGER}\n\nThe person said: Only direct ones.`,
  ]);
});

test('A11 a tool with a sub-agent is waited for, and one that goes on can have none any more', async () => {
  let hasAnswered = false;
  const { clock, held } = heldClock(20);
  const script: Script = ({ messages }) => {
    const last = messages.at(-1)?.content.at(-1);
    if (last?.type === 'text' && last.text === 'Look')
      return [
        async () => {
          expect(held).toHaveLength(1);
          held[0]?.();
          await turns(50);
          hasAnswered = true;
        },
        'Seen.',
      ];
    return SCRIPT({ messages }, 0);
  };
  const asks = slow('read', { run: async (_, ctx) => ({ content: await ctx.spawn({ message: 'Look' }) }) });
  agent = await scriptedAgent({ script, tools: [asks], clock });
  const run = await agent.send('Hi');
  await agent.until(run, 'completed');
  expect(hasAnswered).toBe(true);
  expect(resultsIn(await agent.state(run)).get('a')).toEqual(['Seen.']);
  await agent.runner.stop();

  const late = slow('read', {
    async run(_, ctx) {
      await new Promise<void>((resolve) => finish.push(() => resolve()));
      return { content: await ctx.spawn({ message: 'Look' }) };
    },
  });
  const second = await start(late);
  await agent.until(second, 'completed');
  finish[0]?.('');
  await agent.until(await followUpOf(second), 'completed');
  expect((await texts()).at(-1)).toContain('has run too long to start a sub-agent');
});
