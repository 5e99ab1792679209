import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyRunEvent, createRunState, type RunState } from './apply-run-event.ts';
import type { NewEvent, StoredEvent } from './run-events.ts';
import { runTimes } from './waiting.ts';

type At = readonly [ts: number, event: NewEvent, fence?: number];

const log = (...events: readonly At[]): StoredEvent[] =>
  events.map(([ts, event, fence = 1], i) => ({ ...event, seq: i + 1, fence, ts }));
const fold = (events: readonly StoredEvent[], from: RunState = createRunState()): RunState =>
  events.reduce(applyRunEvent, from);
const timesOf = (...events: readonly At[]) => {
  const state = fold(log(...events));
  return runTimes(state, state.endedAt ?? state.clock?.at ?? 0);
};

const step = (n: number): NewEvent => ({ type: 'step_start', step: n, attempt: 1 });
const OPEN: NewEvent = { type: 'message_start', message: { id: 'm' } };
const STOP: NewEvent = { type: 'message_stop' };
const ask = (id: string, span?: string): NewEvent => ({
  ...{
    type: 'approval_request',
    approval_id: `a-${id}`,
    tool_use_id: id,
    tool: 't',
    input: {},
    args_hash: 'h',
  },
  ...(span !== undefined && { span_id: span }),
});
const yes = (id: string): NewEvent => ({
  ...{ type: 'approval_decision', approval_id: `a-${id}`, tool_use_id: id, by: 'me' },
  decision: { type: 'approve' },
});
const start = (id: string, span?: string): NewEvent => ({
  ...{ type: 'tool_start', tool: 't', input: {}, tool_use_id: id },
  ...(span !== undefined && { span_id: span }),
});
const done = (id: string): NewEvent => ({ type: 'tool_complete', tool: 't', tool_use_id: id });
const END: NewEvent = { type: 'complete' };

test('A496 the time in which a run only waits for a person is not work', () => {
  const before: At[] = [
    [0, step(1)],
    [0, OPEN],
    [10, STOP],
    [10, ask('x')],
  ];
  expect(timesOf(...before, [130, yes('x')], [131, start('x')], [150, done('x')], [160, END])).toEqual({
    worked: 40,
    waited: 120,
  });
  // While it waits the clock of the person runs on.
  const state = fold(log(...before));
  expect(runTimes(state, 50)).toEqual({ worked: 10, waited: 40 });
});

test('A496 cards that wait at the same time count once, and what runs beside a card is work', () => {
  const both: At[] = [
    [0, step(1)],
    [0, OPEN],
    [0, STOP],
    [0, ask('x')],
    [50, ask('y')],
  ];
  expect(
    timesOf(...both, [100, yes('x')], [100, start('x')], [120, done('x')], [200, yes('y')], [200, END]),
  ).toEqual({
    worked: 20,
    waited: 180,
  });
});

test('A497 the time between two workers counts neither as work nor as waiting', () => {
  expect(timesOf([0, step(1)], [5, OPEN], [1005, step(1), 2], [1015, END, 2])).toEqual({
    worked: 15,
    waited: 0,
  });
  // A run that waits is claimed again after the answer: until then it waited.
  expect(timesOf([0, step(1)], [0, ask('x')], [500, yes('x')], [501, start('x'), 2], [510, END, 2])).toEqual({
    worked: 9,
    waited: 500,
  });
});

test('A497 a clock that goes back takes no time away', () => {
  expect(timesOf([100, step(1)], [100, ask('x')], [40, yes('x')], [200, END])).toEqual({
    worked: 100,
    waited: 0,
  });
});

test('A496 a question of the tool and a sub-agent that waits are no time of their calls', () => {
  const form: NewEvent = { ...ask('x'), question: { message: '?', schema: {} } } as NewEvent;
  const state = fold(log([0, step(1)], [0, start('x')], [10, form], [110, yes('x')], [120, done('x')]));
  expect(state.tools.get('x')).toMatchObject({ paused_ms: 100, started_at: 0, ended_at: 120 });
  const span = fold(
    log(
      [0, step(1)],
      [0, start('x')],
      [0, { type: 'span_start', task: { message: 'Do' }, span_id: 'x' }],
      [0, start('other')],
      [20, ask('in', 'x')],
      [70, { ...yes('in'), span_id: 'x' }],
      [90, done('other')],
      [100, done('x')],
    ),
  );
  // Another call worked meanwhile: the run did not only wait, but this sub-agent did.
  expect([span.tools.get('x')?.paused_ms, span.tools.get('other')?.paused_ms]).toEqual([50, undefined]);
  expect(runTimes(span, 100)).toEqual({ worked: 100, waited: 0 });
});

const anyEvent = fc.oneof(
  fc.constantFrom('x', 'y').chain((id) => fc.constantFrom(ask(id), yes(id), start(id), done(id))),
  fc.constantFrom(step(1), OPEN, STOP),
);

test('A498 the same log gives the same times however it comes, and work, waiting and down time are the whole', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(anyEvent, fc.nat({ max: 50 }), fc.boolean()), { minLength: 1, maxLength: 25 }),
      fc.array(fc.nat({ max: 6 }), { maxLength: 10 }),
      (course, cuts) => {
        let [ts, fence] = [0, 1];
        const events = log(
          ...course.map(([event, wait, isNew]): At => {
            ts += wait;
            if (isNew) fence += 1;
            return [ts, event, fence];
          }),
          [ts + 5, END, fence],
        );
        const whole = fold(events);
        let state = createRunState();
        // Each piece begins some events before the end of the last one.
        for (const cut of cuts)
          state = fold(events.slice(Math.max(0, state.seq - 2), state.seq + cut), state);
        state = fold(events.slice(state.seq), state);
        expect(state).toEqual(whole);
        const { worked, waited } = runTimes(whole, ts + 5);
        const began = events[0]?.ts ?? 0;
        expect(worked + waited + (whole.clock?.lost ?? 0)).toBe(ts + 5 - began);
        expect(Math.min(worked, waited)).toBeGreaterThanOrEqual(0);
      },
    ),
  );
});
