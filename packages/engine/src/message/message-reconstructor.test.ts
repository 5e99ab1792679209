import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../fixtures/long.ts';
import { CONTENT_BLOCK_TYPES, DELTA_TYPES, type ServerSentEvent, SSE_EVENT_TYPES } from './block-events.ts';
import { calculateNextState, createReconstructorState } from './calculate-next-state.ts';
import type { ChatMessage } from './message.ts';
import { createMessageReconstructor, type ReconstructorCallbacks } from './message-reconstructor.ts';

const start: ServerSentEvent = { type: 'message_start', message: { id: 'm', threadId: 't' }, ts: 0 };
const stop: ServerSentEvent = { type: 'message_stop' };
const open = (index: number, content_block: object): ServerSentEvent =>
  ({ type: 'content_block_start', index, content_block, ts: 1000 }) as ServerSentEvent;
const openText = (index: number): ServerSentEvent => open(index, { type: 'text', text: '' });
const openCall = (index: number): ServerSentEvent =>
  open(index, { type: 'tool_use', id: `call${index}`, name: 'search', input: {} });
const say = (index: number, text: string): ServerSentEvent => ({
  type: 'content_block_delta',
  index,
  delta: { type: 'text_delta', text },
});
const json = (index: number, partial_json: string): ServerSentEvent => ({
  type: 'content_block_delta',
  index,
  delta: { type: 'input_json_delta', partial_json },
});
const close = (index: number): ServerSentEvent => ({ type: 'content_block_stop', index, ts: 2000 });

/** A reconstructor that notes everything it tells. */
function watch(more: ReconstructorCallbacks = {}) {
  const updates: {
    message: ChatMessage | null;
    buffers: ReadonlyMap<number, string>;
    parsedJson: ReadonlyMap<number, unknown>;
  }[] = [];
  const completed: ChatMessage[] = [];
  const errors: Error[] = [];
  const controls = createMessageReconstructor({
    onMessageUpdate: (message, buffers, parsedJson) => updates.push({ message, buffers, parsedJson }),
    onMessageComplete: (message) => completed.push(message),
    onError: (error) => errors.push(error),
    ...more,
  });
  const feed = (...events: ServerSentEvent[]): void => {
    for (const event of events) controls.processSSEEvent(event);
  };
  return { controls, feed, updates, completed, errors, last: () => updates.at(-1) };
}

/** The blocks of the newest message. */
const blocksAfter = (...events: ServerSentEvent[]) => {
  const { feed, last } = watch();
  feed(...events);
  return last()?.message?.content;
};

test('R1 each reconstructor has a state of its own, and needs no callbacks', () => {
  const [one, two] = [watch(), watch()];
  one.feed(start);
  expect(two.updates).toEqual([]);
  expect(() => createMessageReconstructor().processSSEEvent(start)).not.toThrow();
});

test('R1 events before message_start and after message_stop are ignored', () => {
  const { feed, updates, last } = watch();
  feed(say(0, 'early'), stop);
  expect(updates).toEqual([]);
  feed(start, stop, say(0, 'late'));
  expect(updates).toHaveLength(2);
  expect(last()?.message?.status).toBe('completed');
});

test('R1 every event but ping gives one update; message_stop also completes', () => {
  const { feed, updates, completed } = watch();
  feed(start, openText(0), { type: 'ping' }, say(0, 'Hi'), close(0));
  feed({ type: 'message_delta', delta: { stop_reason: 'end_turn' } }, { type: 'ping' });
  expect(updates).toHaveLength(5);
  expect(completed).toEqual([]);
  feed(stop);
  expect(updates).toHaveLength(6);
  expect(completed).toEqual([updates[5]?.message]);
  expect(completed[0]).toMatchObject({
    id: 'm',
    threadId: 't',
    status: 'completed',
    finishReason: 'end_turn',
  });
});

test('R1 opening a connection forgets what was there, without an update', () => {
  const { controls, feed, updates, last } = watch();
  feed(start, openText(0));
  controls.handleSSEOpen();
  feed(say(0, 'of the old stream'));
  expect(updates).toHaveLength(2);
  feed(start);
  expect(last()?.message?.content).toEqual([]);
});

