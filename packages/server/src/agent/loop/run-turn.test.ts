import type { HitlDecision, StoredEvent } from '@millrace/engine';
import type { BlockEvent } from '@millrace/engine/message';
import type { MessageRecord, RunEvent } from '@millrace/engine/run';
import { beforeEach, expect, test, vi } from 'vitest';
import { askedHash } from '../../../../../fixtures/asked-hash.ts';
import { openMemoryStore, type WholeStore as Store } from '../../../../../fixtures/whole-store.ts';
import type { Model, ModelRequest } from '../../models/adapter/model.ts';
import { catalogOf } from '../../models/catalog/catalog.ts';
import { message } from '../../store/contract/place-contract.ts';
import { FencedError, StoreLostError } from '../../store/store-error.ts';
import type { Tool, ToolContext, ToolInput } from '../../tools/define/tool.ts';
import { builtInModes } from '../../tools/modes/built-in-modes.ts';
import { createBus } from '../log/bus.ts';
import type { Clock } from '../log/clock.ts';
import { CANCELLED } from '../plan/turn.ts';
import { createRunner } from '../run/runner.ts';
import { runTurn } from './run-turn.ts';

const LEASE_MS = 1_000;
let store: Store;
let now: number;
let timers: { readonly ms: number; readonly run: () => void }[];
let requests: ModelRequest[];
let ran: { readonly name: string; readonly input: ToolInput; readonly key: string }[];

beforeEach(async () => {
  store = openMemoryStore();
  now = 1_000;
  timers = [];
  requests = [];
  ran = [];
  await store.createChat('chat-1', 1);
  await store.postMessage(message());
});

/** Time that stands still. What waits is done when the test says so. */
const clock: Clock = {
  now: () => now,
  after(ms, run) {
    const timer = { ms, run };
    timers.push(timer);
    return () => {
      timers = timers.filter((each) => each !== timer);
    };
  },
};
/** Fires what was to wait no longer than that. */
const fireTimers = (longest = 100): void => {
  const due = timers.filter(({ ms }) => ms <= longest);
  timers = timers.filter(({ ms }) => ms > longest);
  for (const { run } of due) run();
};
const settle = () => new Promise((resolve) => setImmediate(resolve));
/** Waits until a person is asked about something. */
async function untilAsked(): Promise<void> {
  while ((await store.readApprovals('run-1')).length === 0) {
    fireTimers();
    await settle();
  }
}

type Part = string | { readonly id: string; readonly name: string; readonly input?: ToolInput };

function* say(parts: readonly Part[]): Generator<BlockEvent> {
  yield { type: 'message_start', message: { id: 'm' } };
  for (const [index, part] of parts.entries()) {
    const content_block =
      typeof part === 'string'
        ? ({ type: 'text', text: '' } as const)
        : ({ type: 'tool_use', id: part.id, name: part.name, input: part.input ?? { to: part.id } } as const);
    yield { type: 'content_block_start', index, content_block };
    if (typeof part === 'string')
      yield { type: 'content_block_delta', index, delta: { type: 'text_delta', text: part } };
    yield { type: 'content_block_stop', index };
  }
  yield { type: 'message_stop' };
}

/** Answers each request with the next of these messages. */
function script(...messages: readonly (readonly Part[])[]): Model {
  return {
    id: 'demo/demo',
    name: 'Script',
    async *stream(request) {
      requests.push(request);
      yield* say(messages[requests.length - 1] ?? ['The end.']);
    },
  };
}

function tool(name: string, more: Partial<Tool> = {}): Tool {
  return {
    name,
    description: `Does ${name}.`,
    input_schema: { type: 'object' },
    effect: 'read',
    approval: 'allow',
    async run(input, { key }) {
      ran.push({ name, input, key });
      return { content: `${name} done` };
    },
    ...more,
  };
}
const LOOK = tool('look');
const SEND = tool('send', { effect: 'unsafe', approval: 'ask' });

const AGENT = {
  modes: builtInModes,
  workspace: undefined,
  protectedPaths: [],
  checkpoints: undefined,
  lock: <T>(_signal: AbortSignal, inside: () => Promise<T>) => inside(),
  atStepLimit: 'sum_up' as const,
  maxIterations: 5,
  repetitionLimit: 3,
  allFiles: 1e9,
  approvalMs: null,
};

interface Life {
  readonly store?: Store;
  readonly renew?: () => Promise<void>;
  readonly signal?: AbortSignal;
  readonly owner?: string;
}

