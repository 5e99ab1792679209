import { applyRunEvent, createRunState } from '@millrace/engine';
import type { ToolUseBlock } from '@millrace/engine/message';
import { type MessageRecord, type NewEvent, type RunState, runTimes } from '@millrace/engine/run';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { StepTime } from '../../timeline/step/step-time.tsx';
import { onlyWaits, waitingCalls } from '../state/waiting-calls.ts';
import { type AnswerBlock, liveAnswer, recordAnswer } from './answer.ts';

const fold = (events: readonly NewEvent[]): RunState =>
  events.reduce(
    (state, event, i) => applyRunEvent(state, { ...event, seq: i + 1, fence: 1, ts: 1_000 + i }),
    createRunState(),
  );

/** A message with one call, in the main thread or in a span. */
function* calling(id: string, span_id?: string): Generator<NewEvent> {
  const at = span_id === undefined ? {} : { span_id };
  yield { type: 'step_start', step: 1, attempt: 1, ...at };
  yield { type: 'message_start', message: { id: 'm', model: 'x' }, ...at };
  const content_block = { type: 'tool_use', id, name: 'new_task', input: {} } as const;
  yield { type: 'content_block_start', index: 0, content_block, ...at };
  yield { type: 'content_block_stop', index: 0, ...at };
  yield { type: 'message_stop', ...at };
}
const opened = (id: string, inside?: string): NewEvent[] => [
  { type: 'tool_start', tool: 'new_task', tool_use_id: id, input: {}, ...(inside && { span_id: inside }) },
  { type: 'span_start', span_id: id, task: { message: 'Look' } },
];
const asked = (id: string, span_id?: string): NewEvent => ({
  ...{ type: 'approval_request', approval_id: `a-${id}`, tool_use_id: id, tool: 'post' },
  ...{ input: {}, args_hash: 'h', ...(span_id && { span_id }) },
});

// A sub-agent opens another one, whose call waits for a person.
const DEEP = [
  ...[...calling('outer'), ...opened('outer')],
  ...[...calling('inner', 'outer'), ...opened('inner', 'outer')],
  ...calling('leaf', 'inner'),
  asked('leaf', 'inner'),
];

const shape = ({ block, spans = [] }: AnswerBlock): unknown =>
  spans.length === 0 ? block.id : { [block.id]: spans.map(({ blocks }) => blocks.map(shape)) };

test('U46 what a sub-agent does stands under the call that opened it, at any depth', () => {
  const run = fold(DEEP);
  const { blocks } = liveAnswer('run', run, false);
  expect(blocks.map(shape)).toEqual([{ outer: [[{ inner: [['leaf']] }]] }]);
  expect(onlyWaits(run)).toBe(true);
  expect(waitingCalls(run).map(({ tool_use_id }) => tool_use_id)).toEqual(['leaf']);
});

test('U46 nothing only waits while another sub-agent writes or works', () => {
  const start: NewEvent[] = [{ type: 'span_start', span_id: 'other', task: { message: 'Meanwhile' } }];
  const writing = [...calling('x', 'other')].slice(0, 2);
  expect(onlyWaits(fold([...DEEP, ...start, ...writing]))).toBe(false);
  const works: NewEvent = { ...{ type: 'tool_start', tool: 'post', tool_use_id: 'x' }, input: {} };
  expect(onlyWaits(fold([...DEEP, ...start, ...calling('x', 'other')]))).toBe(true);
  expect(onlyWaits(fold([...DEEP, ...start, ...calling('x', 'other'), works]))).toBe(false);
});

test('U45 beside a call that was rejected a run only waits, beside one that was approved it works', () => {
  const at = (id: string): NewEvent[] => [...calling(id), asked(id)];
  const decided = (type: 'approve' | 'reject'): NewEvent => ({
    ...{ type: 'approval_decision', approval_id: 'a-one', tool_use_id: 'one', by: 'me' },
    decision: { type },
  });
  expect(onlyWaits(fold([...at('one'), ...at('two'), decided('reject')]))).toBe(true);
  expect(onlyWaits(fold([...at('one'), ...at('two'), decided('approve')]))).toBe(false);
  expect(onlyWaits(fold([...at('one'), decided('reject')]))).toBe(false);
});

