import fc from 'fast-check';
import { expect, test } from 'vitest';
import { begin, call, end, log, step, TOOL_RUN, text, work } from '../../../../fixtures/sample-run.ts';
import { applyRunEvent, createRunState, type RunState } from './apply-run-event.ts';
import type { NewEvent, RunEvent } from './run-events.ts';
import { runBlocks } from './run-text.ts';

const SPAN: readonly RunEvent[] = [
  step(1),
  begin('s1'),
  ...text(0, 'In', 'side.'),
  ...call(1, 'x', '{}'),
  ...end('tool_use'),
  ...work(2, 'x', 'found'),
  { type: 'context', used: 10, window: 100 },
];

test('A12 however the events of a run and of its sub-agents lie between each other, each is as if it were alone', () => {
  const task = { message: 'Look', mode: 'code' };
  const own = (events: readonly RunEvent[], id: string): NewEvent[] =>
    [{ type: 'span_start', task } as const, ...events].map((event) => ({ ...event, span_id: id }));
  const queues = [TOOL_RUN.slice(0, -1), own(SPAN, 'one'), own(SPAN, 'two')] as const;
  const alone = log(TOOL_RUN.slice(0, -1)).reduce(applyRunEvent, createRunState());
  const inside = log(SPAN).reduce(applyRunEvent, createRunState());
  const plain = (steps: RunState['steps']) =>
    steps.map(({ message }) =>
      message?.content.map((block) => ({ ...block, start_timestamp: 0, stop_timestamp: 0 })),
    );
  fc.assert(
    fc.property(fc.array(fc.nat(2)), (order) => {
      const rest = queues.map((queue) => [...queue]);
      const mixed = [...order.flatMap((n) => rest[n]?.splice(0, 1) ?? []), ...rest.flat()];
      const state = log(mixed).reduce(applyRunEvent, createRunState());
      expect(plain(state.steps)).toEqual(plain(alone.steps));
      for (const id of ['one', 'two']) {
        const span = state.spans.get(id);
        expect(plain(span?.steps ?? [])).toEqual(plain(inside.steps));
        expect(span).toMatchObject({ task, mode: 'code', context: { used: 10, window: 100 } });
      }
      expect(state.context).toBeNull();
    }),
  );
});

test('A64 the mode of a run is that of its newest step, or the one that a call changed it to', () => {
  const modes = log([
    { type: 'step_start', step: 1, attempt: 1, mode: 'chat' },
    { type: 'tool_complete', tool: 'switch_mode', tool_use_id: 's', mode: 'code' },
    { type: 'step_start', step: 2, attempt: 1 },
  ]).map((_, i, all) => all.slice(0, i + 1).reduce(applyRunEvent, createRunState()).mode);
  expect(modes).toEqual(['chat', 'code', 'code']);
});

test('A1 results that come while a message is written stand behind it in the answer', () => {
  const events = [
    step(1),
    begin('m'),
    ...call(0, 'c', '{}'),
    ...work(1, 'c', 'ok'),
    ...text(2, 'And so on.'),
  ];
  const state = log([...events, ...end('end_turn')]).reduce(applyRunEvent, createRunState());
  expect(runBlocks(state).map(({ type }) => type)).toEqual(['tool_use', 'text', 'tool_result']);
});

test('A11 a log that begins with a call goes on with it', () => {
  const begun = { type: 'tool_start', tool: 'search', input: {}, tool_use_id: 'c' } as const;
  expect(log([begun, step(1)]).reduce(applyRunEvent, createRunState()).followUp).toBe('c');
  expect(log([step(1), begun]).reduce(applyRunEvent, createRunState()).followUp).toBeNull();
});