/** One worker's work on the run: claims it and drives it as far as it goes. */
async function work(model: Model, tools: readonly Tool[], life: Life = {}): Promise<void> {
  const { owner = 'w', signal = new AbortController().signal } = life;
  const lease = () => ({ owner, now, leaseMs: LEASE_MS });
  const run = await store.claimRun('run-1', lease());
  if (run === undefined) throw new Error('The run is not free.');
  const claim = { runId: run.id, fence: run.fence };
  await runTurn({
    store: life.store ?? store,
    bus: createBus(),
    clock,
    model,
    tools,
    ...AGENT,
    settleMs: 0,
    run,
    renew: life.renew ?? (async () => void (await store.renew(claim, lease()))),
    signal,
    lease,
    adopt: () => expect.fail('Nothing takes long here.'),
    wake: () => {},
    onNews: () => () => {},
  });
}

const log = (): Promise<StoredEvent[]> => store.readEvents('run-1', 0, 1_000);
const types = async (): Promise<string[]> => (await log()).map(({ type }) => type);
const status = async () => (await store.getRun('run-1'))?.status;
const answer = async (): Promise<MessageRecord | undefined> => (await store.readMessages('chat-1', 1))[0];
const results = async () =>
  ((await answer())?.content ?? []).flatMap((block) =>
    block.type === 'tool_result' ? [[block.tool_use_id, block.content, block.is_error]] : [],
  );

async function decide(toolUseId: string, decision: HitlDecision): Promise<void> {
  const asked = (await store.readApprovals('run-1')).findLast((each) => each.toolUseId === toolUseId);
  const { type } = await store.decide({
    commandId: `c-${toolUseId}-${decision.type}`,
    runId: 'run-1',
    approvalId: asked?.id ?? '',
    argsHash: await askedHash(store, 'run-1', asked?.id),
    decision,
    by: 'me',
    ts: now,
  });
  expect(type).toBe('decided');
}

/** The calls and results of a request, as they stand in it. */
const callsOf = (request: ModelRequest | undefined): string[] =>
  (request?.messages ?? []).flatMap(({ content }) =>
    content.flatMap((block) => {
      if (block.type === 'tool_use') return [`${block.id} ${block.name}`];
      return block.type === 'tool_result' ? [`${block.tool_use_id}: ${block.content}`] : [];
    }),
  );

test('L38 a message without calls ends the run, and stands in the chat as the log has it', async () => {
  await work(script(['Hello']), [LOOK]);
  expect(await status()).toBe('completed');
  expect(await answer()).toMatchObject({ id: 'run-1', text: 'Hello', status: 'completed' });
  expect((await types()).at(-1)).toBe('complete');
});

test('L41 a call that is allowed runs, and the model reads its result', async () => {
  await work(script(['Let me look.', { id: 'c1', name: 'look' }], ['I saw it.']), [LOOK]);
  expect(ran).toEqual([{ name: 'look', input: { to: 'c1' }, key: 'run-1:1:c1' }]);
  expect(callsOf(requests[1])).toEqual(['c1 look', 'c1: look done']);
  expect(await results()).toEqual([['c1', 'look done', false]]);
  expect(await answer()).toMatchObject({ text: 'Let me look.\n\nI saw it.', status: 'completed' });
  const order = (await types()).filter((type) => /^tool|_result/.test(type));
  expect(order).toEqual(['tool_start', 'tool_complete']);
});

test('L39 a call that asks is parked, and runs after a yes', async () => {
  const model = script([{ id: 'c1', name: 'send' }], ['Sent.']);
  await work(model, [SEND]);
  expect(await store.getRun('run-1')).toMatchObject({ status: 'waiting', owner: null, leaseUntil: 0 });
  expect(ran).toEqual([]);
  await decide('c1', { type: 'approve' });
  await work(model, [SEND], { owner: 'another' });
  expect(ran).toHaveLength(1);
  expect(await status()).toBe('completed');
});

test('L39 a no and its words reach the model, and nothing runs', async () => {
  const model = script([{ id: 'c1', name: 'send' }], ['As you wish.']);
  await work(model, [SEND]);
  await decide('c1', { type: 'reject', message: 'Ask Ann first.' });
  await work(model, [SEND]);
  expect(ran).toEqual([]);
  expect(callsOf(requests[1])).toEqual([
    'c1 send',
    'c1: The person did not allow this. They said: Ask Ann first.',
  ]);
  expect(await results()).toEqual([['c1', expect.stringContaining('Ask Ann first.'), true]]);
});