test('U46 the finished answer has the same shape as the live one, and a span never holds itself', () => {
  const block = (id: string): ToolUseBlock => ({
    ...{ id, type: 'tool_use', name: 'new_task', input: {} },
    ...{ start_timestamp: null, stop_timestamp: null },
  });
  const record: MessageRecord = {
    ...{ seq: 2, id: 'run', ts: 1, role: 'assistant', text: '', status: 'completed' },
    content: [block('outer')],
    spans: [
      { id: 'outer', content: [block('inner')] },
      { id: 'inner', content: [block('leaf'), block('outer')] },
    ],
  };
  expect(recordAnswer(record).blocks.map(shape)).toEqual([{ outer: [[{ inner: [['leaf', 'outer']] }]] }]);
});

test('U46 a call may open several sub-agents, one after the other or at once', () => {
  const more: NewEvent[] = [{ type: 'span_start', span_id: 'outer.2', task: { message: 'Look again' } }];
  const run = fold([...calling('outer'), ...opened('outer'), ...more, ...calling('x', 'outer.2')]);
  expect(liveAnswer('run', run, false).blocks.map(shape)).toEqual([{ outer: [[], ['x']] }]);
});

test('U120 a live answer and a finished one tell the same stop, and only when they are over', () => {
  const half: NewEvent[] = [
    { type: 'step_start', step: 1, attempt: 1 },
    { type: 'message_start', message: { id: 'm' } },
    { type: 'message_delta', delta: { stop_reason: 'max_tokens' } },
    { type: 'message_stop' },
  ];
  expect(liveAnswer('run', fold(half), false).stop).toBeUndefined();
  const { stop } = liveAnswer('run', fold([...half, { type: 'complete' }]), false);
  expect(stop).toEqual({ reason: 'max_tokens' });
  const record = {
    seq: 2,
    id: 'run',
    ts: 9,
    role: 'assistant',
    text: 'So far',
    status: 'completed',
  } as const;
  expect(recordAnswer({ ...record, ...(stop && { stop }) }).stop).toEqual(stop);
  expect(recordAnswer(record).stop).toBeUndefined();
});

test('T302 a live answer, its replay and its finished message have the same times, and a call has none of the person’s', () => {
  const at = (ts: number, event: NewEvent, seq: number) => ({ ...event, seq, fence: 1, ts });
  const form: NewEvent = { ...asked('x'), question: { message: '?', schema: {} } } as NewEvent;
  const said: NewEvent = {
    ...{ type: 'approval_decision', approval_id: 'a-x', tool_use_id: 'x', by: 'me' },
    decision: { type: 'approve' },
  };
  const done: NewEvent = { type: 'tool_complete', tool: 'post', tool_use_id: 'x' };
  const begun: NewEvent = { type: 'tool_start', tool: 'post', tool_use_id: 'x', input: {} };
  const events = [
    ...[...calling('x')].map((event, i) => at(1_000, event, i + 1)),
    ...[at(1_000, begun, 6), at(2_000, form, 7), at(122_000, said, 8), at(123_000, done, 9)],
    at(125_000, { type: 'complete' }, 10),
  ];
  const paused = events.slice(0, 7).reduce(applyRunEvent, createRunState());
  expect(liveAnswer('r', paused, false)).toMatchObject({ waitedMs: 0, pausedAt: 2_000, startedAt: 1_000 });
  const run = events.reduce(applyRunEvent, createRunState());
  const { worked, waited } = runTimes(run, 125_000);
  const record: MessageRecord = {
    ...{ seq: 2, id: 'r', ts: 125_000, role: 'assistant', text: '', status: 'completed' },
    ...{ took_ms: 124_000, worked_ms: worked, waited_ms: waited },
  };
  const times = ({ tookMs, waitedMs, lostMs, startedAt, endedAt }: ReturnType<typeof recordAnswer>) => ({
    ...{ tookMs, waitedMs, lostMs, startedAt, endedAt },
  });
  expect(times(liveAnswer('r', run, false))).toEqual(times(recordAnswer(record)));
  expect(times(recordAnswer(record))).toMatchObject({ tookMs: 4_000, waitedMs: 120_000, lostMs: 0 });
  const call = run.tools.get('x');
  const html = renderToStaticMarkup(
    createElement(StepTime, {
      state: 'done',
      startedAt: call?.started_at,
      endedAt: call?.ended_at,
      pausedMs: call?.paused_ms,
    }),
  );
  expect(html).toContain('2.0 s');
});
