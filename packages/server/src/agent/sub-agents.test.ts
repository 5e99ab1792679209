import { afterEach, expect, test } from 'vitest';
import { heldClock } from '../../../../fixtures/held-clock.ts';
import {
  resultsIn,
  type Said,
  type Script,
  type ScriptedAgent,
  scriptedAgent,
} from '../../../../fixtures/scripted-agent.ts';
import { turns } from '../../../../fixtures/turns.ts';
import type { ModelRequest } from '../models/adapter/model.ts';
import { ModelError } from '../models/adapter/model.ts';
import type { Tool } from '../tools/define/tool.ts';
import { builtInModes } from '../tools/modes/built-in-modes.ts';
import type { Mode } from '../tools/modes/mode.ts';
import { switchModeTool } from '../tools/modes/switch-mode-tool.ts';
import { newTaskTool } from '../tools/task/new-task-tool.ts';

let agent: ScriptedAgent;
const ran: string[] = [];
afterEach(async () => {
  await agent.runner.stop();
  ran.splice(0);
});

const send: Tool = {
  name: 'send',
  description: 'Sends.',
  input_schema: { type: 'object' },
  effect: 'unsafe',
  approval: 'ask',
  async run({ to }) {
    ran.push(String(to));
    return { content: `sent to ${String(to)}` };
  },
};
const TOOLS = [newTaskTool(builtInModes), send];
const task = (id: string, message: string, more: object = {}): Said => ({
  id,
  name: 'new_task',
  input: { message, ...more },
});

/** The text of the first message of a conversation. */
function topicOf({ messages }: ModelRequest): string {
  const [block] = messages[0]?.content ?? [];
  return block?.type === 'text' ? block.text : '';
}
/** Answers by who is asked, and how many answers they have had. */
function byTopic(scripts: Readonly<Record<string, readonly (readonly Said[])[]>>): Script {
  return (request) => {
    const said = request.messages.filter(({ role }) => role === 'assistant').length;
    return scripts[topicOf(request)]?.[said] ?? ['The end.'];
  };
}
async function start(script: Script, more: object = {}): Promise<string> {
  agent = await scriptedAgent({ script, tools: TOOLS, ...more });
  return agent.send('Hi');
}
const results = async (run: string) => Object.fromEntries(resultsIn(await agent.state(run)));

test('A12 a sub-agent works in a span of its own, and its result is the result of the call', async () => {
  const run = await start(
    byTopic({ Hi: [[task('t', 'Find it')], ['Found.']], 'Find it': [['It is here.']] }),
  );
  await agent.until(run, 'completed');
  expect(await results(run)).toEqual({ t: ['It is here.'] });
  const events = await agent.events(run);
  expect(events.find(({ type }) => type === 'span_start')).toMatchObject({
    span_id: 't',
    task: { message: 'Find it' },
  });
  // The conversation of the parent is not flooded: it holds the call and its result only.
  expect(JSON.stringify(agent.requests.at(-1)?.messages)).not.toContain('Find it"}]}');
  expect(agent.requests.map(({ messages }) => messages.length)).toEqual([1, 1, 3]);
  const [, answer] = await agent.records();
  expect(answer?.text).toBe('Found.');
  expect(answer?.spans).toMatchObject([{ id: 't', content: [{ type: 'text', text: 'It is here.' }] }]);
});

test('A473 several sub-agents work at once, each with approvals of its own, decided in any order', async () => {
  const run = await start(
    byTopic({
      Hi: [[task('t1', 'One'), task('t2', 'Two')], ['Both done.']],
      One: [[{ id: 'a', name: 'send', input: { to: 'one' } }], ['One is done.']],
      Two: [[{ id: 'a', name: 'send', input: { to: 'two' } }], ['Two is done.']],
    }),
  );
  await agent.until(run, 'waiting');
  const asked = await agent.store.readApprovals(run);
  // Both count their calls from the same number.
  expect(new Set(asked.map(({ toolUseId }) => toolUseId)).size).toBe(2);
  const [first, second] = asked.map(({ toolUseId }) => toolUseId);
  await agent.decide(run, second ?? '', { type: 'approve' });
  await expect.poll(() => ran).toHaveLength(1);
  await agent.until(run, 'waiting');
  await agent.decide(run, first ?? '', { type: 'reject' });
  await agent.until(run, 'completed');
  expect(await results(run)).toMatchObject({ t1: ['One is done.'], t2: ['Two is done.'] });
  const starts = (await agent.events(run)).filter(({ type }) => type === 'tool_start');
  // A call that waited for its sub-agent was not begun again.
  expect(starts.filter((event) => event.type === 'tool_start' && event.tool === 'new_task')).toHaveLength(2);
});

test('A473 a sub-agent whose card waits goes on in another process', async () => {
  const run = await start(
    byTopic({
      Hi: [[task('t', 'One')], ['Done.']],
      One: [[{ id: 'a', name: 'send', input: { to: 'one' } }], ['One is done.']],
    }),
  );
  await agent.until(run, 'waiting');
  await agent.restart();
  await agent.decide(run, 'a', { type: 'approve' });
  await agent.until(run, 'completed');
  expect(ran).toEqual(['one']);
  expect(await results(run)).toEqual({ a: ['sent to one'], t: ['One is done.'] });
  expect(agent.requests).toHaveLength(4);
});