test('L39 an edit is what runs', async () => {
  const model = script([{ id: 'c1', name: 'send' }]);
  await work(model, [SEND]);
  await decide('c1', { type: 'edit', edited_action: { name: 'send', args: { to: 'you' } } });
  await work(model, [SEND]);
  expect(ran).toMatchObject([{ input: { to: 'you' } }]);
  expect((await log()).find(({ type }) => type === 'tool_start')).toMatchObject({ input: { to: 'you' } });
});

test('L39 the model is told what ran when a person changed the input, and only then', async () => {
  const model = script(
    [
      { id: 'c1', name: 'send' },
      { id: 'c2', name: 'send' },
    ],
    ['Noted.'],
  );
  await work(model, [SEND]);
  await decide('c1', { type: 'edit', edited_action: { name: 'send', args: { to: 'you' } } });
  await decide('c2', { type: 'approve' });
  await work(model, [SEND]);
  expect(callsOf(requests[1]).slice(2)).toEqual([
    'c1: The person changed the input. This is what ran: {"to":"you"}\n\nsend done',
    'c2: send done',
  ]);
});

test('L301 a question has the words of its tool, unless they fail', async () => {
  const title = (input: ToolInput): string => {
    if (input['to'] === 'c2') throw new Error('No words');
    return `Send to ${input['to']}`;
  };
  await work(
    script([
      { id: 'c1', name: 'send' },
      { id: 'c2', name: 'send' },
    ]),
    [{ ...SEND, title }],
  );
  const asked = (await log()).flatMap((event) => (event.type === 'approval_request' ? [event.title] : []));
  expect(asked).toEqual(['Send to c1', undefined]);
});

test('L301 a finished message keeps what became of its calls', async () => {
  const model = script([
    { id: 'c1', name: 'send' },
    { id: 'c2', name: 'send' },
  ]);
  await work(model, [SEND]);
  await decide('c1', { type: 'approve' });
  await decide('c2', { type: 'reject', message: 'No' });
  await work(model, [SEND]);
  expect((await answer())?.tools).toEqual([
    {
      ...{ tool_use_id: 'c1', tool: 'send', status: 'done', asked: 1, started_at: now, ended_at: now },
      ...{ decision: { type: 'approve' }, decided_by: 'me' },
    },
    {
      ...{ tool_use_id: 'c2', tool: 'send', status: 'decided', asked: 1 },
      ...{ decision: { type: 'reject', message: 'No' }, decided_by: 'me' },
    },
  ]);
});

test.each([
  ['c1', 'c2', 'c3'],
  ['c3', 'c2', 'c1'],
  ['c2', 'c3', 'c1'],
])('L38 several that wait together are decided in any order: %s %s %s', async (...order) => {
  const model = script(['c1', 'c2', 'c3'].map((id) => ({ id, name: 'send' })));
  await work(model, [SEND]);
  expect(await store.readApprovals('run-1')).toHaveLength(3);
  for (const [i, id] of order.entries()) {
    await decide(id, { type: 'approve' });
    await work(model, [SEND]);
    expect(ran.map(({ input }) => input['to'])).toEqual(order.slice(0, i + 1));
  }
  expect(await status()).toBe('completed');
  // Each call with exactly one result, asked together and answered together.
  expect(callsOf(requests[1])).toEqual([
    ...['c1', 'c2', 'c3'].map((id) => `${id} send`),
    ...['c1', 'c2', 'c3'].map((id) => `${id}: send done`),
  ]);
});

test('A2 an unknown tool, and one that throws, have a result that says so', async () => {
  const broken = tool('broken', { run: () => Promise.reject(new Error('No paper.')) });
  await work(
    script([
      { id: 'c1', name: 'fly' },
      { id: 'c2', name: 'broken' },
    ]),
    [broken],
  );
  expect(await results()).toEqual([
    ['c1', 'There is no tool fly here.', true],
    ['c2', 'The tool failed: No paper.', true],
  ]);
  expect(await status()).toBe('completed');
});

test('L39 a call with an id that an earlier one had is another call: the yes of the first is not its own', async () => {
  const model = script([{ id: 'c1', name: 'send' }], [{ id: 'c1', name: 'send', input: { to: 'all' } }]);
  await work(model, [SEND]);
  await decide('c1', { type: 'approve' });
  await work(model, [SEND]);
  expect(ran).toHaveLength(1);
  expect(await status()).toBe('waiting');
  const approvals = await store.readApprovals('run-1');
  expect(new Set(approvals.map(({ toolUseId }) => toolUseId)).size).toBe(2);
  await decide(approvals[1]?.toolUseId ?? '', { type: 'approve' });
  await work(model, [SEND]);
  expect(ran.map(({ input }) => input['to'])).toEqual(['c1', 'all']);
  expect(new Set(ran.map(({ key }) => key)).size).toBe(2);
  expect(await results()).toHaveLength(2);
});

