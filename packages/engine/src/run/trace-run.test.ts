import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../fixtures/long.ts';
import type { NewEvent, StoredEvent } from './run-events.ts';
import { createRunTrace } from './trace-run.ts';

/** Events one after the other, ten milliseconds apart. */
const log = (...events: readonly NewEvent[]): StoredEvent[] =>
  events.map((event, i) => ({ ...event, seq: i + 1, fence: 1, ts: 10 * i }));

const said = (text: string): NewEvent[] => [
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } },
  { type: 'content_block_stop', index: 0 },
];
const result = (id: string, is_error: boolean): NewEvent => ({
  type: 'content_block_start',
  index: 1,
  content_block: { type: 'tool_result', tool_use_id: id, name: 't', content: 'SECRET', is_error },
});
const asked: NewEvent = {
  ...{ type: 'approval_request', approval_id: 'a', tool_use_id: 'c', tool: 'send', input: { to: 'SECRET' } },
  args_hash: 'h',
};

test('O70 createRunTrace tells requests with their tokens and first block, calls, and waits for a person', () => {
  const trace = createRunTrace();
  const events = log(
    { type: 'step_start', step: 1, attempt: 1 },
    {
      type: 'message_start',
      message: { id: 'm', usage: { input_tokens: 7, cache_read_input_tokens: null } },
    },
    ...said('SECRET'),
    { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 3 } },
    { type: 'message_stop' },
    asked,
    { type: 'approval_decision', approval_id: 'a', tool_use_id: 'c', decision: { type: 'approve' }, by: 'd' },
    { type: 'tool_start', tool: 'send', input: { to: 'SECRET' }, tool_use_id: 'c' },
    result('c', true),
    { type: 'tool_complete', tool: 'send', tool_use_id: 'c' },
    { type: 'complete' },
  );
  const ended = events.flatMap((event) => trace.apply(event));
  expect(ended).toEqual(trace.steps());
  expect(ended).toEqual([
    {
      ...{
        type: 'model',
        id: '/1/1',
        name: '',
        step: 1,
        attempt: 1,
        status: 'done',
        stop_reason: 'tool_use',
      },
      ...{ started_at: 0, first_at: 20, ended_at: 60, usage: { input_tokens: 7, output_tokens: 3 } },
    },
    { type: 'person', id: 'a', name: 'send', started_at: 70, ended_at: 80, status: 'done' },
    { type: 'tool', id: 'c', name: 'send', started_at: 90, ended_at: 110, status: 'failed' },
  ]);
  expect(JSON.stringify(ended)).not.toContain('SECRET');
});

test('O70 a request that is begun again was cut, sub-agents speak beside their caller, and the end of a run ends all', () => {
  const trace = createRunTrace();
  const events = log(
    { type: 'step_start', step: 1, attempt: 1 },
    { type: 'step_start', step: 1, attempt: 2 },
    { type: 'tool_start', tool: 'new_task', input: {}, tool_use_id: 'c' },
    { type: 'step_start', step: 1, attempt: 1, span_id: 'c' },
    { type: 'error', message: 'SECRET', code: 'network', retryable: true },
  );
  for (const event of events) trace.apply(event);
  expect(trace.steps().map(({ id, status, span }) => [id, status, span])).toEqual([
    ['/1/1', 'cut', undefined],
    ['/1/2', 'failed', undefined],
    ['c', 'failed', undefined],
    ['c/1/1', 'failed', 'c'],
  ]);
});

test('O70 whatever a log says, every step is told as ended once, and none is open after the end', () => {
  const id = fc.constantFrom('a', 'b');
  const some: fc.Arbitrary<NewEvent> = fc.oneof(
    fc.record({ type: fc.constant('step_start' as const), step: fc.nat(2), attempt: fc.nat(2) }),
    fc.constantFrom<NewEvent>({ type: 'message_stop' }, ...said('x'), asked),
    id.map((tool_use_id) => ({ type: 'tool_start', tool: 't', input: {}, tool_use_id }) as const),
    id.map((tool_use_id) => ({ type: 'tool_complete', tool: 't', tool_use_id }) as const),
    id.map((approval_id) => ({ type: 'approval_withdrawn', approval_id, tool_use_id: 'c' }) as const),
  );
  fc.assert(
    fc.property(fc.array(some), (events) => {
      const trace = createRunTrace();
      const ended = log(...events, { type: 'complete' }).flatMap((event) => trace.apply(event));
      expect(
        ended.every(({ status, ended_at = -1, started_at }) => status !== 'open' && ended_at >= started_at),
      ).toBe(true);
      expect(trace.steps().some(({ status }) => status === 'open')).toBe(false);
    }),
    { numRuns: runs(200) },
  );
});
