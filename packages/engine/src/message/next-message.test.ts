import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { BlockEvent } from './block-events.ts';
import type { ChatMessage } from './message.ts';
import { nextMessage } from './next-message.ts';

const AT = '2026-01-01T00:00:00.000Z';
const start: BlockEvent = { type: 'message_start', message: { id: 'm', model: 'x' } };
const open = (index: number): BlockEvent => ({
  type: 'content_block_start',
  index,
  content_block: { type: 'text', text: '' },
});
const say = (index: number, text: string): BlockEvent => ({
  type: 'content_block_delta',
  index,
  delta: { type: 'text_delta', text },
});
const stop = (index: number): BlockEvent => ({ type: 'content_block_stop', index });

function fold(events: readonly BlockEvent[]): ChatMessage | null {
  return events.reduce<ChatMessage | null>(
    (message, event) => deepFreeze(nextMessage(message, event, AT)),
    null,
  );
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    for (const part of Object.values(value)) deepFreeze(part);
    Object.freeze(value);
  }
  return value;
}

const index = fc.nat({ max: 3 });
const anyEvent: fc.Arbitrary<BlockEvent> = fc.oneof(
  fc.constant(start),
  index.map(open),
  fc.tuple(index, fc.string()).map(([i, text]) => say(i, text)),
  index.map(
    (i): BlockEvent => ({
      type: 'content_block_delta',
      index: i,
      delta: { type: 'thinking_delta', thinking: '?' },
    }),
  ),
  index.map(stop),
  fc.constant<BlockEvent>({
    type: 'message_delta',
    delta: { stop_reason: 'end_turn' },
    usage: { output_tokens: 2 },
  }),
  fc.constant<BlockEvent>({ type: 'message_stop' }),
);

test('R5 events in any order, also broken ones, never throw and never change what was there', () => {
  fc.assert(fc.property(fc.array(anyEvent, { maxLength: 40 }), (events) => void fold(events)));
});

test('R5 a block keeps the index that its provider gave it', () => {
  const message = fold([start, open(2), say(2, 'late'), open(0), say(0, 'early'), say(1, 'nowhere')]);
  expect(message?.content.map((block) => (block?.type === 'text' ? block.text : undefined))).toEqual([
    'early',
    undefined,
    'late',
  ]);
});

test('R5 an index that no provider would give opens no block', () => {
  const before = fold([start, open(0)]);
  for (const absurd of [-1, 0.5, 10_000, 4e8, Number.MAX_VALUE, Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(nextMessage(before, open(absurd), AT)).toBe(before);
    expect(nextMessage(before, say(absurd, 'x'), AT)).toBe(before);
    expect(nextMessage(before, stop(absurd), AT)).toBe(before);
  }
});

test('R6 blocks that an event does not touch keep their identity', () => {
  const before = fold([start, open(0), say(0, 'a'), open(1)]);
  const after = nextMessage(before, say(1, 'b'), AT);
  expect(after?.content[0]).toBe(before?.content[0]);
  expect(after?.content[1]).not.toBe(before?.content[1]);
  expect(nextMessage(before, say(7, 'nowhere'), AT)).toBe(before);
});

test('R3 a finished message has its reason, its tokens and its times', () => {
  const usage = { input_tokens: 5, output_tokens: 1 };
  const message = fold([
    { type: 'message_start', message: { id: 'm', model: 'x', usage } },
    open(0),
    stop(0),
    { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 9 } },
    { type: 'message_stop' },
  ]);
  expect(message).toMatchObject({
    status: 'completed',
    finishReason: 'end_turn',
    tokenUsage: { input_tokens: 5, output_tokens: 9 },
    createdAt: AT,
    content: [{ id: 'm:0', start_timestamp: AT, stop_timestamp: AT }],
  });
});