test('L41 what a tool tells while it works stands in the log between its start and its result', async () => {
  const slow = tool('slow', {
    async run(_input, ctx) {
      ctx.progress({ stage: 'a', message: 'One' });
      fireTimers();
      await settle();
      ctx.progress({ stage: 'b', message: 'Two', progress: 0.5, data: { n: 2 } });
      return { content: 'ok' };
    },
  });
  await work(script([{ id: 'c1', name: 'slow' }]), [slow]);
  const told = (await log()).filter(({ type }) => type.startsWith('tool_'));
  expect(told).toMatchObject([
    { type: 'tool_start' },
    { type: 'tool_progress', stage: 'a', message: 'One', progress: null, data: null },
    { type: 'tool_progress', stage: 'b', message: 'Two', progress: 0.5, data: { n: 2 } },
    { type: 'tool_complete' },
  ]);
});

test('A10 cancel in the middle of the model keeps its text and gives its open call a result', async () => {
  const abort = new AbortController();
  const cut: Model = {
    ...script(),
    async *stream() {
      for (const event of say(['Half of', { id: 'c1', name: 'look' }])) {
        if (event.type === 'message_stop') {
          abort.abort(CANCELLED);
          abort.signal.throwIfAborted();
        }
        yield event;
      }
    },
  };
  await work(cut, [LOOK], { signal: abort.signal });
  expect(await answer()).toMatchObject({ status: 'cancelled', text: 'Half of' });
  expect(await results()).toEqual([['c1', 'The run was stopped before this ran.', true]]);
  expect(ran).toEqual([]);
});

test('A10 cancel in the middle of a tool stops it, keeps what it told, and gives every open call a result', async () => {
  const abort = new AbortController();
  const endless = tool('endless', {
    run(_input, ctx: ToolContext) {
      ctx.progress({ stage: 'a', message: 'Working' });
      return new Promise((_, reject) => {
        ctx.signal.addEventListener('abort', () => reject(ctx.signal.reason));
        void untilAsked().then(() => abort.abort(CANCELLED));
      });
    },
  });
  const calls = [
    { id: 'c1', name: 'endless' },
    { id: 'c2', name: 'look' },
    { id: 'c3', name: 'send' },
  ];
  await work(script(['Now:', ...calls]), [endless, LOOK, SEND], { signal: abort.signal });
  expect(await answer()).toMatchObject({ status: 'cancelled', text: 'Now:' });
  expect(await results()).toEqual([
    ['c1', 'The run was stopped while this ran. It may have run.', true],
    ['c2', 'The run was stopped before this ran.', true],
    ['c3', 'The run was stopped before this ran.', true],
  ]);
  const told = await types();
  expect(told.indexOf('tool_progress')).toBeGreaterThan(told.indexOf('tool_start'));
  expect(told.indexOf('tool_progress')).toBeLessThan(told.indexOf('tool_complete'));
  expect(timers).toEqual([]);
  expect((await store.readApprovals('run-1')).map((each) => each.status)).toEqual(['cancelled']);
});

test('L41 a worker whose run another one has by now runs no effect', async () => {
  const late = async () => {
    await store.claimRun('run-1', { owner: 'other', now: now + LEASE_MS, leaseMs: LEASE_MS });
    await store.renew({ runId: 'run-1', fence: 1 }, { owner: 'w', now, leaseMs: LEASE_MS });
  };
  const turn = work(script([{ id: 'c1', name: 'look' }]), [LOOK], { renew: late });
  await expect(turn).rejects.toBeInstanceOf(FencedError);
  expect(ran).toEqual([]);
  expect((await types()).at(-1)).toBe('tool_start');
});

test('L40 an unsafe call that was cut off is asked about, and runs again only after a yes', async () => {
  const dead = new AbortController();
  const cut = tool('send', {
    effect: 'unsafe',
    run() {
      dead.abort(new Error('The process ends.'));
      return Promise.reject(new Error('cut'));
    },
  });
  const model = script([{ id: 'c1', name: 'send' }], ['Done.']);
  await work(model, [cut], { signal: dead.signal });
  expect((await types()).at(-1)).toBe('tool_start');
  const whole = tool('send', { effect: 'unsafe' });
  await work(model, [whole]);
  expect((await types()).slice(-2)).toEqual(['tool_uncertain', 'approval_request']);
  expect(await status()).toBe('waiting');
  await decide('c1', { type: 'approve' });
  await work(model, [whole]);
  expect(ran).toHaveLength(1);
  expect(await status()).toBe('completed');
});