test('R1 a connection error outside a message is passed on and changes nothing', () => {
  const { controls, updates, errors } = watch();
  const error = new Error('offline');
  controls.handleSSEError(error);
  expect(errors).toEqual([error]);
  expect(updates).toEqual([]);
});

test('R1 closing outside a message says nothing', () => {
  const { controls, feed, updates, errors } = watch();
  controls.handleSSEClose();
  feed(start, stop);
  controls.handleSSEClose();
  expect(updates).toHaveLength(2);
  expect(errors).toEqual([]);
});

test('R1 resetState goes back to nothing and tells it', () => {
  const { controls, feed, last } = watch();
  feed(start, openCall(0), json(0, '{"a'));
  controls.resetState();
  expect(last()).toEqual({ message: null, buffers: new Map(), parsedJson: new Map() });
  const told = last();
  feed(say(0, 'ignored'));
  expect(last()).toBe(told);
});

test('R1 updateCallbacks replaces those it names and keeps the others', () => {
  const { controls, feed, updates, completed } = watch();
  const other: (ChatMessage | null)[] = [];
  controls.updateCallbacks({ onMessageUpdate: (message) => other.push(message) });
  feed(start, stop);
  expect(updates).toEqual([]);
  expect(other).toHaveLength(2);
  expect(completed).toHaveLength(1);
});

test('R1 a callback that throws is told to onError and never to the caller', () => {
  const { feed, errors } = watch({
    onMessageUpdate() {
      throw new Error('broken view');
    },
  });
  expect(() => feed(start)).not.toThrow();
  expect(errors.map(({ message }) => message)).toEqual(['broken view']);
});

test('R2 message_start begins anew: no blocks, no buffers, no previews', () => {
  const { feed, last } = watch();
  feed(start, openCall(0), json(0, '{"a":1'), start);
  expect(last()).toMatchObject({ message: { content: [], status: 'in_progress' } });
  expect(last()?.buffers.size).toBe(0);
  expect(last()?.parsedJson.size).toBe(0);
});

test('R2 a call or a result opens a buffer, text does not', () => {
  const { feed, last } = watch();
  feed(start, openText(0), openCall(1), open(2, { type: 'tool_result', tool_use_id: 'call1' }));
  expect([...(last()?.buffers ?? [])]).toEqual([
    [1, ''],
    [2, ''],
  ]);
});

test('R2 a block that takes the place of a call leaves nothing of its JSON', () => {
  const { feed, last } = watch();
  feed(start, openCall(0), json(0, '{"a":1'), openText(0), say(0, 'instead'), close(0));
  expect(last()?.buffers.size).toBe(0);
  expect(last()?.parsedJson.size).toBe(0);
  expect(last()?.message?.content).toMatchObject([{ type: 'text', text: 'instead' }]);
});

test('R2 pieces of JSON fill the buffer and the preview, and both go when the block stops', () => {
  const { feed, last } = watch();
  feed(start, openCall(0), json(0, '{"q":"CRI'));
  expect(last()?.buffers.get(0)).toBe('{"q":"CRI');
  expect(last()?.parsedJson.get(0)).toEqual({ q: 'CRI' });
  feed(json(0, 'SPR"}'), close(0));
  expect(last()?.buffers.size).toBe(0);
  expect(last()?.parsedJson.size).toBe(0);
  expect(last()?.message?.content[0]).toMatchObject({
    type: 'tool_use',
    name: 'search',
    input: { q: 'CRISPR' },
  });
});

test('R2 a result is read from its JSON, or from its start when no JSON comes', () => {
  const result = { type: 'tool_result', tool_use_id: 'c', name: 'search' };
  expect(
    blocksAfter(
      start,
      open(0, result),
      json(0, '[1,'),
      json(0, '2]'),
      close(0),
      open(1, { ...result, content: 'wet' }),
      close(1),
    ),
  ).toMatchObject([
    { type: 'tool_result', tool_use_id: 'c', name: 'search', content: [1, 2], is_error: false },
    { type: 'tool_result', content: 'wet', is_error: false },
  ]);
});

