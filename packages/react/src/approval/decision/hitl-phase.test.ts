import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type HitlPhase, type HitlPhaseEvent, hitlPhaseOf, nextHitlPhase } from './hitl-phase.ts';

const decision = fc.constantFrom('approve', 'reject', 'edit', 'approve_always' as const);
const event: fc.Arbitrary<HitlPhaseEvent> = fc.oneof(
  fc.constantFrom({ type: 'sent' }, { type: 'failed' } as const),
  fc.record({ type: fc.constant('decided' as const), decision }),
);
const through = (events: readonly HitlPhaseEvent[]): HitlPhase =>
  events.reduce<HitlPhase>(nextHitlPhase, 'pending');

test('T5 a phase goes from pending to processing and on to what was decided', () => {
  expect(through([])).toBe('pending');
  expect(through([{ type: 'sent' }])).toBe('processing');
  expect(through([{ type: 'sent' }, { type: 'failed' }])).toBe('pending');
  expect(through([{ type: 'sent' }, { type: 'decided', decision: 'edit' }])).toBe('edited');
  expect(through([{ type: 'decided', decision: 'approve_always' }])).toBe('approved');
});

test('T5 the first decision is the last phase, and a result restores it', () => {
  fc.assert(
    fc.property(fc.array(event), (events) => {
      const first = events.find((each) => each.type === 'decided');
      if (first === undefined) expect(['pending', 'processing']).toContain(through(events));
      else expect(through(events)).toBe(hitlPhaseOf({ __decided__: first.decision }));
    }),
  );
  expect(hitlPhaseOf({})).toBe('pending');
});
