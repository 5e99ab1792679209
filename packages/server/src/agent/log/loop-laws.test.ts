import { isDeepStrictEqual } from 'node:util';
import {
  applyRunEvent,
  type ContentBlock,
  createRunState,
  type HitlDecision,
  runText,
  type StoredEvent,
} from '@millrace/engine';
import { type BlockEvent, type StopReason, unusualStop } from '@millrace/engine/message';
import { type RunState, runBlocks, runStop } from '@millrace/engine/run';
import * as fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { askedHash } from '../../../../../fixtures/asked-hash.ts';
import { historyProblem } from '../../../../../fixtures/check-history.ts';
import { isLong } from '../../../../../fixtures/long.ts';
import { openMemoryStore } from '../../../../../fixtures/whole-store.ts';
import { type Model, ModelError, type ModelRequest } from '../../models/adapter/model.ts';
import { catalogOf } from '../../models/catalog/catalog.ts';
import { withTextCalls } from '../../models/text-calls/text-calls.ts';
import type { RunRow } from '../../store/store.ts';
import type { Tool, ToolInput } from '../../tools/define/tool.ts';
import { createRunner } from '../run/runner.ts';
import { createBus, newsTopic } from './bus.ts';
import type { Clock } from './clock.ts';

beforeAll(() => {
  console.error = () => {};
});

type Part =
  | { readonly type: 'text' | 'thinking'; readonly text: string }
  | { readonly type: 'call'; readonly id: string; readonly name: string; readonly json: string };

interface Message {
  readonly parts: readonly Part[];
  /** As it should, in the middle of its last block, without an end, or with an error. */
  readonly end: 'whole' | 'inside' | 'open' | 'error';
  /** Why a whole one ends; undefined is what a writer that tells no reason writes. */
  readonly reason: StopReason | undefined;
}

type Answer = 'approve' | 'approve_always' | 'edit' | 'bad_edit' | 'reject' | 'nothing';

interface Course {
  readonly messages: readonly Message[];
  readonly answers: readonly Answer[];
  readonly mode: string;
  /** When the person stops it, in turns, and whether with a message. */
  readonly stop: { readonly at: number; readonly reason: 'message' | undefined } | undefined;
}

