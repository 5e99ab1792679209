import type { HitlDecision } from '@millrace/engine';
import type { RunTool } from '@millrace/engine/run';
import { afterEach, expect, test, vi } from 'vitest';
import { heldClock } from '../../../../../fixtures/held-clock.ts';
import {
  type AgentParts,
  resultsIn,
  type Script,
  type ScriptedAgent,
  scriptedAgent,
} from '../../../../../fixtures/scripted-agent.ts';
import type { FormAnswer, Tool, ToolContext, ToolEffect } from '../../tools/define/tool.ts';

let agent: ScriptedAgent;
let begun = 0;
afterEach(async () => {
  await agent.runner.stop();
  begun = 0;
});

const FORM = {
  message: 'Which seat?',
  schema: { type: 'object', properties: { seat: { type: 'string' } } },
  defaults: { seat: '1A' },
};
const asks = (
  run: (ctx: ToolContext) => Promise<unknown> = (ctx) => ctx.ask(FORM),
  more: Partial<Tool> = {},
): Tool => ({
  name: 'book',
  description: 'Books.',
  input_schema: { type: 'object' },
  effect: 'unsafe',
  approval: 'allow',
  async run(_input, ctx) {
    begun += 1;
    return { content: JSON.stringify(await run(ctx)) };
  },
  ...more,
});
const SCRIPT: Script = ({ messages }) =>
  messages.at(-1)?.content.at(-1)?.type === 'tool_result' ? ['Done.'] : [{ id: 'a', name: 'book' }];

async function start(tool: Tool, more: Partial<AgentParts> = {}): Promise<string> {
  agent = await scriptedAgent({ script: SCRIPT, tools: [tool], ...more });
  return agent.send();
}
const callOf = async (run: string): Promise<RunTool | undefined> => (await agent.state(run)).tools.get('a');
const asked = (run: string, count = 1): Promise<void> =>
  vi.waitFor(async () => {
    const rows = await agent.store.readApprovals(run);
    expect(rows.map(({ status }) => status === 'pending').filter(Boolean)).toHaveLength(1);
    expect(rows).toHaveLength(count);
  }, 30_000);
async function resultOf(run: string): Promise<string | undefined> {
  await agent.until(run, 'completed', 'cancelled');
  return resultsIn(await agent.state(run)).get('a')?.[0];
}
const statuses = async (run: string) => (await agent.store.readApprovals(run)).map(({ status }) => status);

test('X1 a tool asks while it runs: the question stands at its call, which goes on with the answer', async () => {
  const run = await start(asks());
  await asked(run);
  const { defaults, ...question } = FORM;
  expect(await callOf(run)).toMatchObject({ status: 'waiting', input: { to: 'a' }, question: { question } });
  expect((await callOf(run))?.question?.input).toEqual(defaults);
  // The process that runs it waits.
  expect(await agent.store.getRun(run)).toMatchObject({ status: 'ready' });
  await agent.decide(run, 'a', { type: 'approve', message: 'By the window' });
  expect(await resultOf(run)).toBe(JSON.stringify({ action: 'accept', content: { seat: '1A' } }));
  expect(await callOf(run)).toMatchObject({ status: 'done', answer: { decision: { type: 'approve' } } });
  expect(await callOf(run)).not.toHaveProperty('decision');
  expect(begun).toBe(1);
});

test.each<[HitlDecision, FormAnswer]>([
  [
    { type: 'edit', edited_action: { name: 'book', args: { seat: '9F' } } },
    { action: 'accept', content: { seat: '9F' } },
  ],
  [{ type: 'reject' }, { action: 'decline' }],
])('X263 %o is %o', async (decision, answer) => {
  const run = await start(asks());
  await asked(run);
  await agent.decide(run, 'a', decision);
  expect(await resultOf(run)).toBe(JSON.stringify(answer));
});

test('X264 a call that was approved asks, and both are told apart; its questions come one after the other', async () => {
  const run = await start(
    asks((ctx) => Promise.all([ctx.ask(FORM), ctx.ask({ ...FORM, message: 'Which meal?' })]), {
      approval: 'ask',
    }),
  );
  await agent.until(run, 'waiting');
  await agent.decide(run, 'a', { type: 'approve' });
  await asked(run, 2);
  await agent.decide(run, 'a', { type: 'reject' });
  await asked(run, 3);
  expect((await callOf(run))?.question?.question?.message).toBe('Which meal?');
  await agent.decide(run, 'a', { type: 'approve' });
  expect(JSON.parse((await resultOf(run)) ?? '')).toEqual([
    { action: 'decline' },
    { action: 'accept', content: { seat: '1A' } },
  ]);
  expect(await callOf(run)).toMatchObject({ decision: { type: 'approve' }, asked: 3 });
});

test('X2 who stops the run takes the question back', async () => {
  let told: unknown;
  const run = await start(
    asks(async (ctx) => {
      told = await ctx.ask(FORM);
    }),
  );
  await asked(run);
  await agent.store.requestCancel({ commandId: 'stop', runId: run, ts: Date.now() });
  await agent.runner.cancel(run);
  expect(await resultOf(run)).toMatch(/stopped while this ran/);
  expect(told).toEqual({ action: 'cancel' });
  expect(await statuses(run)).toEqual(['cancelled']);
});

test('X2 nobody answers in time, and the tool goes on without', async () => {
  const run = await start(asks(), { approvalMs: 30 });
  expect(await resultOf(run)).toBe('{"action":"cancel"}');
  expect(await statuses(run)).toEqual(['expired']);
  expect((await agent.events(run)).map(({ type }) => type)).toContain('approval_withdrawn');
});

