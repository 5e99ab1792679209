import fc from 'fast-check';
import { expect, test } from 'vitest';
import { blockEvent } from './block-event-schemas.ts';
import { calculateNextState, createReconstructorState } from './calculate-next-state.ts';
import { readStopDetails, unusualStop } from './stop-reason.ts';

test('M40 a reason that ends an answer as it should, or that nobody told, is nothing unusual', () => {
  for (const finishReason of ['end_turn', 'tool_use', 'stop_sequence', 'cut', 'cancelled'])
    expect(unusualStop({ finishReason })).toBeUndefined();
  for (const nothing of [undefined, null, {}]) expect(unusualStop(nothing)).toBeUndefined();
});

test('M40 a reason without a name here is told as it is', () => {
  expect(unusualStop({ finishReason: 'sleepy' })).toEqual({
    reason: 'other',
    details: { type: 'other', reason: 'sleepy' },
  });
});

test('M41 details from anywhere never throw, are bounded, and are what the log takes', () => {
  fc.assert(
    fc.property(fc.anything(), fc.string({ unit: 'binary' }), (anything, words) => {
      for (const value of [anything, { type: words, reason: anything, explanation: words.repeat(500) }]) {
        const stop_details = readStopDetails(value);
        expect(JSON.stringify(stop_details ?? null).length).toBeLessThan(20_000);
        const delta = { stop_reason: 'other', ...(stop_details && { stop_details }) };
        expect(blockEvent.safeParse({ type: 'message_delta', delta }).success).toBe(true);
      }
    }),
  );
});

test('M41 a message keeps the details of its stop, whatever else comes', () => {
  const start = { type: 'message_start', message: { id: 'm' } } as const;
  const begun = calculateNextState(createReconstructorState(), start);
  const stop_details = { type: 'refusal', category: 'bio' } as const;
  const refused = calculateNextState(begun, {
    type: 'message_delta',
    delta: { stop_reason: 'refusal', stop_details },
  });
  expect(refused.message).toMatchObject({ finishReason: 'refusal', stopDetails: stop_details });
  const counted = calculateNextState(refused, {
    type: 'message_delta',
    delta: { stop_reason: null, stop_details: null },
    usage: { output_tokens: 3 },
  });
  expect(counted.message).toMatchObject({ finishReason: 'refusal', stopDetails: stop_details });
});