test('R2 thinking, its seal and citations are kept; a delta of the wrong kind changes nothing', () => {
  const delta = (index: number, content: object): ServerSentEvent =>
    ({ type: 'content_block_delta', index, delta: content }) as ServerSentEvent;
  expect(
    blocksAfter(
      start,
      open(0, { type: 'thinking', thinking: '' }),
      delta(0, { type: 'thinking_delta', thinking: 'Hm' }),
      delta(0, { type: 'signature_delta', signature: 'c2' }),
      delta(0, { type: 'signature_delta', signature: 'ln' }),
      delta(0, { type: 'text_delta', text: 'not here' }),
      openText(1),
      delta(1, { type: 'citations_delta', citation: { url: 'https://example.org' } }),
      delta(1, { type: 'thinking_delta', thinking: 'nor here' }),
    ),
  ).toMatchObject([
    { type: 'thinking', thinking: 'Hm', signature: 'c2ln' },
    { type: 'text', text: '', citations: [{ url: 'https://example.org' }] },
  ]);
});

test('R2 redacted thinking and blocks of server tools pass through', () => {
  expect(
    blocksAfter(
      start,
      open(0, { type: 'redacted_thinking', data: 'x' }),
      open(1, { type: 'server_tool_use', id: 's', name: 'web_search', input: {} }),
      json(1, '{"query":"rain"}'),
      close(1),
      open(2, { type: 'web_search_tool_result', tool_use_id: 's', content: [{ title: 'Rain' }] }),
      close(2),
    ),
  ).toMatchObject([
    { type: 'redacted_thinking', data: 'x' },
    { type: 'server_tool_use', id: 's', name: 'web_search', input: { query: 'rain' } },
    { type: 'web_search_tool_result', content: [{ title: 'Rain' }] },
  ]);
});

test('R2 the constants name every event, block and delta', () => {
  expect(Object.values(SSE_EVENT_TYPES)).toEqual([
    'message_start',
    'content_block_start',
    'content_block_delta',
    'content_block_stop',
    'message_delta',
    'message_stop',
    'ping',
    'error',
  ]);
  expect(CONTENT_BLOCK_TYPES.TOOL_USE).toBe('tool_use');
  expect(DELTA_TYPES.INPUT_JSON).toBe('input_json_delta');
});

test('R3 times come with the events: their own, or when they came; never from a clock', () => {
  const blocks = blocksAfter(
    start,
    openText(0),
    close(0),
    open(1, { type: 'text', text: '', start_timestamp: 'then' }),
    { type: 'content_block_stop', index: 1, stop_timestamp: 'later' },
    { type: 'content_block_start', index: 2, content_block: { type: 'text', text: '' } },
  );
  expect(blocks).toMatchObject([
    { id: 'm:0', start_timestamp: '1970-01-01T00:00:01.000Z', stop_timestamp: '1970-01-01T00:00:02.000Z' },
    { start_timestamp: 'then', stop_timestamp: 'later' },
    { start_timestamp: null, stop_timestamp: null },
  ]);
});

test('R3 tokens are counted over the whole message; what a provider does not count changes nothing', () => {
  const { feed, last } = watch();
  feed({ type: 'message_start', message: { id: 'm', usage: { input_tokens: 5, output_tokens: 1 } } });
  feed({
    type: 'message_delta',
    delta: { stop_reason: null },
    usage: { output_tokens: 9, input_tokens: null },
  });
  expect(last()?.message?.tokenUsage).toEqual({ input_tokens: 5, output_tokens: 9 });
  expect(last()?.message?.finishReason).toBeUndefined();
});

test('R4 input that is not valid JSON is kept as text, with the reason', () => {
  expect(blocksAfter(start, openCall(0), json(0, '{"path": "a'), close(0))).toMatchObject([
    { input: {}, input_text: '{"path": "a', input_error: expect.stringContaining('not valid JSON') },
  ]);
});

test('R4 a result that is not valid JSON is an error and keeps its text', () => {
  expect(
    blocksAfter(start, open(0, { type: 'tool_result', tool_use_id: 'c' }), json(0, 'plain words'), close(0)),
  ).toMatchObject([{ content: 'plain words', is_error: true }]);
});