test('X2 a tool takes its question back, or has its result before the answer', async () => {
  const back = new AbortController();
  const first = await start(asks((ctx) => ctx.ask({ ...FORM, signal: back.signal })));
  await asked(first);
  back.abort();
  expect(await resultOf(first)).toBe('{"action":"cancel"}');
  expect(await statuses(first)).toEqual(['expired']);
  await agent.runner.stop();
  const second = await start(
    asks(async (ctx) => {
      void ctx.ask(FORM);
      await asked('run-1');
      return 'no need';
    }),
  );
  expect(await resultOf(second)).toBe('"no need"');
  expect(await statuses(second)).toEqual(['expired']);
  expect(await callOf(second)).toMatchObject({ status: 'done', question: undefined });
});

test.each<ToolEffect>(['unsafe', 'read'])(
  'X3 a call of a tool that is %s and whose process died while it asked is in doubt',
  async (effect) => {
    const run = await start(asks(undefined, { effect }));
    await asked(run);
    await agent.restart();
    await asked(run, 2);
    expect(await statuses(run)).toEqual(['expired', 'pending']);
    expect(await callOf(run)).toMatchObject({ status: 'waiting', in_doubt: true, question: undefined });
    expect(begun).toBe(1);
    await agent.decide(run, 'a', { type: 'approve' });
    await asked(run, 3);
    await agent.decide(run, 'a', { type: 'reject' });
    expect(await resultOf(run)).toBe('{"action":"decline"}');
    expect(begun).toBe(2);
  },
);

test('X4 who waits for an answer is waited for', async () => {
  const { clock, held } = heldClock(5);
  const run = await start(asks(undefined, { inlineBudgetMs: 5 }), { clock });
  await asked(run);
  expect(held).toHaveLength(1);
  held[0]?.();
  await agent.decide(run, 'a', { type: 'approve' });
  expect(await resultOf(run)).toMatch(/accept/);
  expect(await callOf(run)).not.toHaveProperty('follow_up');
});

test('X4 a call that goes on in a run of its own can ask nobody', async () => {
  let ask = (): void => {};
  const late = new Promise<void>((resolve) => {
    ask = resolve;
  });
  const run = await start(
    asks(
      async (ctx) => {
        await late;
        return ctx.ask(FORM);
      },
      { inlineBudgetMs: 5 },
    ),
  );
  await agent.until(run, 'completed');
  const next = (await callOf(run))?.follow_up ?? expect.fail('Nothing goes on.');
  ask();
  await agent.until(next, 'completed');
  expect((await agent.records()).at(-1)?.text).toContain('cancel');
  expect(await agent.store.readApprovals(next)).toEqual([]);
});

test('X6 each model call offers the tools that there are, and one that is gone says so', async () => {
  const tool = (name: string): Tool => asks(async () => name, { name, approval: 'ask' });
  let tools: readonly Tool[] = [tool('book')];
  agent = await scriptedAgent({ script: SCRIPT, tools: async () => tools });
  const run = await agent.send();
  await agent.until(run, 'waiting');
  tools = [tool('other')];
  await agent.restart();
  agent.runner.start(run);
  await agent.decide(run, 'a', { type: 'approve' });
  expect(await resultOf(run)).toBe('There is no tool book here.');
  expect(agent.requests.map((request) => request.tools?.map(({ name }) => name))).toEqual([
    ['book'],
    ['other'],
  ]);
});

test('X6 what was asked about a call whose tool is gone can no longer be decided', async () => {
  let tools: readonly Tool[] = [
    asks(undefined, { approval: 'ask', together: true }),
    asks(async () => 'ok', { name: 'b', approval: 'ask', together: true }),
  ];
  const script: Script = (_, count) =>
    count === 1
      ? [
          { id: 'a', name: 'book' },
          { id: 'b', name: 'b' },
        ]
      : ['Done.'];
  agent = await scriptedAgent({ script, tools: async () => tools });
  const run = await agent.send();
  await agent.until(run, 'waiting');
  tools = tools.slice(1);
  await agent.decide(run, 'b', { type: 'approve' });
  expect(await resultOf(run)).toBe('There is no tool book here.');
  expect(await statuses(run)).toEqual(['expired', 'decided']);
});

test('X7 a call that stands for another is judged as both, and always allowed as the other', async () => {
  const standing = asks(async () => 'ran', {
    approval: 'ask',
    standsFor: (input) => ({ name: 'real', input: { of: input['to'] } }),
  });
  const script: Script = (request, count) =>
    SCRIPT(request, count).map((part) => (typeof part === 'object' ? { ...part, id: `a${count}` } : part));
  const run = await start(standing, { script });
  const only = async (id: string) => [...resultsIn(await agent.state(id)).values()].flat();
  await agent.until(run, 'waiting');
  const { approval } = [...(await agent.state(run)).tools.values()][0] ?? {};
  expect(new Set(approval?.rules?.map(({ rule }) => rule.tool))).toEqual(new Set(['real']));
  const widest = approval?.rules?.at(-1)?.rule.id ?? '';
  await agent.decide(run, 'a1', { type: 'approve_always', rule_id: widest });
  await agent.until(run, 'completed');
  // Allowed as the other; denied as one of both.
  const second = await agent.send();
  await agent.until(second, 'completed');
  expect(await only(second)).toEqual(['"ran"']);
  for (const tool of ['real', 'book']) {
    const rule = { id: `no-${tool}`, scope: 'user', of: '', tool, verdict: 'deny', created_at: 1 } as const;
    await agent.store.putRule(rule);
    const denied = await agent.send();
    await agent.until(denied, 'completed');
    expect(await only(denied)).toEqual([expect.stringMatching(/A rule of the person/)]);
    await agent.store.deleteRule(rule.id);
  }
});
