import fc from 'fast-check';
import { expect, test } from 'vitest';
import { begin, call, end, step, text, thinking, work } from '../../../../fixtures/sample-run.ts';
import { applyRunEvent, createRunState, type RunState } from './apply-run-event.ts';
import { isRunEnd, type RunEvent, type StoredEvent } from './run-events.ts';
import { runText } from './run-text.ts';
import { toBlockEvents } from './to-block-events.ts';

const stored = (events: readonly RunEvent[]): StoredEvent[] =>
  events.map((event, i) => ({ ...event, seq: i + 1, fence: 1, ts: 1000 * (i + 1) }));
const fold = (events: readonly StoredEvent[]): RunState => events.reduce(applyRunEvent, createRunState());
const goOn = (after: 'completed' | 'cancelled' | 'failed'): RunEvent => ({
  type: 'continue',
  after,
  paused_ms: 1000,
});

const asks: RunEvent = {
  ...{ type: 'approval_request', approval_id: 'a', tool_use_id: 'c1', tool: 'search' },
  ...{ input: {}, args_hash: 'h' },
};
/** The events before an end, from nothing at all to a call that waits for a person. */
const BEGINNINGS: readonly (readonly RunEvent[])[] = [
  [],
  [step(1)],
  [step(1), begin('m')],
  [step(1), begin('m'), ...thinking(0, 'Let me').slice(0, -1)],
  [step(1), begin('m'), ...text(0, 'Half an ans').slice(0, -1)],
  [step(1), begin('m'), ...text(0, 'Half.'), ...end('max_tokens')],
  [step(1), begin('m'), ...text(0, 'So.'), ...call(1, 'c1', '{"q":"ra').slice(0, -1)],
  [step(1), begin('m'), ...call(0, 'c1', '{}'), ...end('tool_use'), asks],
  [step(1), begin('m'), ...call(0, 'c1', '{}'), ...end('tool_use'), ...work(1, 'c1', 'stopped', true)],
];
const ENDS = [
  [{ type: 'cancelled' }, 'cancelled'],
  [{ type: 'complete' }, 'completed'],
  [{ type: 'error', message: 'No.', code: 'network', retryable: true }, 'failed'],
] as const;

test('L312 a run that goes on is the same whether its end was folded in or not, and asks nobody about what was stopped', () => {
  fc.assert(
    fc.property(fc.constantFrom(...BEGINNINGS), fc.constantFrom(...ENDS), (before, [ended, after]) => {
      const events = stored([...before, ended, goOn(after)]);
      const state = fold(events);
      const without = fold(events.filter((event) => !isRunEnd(event)));
      expect(state).toEqual(without);
      // The second in which it rested is no part of its time.
      expect(state.startedAt).toBe(2000);
      expect(state).toMatchObject({ status: 'running', endedAt: null, error: null, continued: 1 });
      expect([...state.tools.values()].some(({ approval, question }) => approval ?? question)).toBe(false);
      const { message, buffers } = state.steps.at(-1) ?? {};
      expect(message === null || message === undefined || message.status === 'completed').toBe(true);
      expect(message?.content.every((block) => block?.stop_timestamp !== null) ?? true).toBe(true);
      expect(buffers?.size ?? 0).toBe(0);
    }),
  );
});

test('L312 a run of which a part can not be read does not go on', () => {
  const error: RunEvent = { type: 'error', message: '', code: 'unreadable', retryable: false };
  expect(fold(stored([step(1), begin('m'), error, goOn('failed')]))).toMatchObject({
    status: 'failed',
    error: { code: 'unreadable' },
  });
});

const more = (words: string, continues: boolean): RunEvent[] => [
  step(2),
  begin('m2'),
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: words, continues } },
];
const cut = [
  step(1),
  begin('m'),
  ...text(0, 'The plan that mov').slice(0, -1),
  { type: 'cancelled' } as const,
];

test('L313 a text that goes on is one with the text before it; another one is a paragraph', () => {
  expect(runText(fold(stored([...cut, goOn('cancelled'), ...more('es.', true)])))).toBe(
    'The plan that moves.',
  );
  expect(runText(fold(stored([...cut, goOn('cancelled'), ...more('Es.', false)])))).toBe(
    'The plan that mov\n\nEs.',
  );
});

test('C272 block events end a message that was cut off where its run goes on', () => {
  const events = stored([...cut, goOn('cancelled'), ...more('es.', true)]);
  const types = (list: readonly StoredEvent[]): string[] =>
    list.flatMap(toBlockEvents()).map(({ type }) => type);
  const [start, ...rest] = ['message_start', 'content_block_start', 'content_block_delta'];
  const next = ['message_stop', start, 'content_block_start'];
  expect(types(events.filter((event) => !isRunEnd(event)))).toEqual([start, ...rest, ...next]);
  // A reader of the end knows already that it is over.
  expect(types(events)).toEqual([start, ...rest, 'message_delta', ...next]);
});