test.each([
  ['[1]', 'an array'],
  ['"x"', 'a string'],
  ['7', 'a number'],
  ['null', 'null'],
])('R4 input that is %s is an error, not a crash', (text, kind) => {
  expect(blocksAfter(start, openCall(0), json(0, text), close(0))).toMatchObject([
    { input: {}, input_text: text, input_error: `The input must be a JSON object, not ${kind}.` },
  ]);
});

test('R4 an empty buffer means {}, or what the start brought', () => {
  expect(
    blocksAfter(
      start,
      openCall(0),
      close(0),
      open(1, { type: 'tool_use', name: 'x', input: { a: 1 } }),
      json(1, ''),
      close(1),
      open(2, { type: 'tool_result', tool_use_id: 'c' }),
      close(2),
    ),
  ).toMatchObject([{ input: {} }, { input: { a: 1 } }, { content: {}, is_error: false }]);
});

test('R4 a reason that the sender gives refuses even valid input', () => {
  const refused = { type: 'content_block_stop', index: 0, input_error: 'It was cut off.' } as const;
  expect(blocksAfter(start, openCall(0), json(0, '{}'), refused)).toMatchObject([
    { input: {}, input_text: '{}', input_error: 'It was cut off.' },
  ]);
});

test.each<[ServerSentEvent, object]>([
  [
    { type: 'error', message: 'Too many', code: 'rate_limited', retryable: true },
    { message: 'Too many', code: 'rate_limited', retryable: true },
  ],
  [
    { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } },
    { message: 'Overloaded', code: 'overloaded_error', retryable: true },
  ],
])('R5 failed stays failed after message_stop, and keeps the text: %j', (error, told) => {
  const { feed, last, errors } = watch();
  feed(start, openText(0), say(0, 'kept'), error, stop);
  expect(last()?.message).toMatchObject({ status: 'failed', error: told, content: [{ text: 'kept' }] });
  expect(errors).toHaveLength(1);
});

test('R5 closing in mid-message fails it with one update, keeps what came, then tells the error', () => {
  const order: string[] = [];
  const { controls, feed } = watch({
    onMessageUpdate: (message) => order.push(`${message?.status} ${message?.content.length}`),
    onError: ({ message }) => order.push(message),
  });
  feed(start, openText(0), say(0, 'kept'));
  order.length = 0;
  controls.handleSSEClose();
  controls.handleSSEClose();
  expect(order).toEqual(['failed 1', 'The connection closed before the message was complete.']);
});

test('R5 a connection error in mid-message leaves no message waiting for ever', () => {
  const { controls, feed, updates, errors, last } = watch();
  feed(start, openText(0));
  const error = new Error('reset');
  controls.handleSSEError(error);
  controls.handleSSEClose();
  expect(updates).toHaveLength(3);
  expect(last()?.message).toMatchObject({ status: 'failed', error: { message: 'reset' } });
  expect(errors).toEqual([error]);
});

test('R5 what failed once keeps its first reason when the connection goes too', () => {
  const { controls, feed, updates, errors, last } = watch();
  feed(start, { type: 'error', message: 'Overloaded', code: 'overloaded', retryable: true });
  controls.handleSSEError(new Error('reset'));
  controls.handleSSEClose();
  expect(updates).toHaveLength(2);
  expect(last()?.message?.error?.code).toBe('overloaded');
  expect(errors.map(({ message }) => message)).toEqual(['Overloaded', 'reset']);
});

test('R5 a block keeps the index that its provider gave it', () => {
  const content = blocksAfter(
    start,
    openText(2),
    say(2, 'late'),
    openText(0),
    say(0, 'early'),
    say(1, 'nowhere'),
  );
  expect(content?.map((block) => (block?.type === 'text' ? block.text : undefined))).toEqual([
    'early',
    undefined,
    'late',
  ]);
});