test('L14 a decision that comes while another call runs is seen before the run would wait', async () => {
  const busy = tool('busy', {
    async run() {
      await untilAsked();
      await decide('c2', { type: 'approve' });
      return { content: 'busy done' };
    },
  });
  await work(
    script([
      { id: 'c1', name: 'busy' },
      { id: 'c2', name: 'send' },
    ]),
    [busy, SEND],
  );
  expect(ran).toHaveLength(1);
  expect(await status()).toBe('completed');
  expect((await log()).map(({ seq }) => seq)).toEqual((await log()).map((_, i) => i + 1));
});

test('L14 a decision that comes between the asking and the waiting is seen, too', async () => {
  const eager: Store = {
    ...store,
    async park(claim, seq, wakeAt) {
      if (ran.length === 0) await decide('c1', { type: 'approve' });
      return store.park(claim, seq, wakeAt);
    },
  };
  await work(script([{ id: 'c1', name: 'send' }]), [SEND], { store: eager });
  expect(ran).toHaveLength(1);
  expect(await status()).toBe('completed');
});

/** A runner whose store loses the answer of the nth write of this kind, after it was done. */
function runnerWithTrouble(verb: 'append' | 'endRun', nth: number, model: Model, tools: readonly Tool[]) {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  let n = 0;
  const claims: number[] = [];
  const losing = async <T>(done: Promise<T>): Promise<T> => {
    const answered = await done;
    n += 1;
    if (n === nth) throw new StoreLostError('The store is gone.', undefined);
    return answered;
  };
  const troubled: Store = {
    ...store,
    async claimRun(runId, lease) {
      const run = await store.claimRun(runId, lease);
      if (run !== undefined) claims.push(run.fence);
      return run;
    },
    append: (...args) => (verb === 'append' ? losing(store.append(...args)) : store.append(...args)),
    endRun: (...args) => (verb === 'endRun' ? losing(store.endRun(...args)) : store.endRun(...args)),
  };
  const options = { store: troubled, bus: createBus(), models: catalogOf([model]), tools, clock, sole: true };
  const runner = createRunner(options);
  runner.start('run-1');
  return { runner, claims };
}

test.each([1, 2, 3, 4, 5])(
  'L43 after trouble with the store in write %i the run is claimed again and goes on',
  async (nth) => {
    const model = script([{ id: 'c1', name: 'look' }], ['Done.'], ['Done.'], ['Done.']);
    const { runner, claims } = runnerWithTrouble('append', nth, model, [LOOK]);
    for (let i = 0; i < 20 && (await status()) === 'ready'; i++) {
      await settle();
      fireTimers();
    }
    expect(await status()).toBe('completed');
    expect(claims).toEqual([1, 2]);
    const events = await log();
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, i) => i + 1));
    expect(events.filter(({ type }) => type === 'complete')).toHaveLength(1);
    await runner.stop();
  },
);

test('L43 a run whose last write was done and not answered is not ended twice', async () => {
  const { runner, claims } = runnerWithTrouble('endRun', 1, script(['Hello']), []);
  for (let i = 0; i < 5; i++) {
    await settle();
    fireTimers();
  }
  expect(await status()).toBe('completed');
  expect(claims).toEqual([1]);
  expect(await store.readMessages('chat-1', 0)).toHaveLength(2);
  await runner.stop();
});

test('L43 a decision that comes while its worker gives the run up wakes it at once', async () => {
  const approved: RunEvent[] = [];
  const slow: Store = {
    ...store,
    async release(claim) {
      // Parked already, and not over yet.
      if (approved.length === 0 && (await status()) === 'waiting') {
        await decide('c1', { type: 'approve' });
        approved.push({ type: 'status', message: 'decided' });
        runner.start('run-1');
      }
      await store.release(claim);
    },
  };
  const model = script([{ id: 'c1', name: 'send' }], ['Sent.']);
  const options = { store: slow, bus: createBus(), models: catalogOf([model]), tools: [SEND], clock };
  const runner = createRunner({ ...options, sole: true });
  runner.start('run-1');
  // No timer fires: nothing but the decision itself wakes the run.
  for (let i = 0; i < 5; i++) await settle();
  expect(approved).toHaveLength(1);
  expect(await status()).toBe('completed');
  await runner.stop();
});
