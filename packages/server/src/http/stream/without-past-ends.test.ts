import type { RunEvent } from '@millrace/engine/run';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { log, step } from '../../../../../fixtures/sample-run.ts';
import { withoutPastEnds } from './without-past-ends.ts';

const STOP: RunEvent = { type: 'cancelled' };
const UNDONE: RunEvent = { type: 'revert', tool_use_id: 'a', ok: true };
const GO_ON: RunEvent = { type: 'continue', after: 'cancelled', paused_ms: 0 };

test('C273 ends that were taken back are left out, and everything else comes in its order, in whatever state the run is read', () => {
  const round = fc.record({ steps: fc.nat(2), undone: fc.nat(2) });
  fc.assert(
    fc.property(
      fc.array(round, { minLength: 1, maxLength: 4 }),
      fc.boolean(),
      fc.nat(),
      (rounds, isOpen, cut) => {
        const parts = rounds.flatMap(({ steps, undone }, i) => [
          ...(i === 0 ? [] : [GO_ON]),
          ...Array.from({ length: steps }, (_, n) => step(n + 1)),
          STOP,
          ...Array.from({ length: undone }, () => UNDONE),
        ]);
        const events = log(isOpen ? [...parts, GO_ON, step(9)] : parts);
        const lines = events.map((event) => ({ event, text: '' }));
        // The reader comes when the log has so many events; the others come while it reads.
        const last = events.length - (cut % events.length);
        const told = lines.flatMap(withoutPastEnds(last)).map(({ event }) => event);
        expect(told.map(({ seq }) => seq)).toEqual(told.map(({ seq }) => seq).toSorted((a, b) => a - b));
        const isTakenBack = (seq: number): boolean =>
          events.find((event) => event.seq > seq && event.type !== 'revert')?.type === 'continue';
        const past = events.filter(({ type, seq }) => type === 'cancelled' && isTakenBack(seq) && seq < last);
        const goesOn = (seq: number): boolean =>
          events.some((event) => event.type === 'continue' && event.seq > seq && event.seq <= last);
        expect(told).toEqual(events.filter((event) => !past.includes(event) || !goesOn(event.seq)));
      },
    ),
  );
});