test('R5 an index that no provider would give opens no block', () => {
  for (const absurd of [-1, 0.5, 10_000, 4e8, Number.MAX_VALUE, Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(blocksAfter(start, openText(absurd), say(absurd, 'x'), close(absurd))).toEqual([]);
  }
});

test('R6 blocks that an event does not touch keep their identity', () => {
  const { feed, updates } = watch();
  feed(start, openText(0), say(0, 'a'), openCall(1), json(1, '{'), json(1, '}'), close(1));
  const blocks = updates.slice(2).map(({ message }) => message?.content[0]);
  expect(new Set(blocks).size).toBe(1);
  expect(updates.at(-1)?.message?.content[1]).not.toBe(updates.at(-2)?.message?.content[1]);
});

test('R6 a state that somebody went back to goes on from there', () => {
  const before = [start, openCall(0), json(0, '{"a":"x')].reduce(
    calculateNextState,
    createReconstructorState(),
  );
  const one = calculateNextState(calculateNextState(before, json(0, '1"}')), close(0));
  const two = [json(0, '2"'), json(0, ',"b":3')].reduce(calculateNextState, before);
  expect(one.message?.content[0]).toMatchObject({ input: { a: 'x1' } });
  expect(two.parsedJson.get(0)).toMatchObject({ a: 'x2' });
  expect(two.buffers.get(0)).toBe('{"a":"x2","b":3');
});

const index = fc.nat({ max: 3 });
const goodEvent: fc.Arbitrary<ServerSentEvent> = fc.oneof(
  fc.constantFrom<ServerSentEvent>(start, stop, { type: 'ping' }),
  index.map(openText),
  index.map(openCall),
  index.map((i) => open(i, { type: 'tool_result', tool_use_id: 'c' })),
  fc.tuple(index, fc.string()).map(([i, text]) => say(i, text)),
  fc.tuple(index, fc.constantFrom('{', '}', '"a":', '1', '[', '"x')).map(([i, text]) => json(i, text)),
  index.map(close),
  fc.constant<ServerSentEvent>({ type: 'error', message: 'm', code: 'c', retryable: false }),
  fc.constant<ServerSentEvent>({ type: 'message_delta', delta: { stop_reason: 'end_turn' } }),
);
/** Events with a field missing, of the wrong type, or of another world. */
const brokenEvent: fc.Arbitrary<ServerSentEvent> = fc
  .oneof(
    fc.anything(),
    fc.record(
      {
        type: fc.oneof(fc.constantFrom(...Object.values(SSE_EVENT_TYPES)), fc.string()),
        index: fc.anything(),
        message: fc.anything(),
        content_block: fc.oneof(fc.anything(), fc.record({ type: fc.constantFrom('text', 'tool_use', 'x') })),
        delta: fc.oneof(fc.anything(), fc.record({ type: fc.constantFrom(...Object.values(DELTA_TYPES)) })),
        error: fc.anything(),
        ts: fc.anything(),
        usage: fc.anything(),
      },
      { requiredKeys: ['type'] },
    ),
  )
  .map((event) => event as ServerSentEvent);

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value) && !ArrayBuffer.isView(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) deepFreeze(part);
  }
  return value;
}

test('R5 events in any order, also broken ones, never throw, never change what was told, and give one update each', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof({ weight: 4, arbitrary: goodEvent }, brokenEvent), { maxLength: 40 }),
      (events) => {
        const told: { buffers: ReadonlyMap<number, string>; copy: [number, string][] }[] = [];
        let count = 0;
        const controls = createMessageReconstructor({
          onMessageUpdate(message, buffers) {
            count += 1;
            deepFreeze(message);
            told.push({ buffers, copy: [...buffers] });
          },
        });
        for (const event of [start, ...events]) {
          const before = count;
          controls.processSSEEvent(event);
          expect(count - before).toBeLessThanOrEqual(1);
        }
        for (const { buffers, copy } of told) expect([...buffers]).toEqual(copy);
      },
    ),
    { numRuns: runs(300) },
  );
});

test('R5 each event inside a message gives exactly one update', () => {
  fc.assert(
    fc.property(fc.array(goodEvent, { maxLength: 30 }), (events) => {
      const { feed, updates } = watch();
      let inMessage = false;
      for (const event of events) {
        const before = updates.length;
        feed(event);
        if (event.type === 'message_start') inMessage = true;
        expect(updates.length - before).toBe(inMessage && event.type !== 'ping' ? 1 : 0);
        if (event.type === 'message_stop') inMessage = false;
      }
    }),
  );
});