test('A474 cancel goes down: every call of every sub-agent has a result', async () => {
  const run = await start(
    byTopic({ Hi: [[task('t', 'One')]], One: [[task('u', 'Deep')]], Deep: [[{ id: 'a', name: 'send' }]] }),
  );
  await agent.until(run, 'waiting');
  await agent.store.requestCancel({ commandId: 'x', runId: run, ts: 1 });
  await agent.runner.cancel(run);
  await agent.until(run, 'cancelled');
  const stopped = 'The run was stopped before this ran.';
  const running = 'The run was stopped while this ran. It may have run.';
  expect(await results(run)).toEqual({ a: [stopped], t: [running], u: [running] });
});

test('A474 failure comes up: the parent reads why its sub-agent failed', async () => {
  const run = await start((request) => {
    if (topicOf(request) === 'One')
      throw new ModelError('overloaded', 'Too much to do.', { retryable: true });
    return request.messages.length === 1 ? [task('t', 'One')] : ['It failed.'];
  });
  await agent.until(run, 'completed');
  expect(await results(run)).toEqual({ t: ['The tool failed: Too much to do.'] });
});

test('A12 sub-agents stand in each other three deep at most', async () => {
  const deeper = (id: string) => [task(id, `${id}x`)];
  const run = await start(
    byTopic({ Hi: [deeper('a')], ax: [deeper('b')], bx: [deeper('c')], cx: [deeper('d')] }),
  );
  await agent.until(run, 'completed');
  expect((await results(run))['d']).toEqual(['The tool failed: Sub-agents can be nested 3 levels deep.']);
});

test('A472 a sub-agent is in the mode of its task', async () => {
  const run = await start(
    byTopic({ Hi: [[task('t', 'One', { mode: 'code' })]], One: [['x'], ['y'], ['z']] }),
  );
  await agent.until(run, 'waiting');
  await agent.decide(run, 't', { type: 'approve' });
  await agent.until(run, 'completed');
  const { spans } = await agent.state(run);
  expect(spans.get('t')?.mode).toBe('code');
  expect(agent.requests[1]?.system).toContain('step by step');
});

test('A12 a tool that must not run twice has no sub-agent', async () => {
  const unsafe: Tool = {
    ...send,
    name: 'once',
    approval: 'allow',
    run: async (_, ctx) => ({ content: await ctx.spawn({ message: 'x' }) }),
  };
  const run = await start((_, n) => (n === 1 ? [{ id: 'a', name: 'once' }] : ['Done.']), { tools: [unsafe] });
  await agent.until(run, 'completed');
  expect((await results(run))['a']?.[0]).toMatch(/must not run twice/);
});

test('A12 a sub-agent waits for its own tools, however long they take: it has nobody to tell later', async () => {
  const { clock, held } = heldClock(5);
  const slow: Tool = {
    ...send,
    name: 'slow',
    effect: 'read',
    approval: 'allow',
    inlineBudgetMs: 5,
    async run() {
      await turns(50);
      for (const over of [...held]) over();
      await turns(50);
      return { content: 'at last' };
    },
  };
  const script = byTopic({
    Hi: [[task('t', 'Wait')], ['Done.']],
    Wait: [[{ id: 's', name: 'slow' }], ['It came.']],
  });
  const run = await start(script, { tools: [...TOOLS, slow], clock });
  await agent.until(run, 'completed');
  expect(await results(run)).toMatchObject({ t: ['It came.'], s: ['at last'] });
});

test('A472 a sub-agent is in the mode of who calls it; another one is asked about', async () => {
  const narrow: Mode = {
    slug: 'narrow',
    name: 'Narrow',
    description: '',
    instructions: '',
    tools: ['new_task'],
    mustUseTools: false,
  };
  const script = byTopic({
    Hi: [
      [{ id: 's', name: 'switch_mode', input: { mode_slug: 'narrow' } }],
      [task('t', 'Go')],
      [task('u', 'Wide', { mode: 'chat' })],
    ],
    Go: [[{ id: 'x', name: 'send', input: { to: 'Ann' } }], ['I may not.']],
    Wide: [['Hello.']],
  });
  const modes = [...builtInModes, narrow];
  const run = await start(script, { modes, tools: [...TOOLS, switchModeTool(modes)] });
  await agent.until(run, 'waiting');
  await agent.decide(run, 's', { type: 'approve' });
  await agent.until(run, 'waiting');
  expect((await results(run))['x']?.[0]).toMatch(/^The narrow mode does not allow send/);
  expect((await agent.state(run)).tools.get('u')?.status).toBe('waiting');
  await agent.decide(run, 'u', { type: 'approve' });
  await agent.until(run, 'completed');
  expect((await results(run))['u']).toEqual(['Hello.']);
});