const INPUTS = ['{"to":"you"}', '{"to":"me"}', '{"to":5}', '{}', '', '{"to":', 'nonsense', '[1]'];
const CUTS: readonly StopReason[] = ['max_tokens', 'model_context_window_exceeded', 'refusal', 'other'];
const part: fc.Arbitrary<Part> = fc.oneof(
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constantFrom('text', 'thinking'),
      text: fc.constantFrom('Well. ', 'So, ', '', ' '),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('call' as const),
      id: fc.constantFrom('', 'c1', 'c2', 'c3'),
      name: fc.constantFrom('look', 'save', 'send', 'send', 'fire', 'picky', 'finish', 'unknown'),
      json: fc.oneof(fc.constantFrom('{"to":"you"}', '{"to":"me"}', ''), fc.constantFrom(...INPUTS)),
    }),
  },
);
const course: fc.Arbitrary<Course> = fc.record({
  messages: fc.array(
    fc.record({
      parts: fc.array(part, { maxLength: 4 }),
      end: fc.oneof(
        { weight: 6, arbitrary: fc.constant('whole' as const) },
        { weight: 1, arbitrary: fc.constantFrom('inside', 'open', 'error') },
      ),
      reason: fc.oneof(
        { weight: 3, arbitrary: fc.constantFrom(undefined, 'end_turn', 'tool_use') },
        { weight: 1, arbitrary: fc.constantFrom(...CUTS, 'pause_turn', 'stop_sequence') },
      ),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  answers: fc.array(fc.constantFrom('approve', 'approve_always', 'edit', 'bad_edit', 'reject', 'nothing'), {
    minLength: 1,
    maxLength: 5,
  }),
  mode: fc.constantFrom('chat', 'code'),
  stop: fc.option(fc.record({ at: fc.nat(30), reason: fc.constantFrom('message', undefined) }), {
    freq: 3,
    nil: undefined,
  }),
});

function* natively({ parts, end, reason }: Message, number: number): Generator<BlockEvent> {
  yield { type: 'message_start', message: { id: `m${number}` } };
  for (const [index, each] of parts.entries()) {
    const isLast = index === parts.length - 1;
    if (each.type === 'call') {
      const { id, name, json } = each;
      yield { type: 'content_block_start', index, content_block: { type: 'tool_use', id, name, input: {} } };
      yield { type: 'content_block_delta', index, delta: { type: 'input_json_delta', partial_json: json } };
    } else if (each.type === 'text') {
      yield { type: 'content_block_start', index, content_block: { type: 'text', text: '' } };
      yield { type: 'content_block_delta', index, delta: { type: 'text_delta', text: each.text } };
    } else {
      yield { type: 'content_block_start', index, content_block: { type: 'thinking', thinking: each.text } };
    }
    if (!(isLast && end === 'inside')) yield { type: 'content_block_stop', index };
  }
  yield* ending(end, reason);
}

function* inText({ parts, end, reason }: Message, number: number): Generator<BlockEvent> {
  yield { type: 'message_start', message: { id: `m${number}` } };
  yield { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } };
  for (const [i, each] of parts.entries()) {
    const to = each.type === 'call' ? (/"to":"?(\w+)/.exec(each.json)?.[1] ?? '') : '';
    const call = each.type === 'call' ? `<${each.name}>\n<to>${to}</to>\n</${each.name}>\n` : each.text;
    const text = end === 'inside' && i === parts.length - 1 ? call.slice(0, -6) : call;
    if (text !== '') yield { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } };
  }
  if (end !== 'inside') yield { type: 'content_block_stop', index: 0 };
  yield* ending(end, reason);
}

function* ending(end: Message['end'], reason: Message['reason']): Generator<BlockEvent> {
  if (end === 'whole' && reason !== undefined)
    yield { type: 'message_delta', delta: { stop_reason: reason } };
  if (end === 'error') throw new ModelError('network', 'The stream broke.', { retryable: true });
  if (end !== 'open') yield { type: 'message_stop' };
}

const THE_END: Message = {
  parts: [{ type: 'text', text: 'The end.' }],
  end: 'whole',
  reason: 'end_turn',
};

function scripted(
  messages: readonly Message[],
  requests: ModelRequest[],
  say: (message: Message, number: number) => Iterable<BlockEvent>,
): Model {
  return {
    id: 'demo/demo',
    name: 'Script',
    async *stream(request) {
      requests.push(request);
      for (const event of say(messages[requests.length - 1] ?? THE_END, requests.length)) {
        yield event;
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
  };
}

function toolsThat(ran: string[]): Tool[] {
  const tool = (name: string, more: Pick<Tool, 'effect' | 'approval'> & Partial<Tool>): Tool => ({
    name,
    description: `Does ${name}.`,
    input_schema: { type: 'object', properties: { to: { type: 'string' } } },
    async run(_input, { toolUseId }) {
      ran.push(toolUseId);
      return { content: `${name} done` };
    },
    ...more,
  });
  const check = (input: unknown): string | undefined =>
    typeof (input as ToolInput)['to'] === 'string' ? undefined : 'to: it must be a text.';
  return [
    tool('look', { effect: 'read', approval: 'allow' }),
    tool('save', { effect: 'idempotent', approval: 'allow' }),
    tool('send', { effect: 'unsafe', approval: 'ask', check }),
    tool('fire', { effect: 'unsafe', approval: 'allow' }),
    tool('picky', { effect: 'read', approval: 'ask', check }),
    tool('finish', { effect: 'read', approval: 'allow', ends: true }),
  ];
}

/** Time that goes on by itself, but not so far that a lease or a budget ends. */
function ownClock(): Clock & { fire(): void } {
  let timers: { readonly ms: number; readonly run: () => void }[] = [];
  return {
    now: () => 1_000,
    after(ms, run) {
      const timer = { ms, run };
      timers.push(timer);
      return () => {
        timers = timers.filter((each) => each !== timer);
      };
    },
    fire() {
      const due = timers.filter(({ ms }) => ms <= 100);
      timers = timers.filter(({ ms }) => ms > 100);
      for (const { run } of due) run();
    },
  };
}

interface Outcome {
  readonly row: RunRow | undefined;
  readonly events: readonly StoredEvent[];
  readonly state: RunState;
  readonly pending: number;
  readonly requests: readonly ModelRequest[];
  readonly ran: readonly string[];
  readonly problem: string | undefined;
}

const RUN = 'run-1';
const MOST_TURNS = 2_000;

function decisionFor(answer: Answer, name: string, offers: boolean): HitlDecision | undefined {
  switch (answer) {
    case 'nothing':
      return undefined;
    case 'edit':
      return { type: 'edit', edited_action: { name, args: { to: 'another' } } };
    case 'bad_edit':
      return { type: 'edit', edited_action: { name, args: { to: 7 } } };
    case 'approve_always':
      return { type: offers ? 'approve_always' : 'approve' };
    default:
      return { type: answer };
  }
}

/** Lets a course take place, and compares what is left with what the chat keeps. */
async function take(each: Course, inDialect: boolean): Promise<Outcome> {
  const [requests, ran, seen] = [[] as ModelRequest[], [] as string[], new Set<string>()];
  const store = openMemoryStore();
  const bus = createBus();
  const clock = ownClock();
  const plain = scripted(each.messages, requests, inDialect ? inText : natively);
  const model = inDialect ? withTextCalls(plain) : plain;
  const given: ModelRequest[] = [];
  const models = catalogOf([
    {
      ...model,
      stream(request, signal) {
        given.push(request);
        return model.stream(request, signal);
      },
    },
  ]);
  await store.createChat('chat-1', 1);
  const ids = { commandId: 'ask', chatId: 'chat-1', messageId: 'question', runId: RUN, model: 'demo/demo' };
  await store.postMessage({ ...ids, text: 'Go on.', mode: each.mode, ts: 1 });
  const runner = createRunner({ store, bus, clock, models, tools: toolsThat(ran), sole: true });

  async function answer(): Promise<boolean> {
    const pending = (await store.readApprovals(RUN)).filter(
      ({ id, status }) => status === 'pending' && !seen.has(id),
    );
    for (const { id: approvalId, tool } of pending) {
      const asked = (await store.readEvents(RUN, 0, 10_000)).find(
        (event) => event.type === 'approval_request' && event.approval_id === approvalId,
      );
      const offers = asked?.type === 'approval_request' && asked.rules !== undefined;
      const decision = decisionFor(each.answers[seen.size % each.answers.length] ?? 'approve', tool, offers);
      seen.add(approvalId);
      if (decision === undefined) continue;
      await store.decide({
        commandId: approvalId,
        runId: RUN,
        approvalId,
        argsHash: await askedHash(store, RUN, approvalId),
        decision,
        by: 'me',
        ts: 1_000,
      });
      runner.start(RUN);
      bus.publish(newsTopic(RUN));
    }
    return pending.length > 0;
  }

  runner.start(RUN);
  for (let turn = 0, still = 0; turn < MOST_TURNS && still < 3; turn++) {
    await new Promise((resolve) => setImmediate(resolve));
    clock.fire();
    if (turn === each.stop?.at) {
      const { reason } = each.stop;
      await store.requestCancel({ commandId: 'stop', runId: RUN, ts: 1_000, ...(reason && { reason }) });
      void runner.cancel(RUN, reason);
    }
    const isNew = await answer();
    still = !isNew && (await store.getRun(RUN))?.status !== 'ready' ? still + 1 : 0;
  }
  await runner.stop();
  const events = await store.readEvents(RUN, 0, 10_000);
  const state = events.reduce(applyRunEvent, createRunState());
  const own = (await store.readMessages('chat-1', 0)).filter(({ id }) => id === RUN);
  const same =
    own.length === 0 ||
    (own[0]?.text === runText(state) &&
      own[0].status === state.status &&
      isDeepStrictEqual(own[0].stop, state.status === 'completed' ? runStop(state) : undefined) &&
      (own[0].content === undefined || isDeepStrictEqual(own[0].content, plainly(runBlocks(state)))));
  return {
    row: await store.getRun(RUN),
    events,
    state,
    pending: (await store.readApprovals(RUN)).filter(({ status }) => status === 'pending').length,
    requests: [...requests, ...given],
    ran,
    problem:
      same && own.length === (state.endedAt === null ? 0 : 1) ? undefined : 'The chat keeps something else.',
  };
}

const plainly = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const callsIn = (blocks: readonly (ContentBlock | undefined)[]) =>
  blocks.flatMap((block) => (block?.type === 'tool_use' ? [block] : []));
const resultsIn = (blocks: readonly (ContentBlock | undefined)[], id: string) =>
  blocks.flatMap((block) => (block?.type === 'tool_result' && block.tool_use_id === id ? [block] : []));

/** The laws that hold for every course. */
function hold({ messages, stop }: Course, outcome: Outcome): void {
  const { row, state, pending, requests, ran, problem } = outcome;
  for (const request of requests) expect(historyProblem(request.messages)).toBeUndefined();
  expect(problem).toBeUndefined();
  switch (row?.status) {
    case 'completed':
      break;
    case 'cancelled':
      expect(stop).toBeDefined();
      break;
    case 'failed':
      if (state.error?.code !== 'needs_person') {
        expect(state.error?.code).toBe('network');
        expect(messages.some(({ end }) => end !== 'whole')).toBe(true);
      }
      break;
    default:
      expect(row?.status).toBe('waiting');
      expect(pending).toBeGreaterThan(0);
  }
  holdStops(outcome);
  const blocks = runBlocks(state);
  const calls = callsIn(blocks);
  expect(new Set(calls.map(({ id }) => id)).size).toBe(calls.length);
  for (const { id } of calls) {
    const isOpen = row?.status === 'waiting' && resultsIn(blocks, id).length === 0;
    if (!isOpen) expect(resultsIn(blocks, id)).toHaveLength(1);
    const known = state.tools.get(id);
    const starts = outcome.events.filter((event) => event.type === 'tool_start' && event.tool_use_id === id);
    if (known?.decision?.type === 'reject') expect(starts).toHaveLength(0);
    expect(ran.filter((each) => each === id).length).toBeLessThanOrEqual(starts.length);
  }
  expect(ran.every((id) => calls.some((call) => call.id === id))).toBe(true);
}

/** The laws that hold for the ways in which messages end. */
function holdStops({ row, state, ran, events }: Outcome): void {
  for (const { step, message } of state.steps) {
    const stop = unusualStop(message);
    // A refusal is the last word, and nobody is asked about what it leaves.
    if (stop?.reason === 'refusal') expect([row?.status, step]).toEqual([row?.status, state.steps.length]);
    if (stop?.reason === 'refusal') expect(row?.status).not.toBe('waiting');
    const last = message?.content.findLast((block) => block !== undefined && block.type !== 'tool_result');
    // A call of which only the name has come may be half of one.
    if (stop && CUTS.includes(stop.reason) && last?.type === 'tool_use' && !hasInput(events, last.id))
      expect(ran).not.toContain(last.id);
  }
}

/** True if any of the input of a call stands in the log. */
function hasInput(events: readonly StoredEvent[], id: string): boolean {
  const start = events.findLastIndex(
    (event) => event.type === 'content_block_start' && event.content_block.id === id,
  );
  const begun = events[start];
  return events
    .slice(start)
    .some(
      (event) =>
        event.type === 'content_block_delta' &&
        begun?.type === 'content_block_start' &&
        event.index === begun.index &&
        event.delta.type === 'input_json_delta' &&
        event.delta.partial_json.trim() !== '',
    );
}

// The long form is `npm run test:long`.
const RUNS = { numRuns: isLong ? 300 : 50 };

test('L90 whatever a model says and a person answers, each call has one result and every request is one that providers take', async () => {
  await fc.assert(
    fc.asyncProperty(course, async (each) => hold(each, await take(each, false))),
    RUNS,
  );
}, 120_000);

const STOPPED = /^(Skipped, because |The run was stopped|The person wrote a message|The model refused)/;

test('L91 calls in text keep the same laws, and a no skips the rest of its message with a result that says so', async () => {
  await fc.assert(
    fc.asyncProperty(course, async (each) => {
      const outcome = await take(each, true);
      hold(each, outcome);
      for (const { message } of outcome.state.steps) {
        const content = message?.content ?? [];
        const calls = callsIn(content);
        const no = calls.findIndex(({ id }) => outcome.state.tools.get(id)?.decision?.type === 'reject');
        for (const { id } of no < 0 ? [] : calls.slice(no + 1)) {
          expect(outcome.ran).not.toContain(id);
          for (const { content: said } of resultsIn(content, id)) expect(said).toMatch(STOPPED);
        }
      }
    }),
    RUNS,
  );
}, 120_000);
