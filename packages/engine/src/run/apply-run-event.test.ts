import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyRunEvent, createRunState, type RunState } from './apply-run-event.ts';
import { formatPosition, parsePosition } from './log-position.ts';
import type { NewEvent, RunEvent, StoredEvent } from './run-events.ts';
import { runText } from './run-text.ts';

function log(events: readonly RunEvent[], fence = 1): StoredEvent[] {
  return events.map((event, i) => ({ ...event, seq: i + 1, fence, ts: 1000 + i }));
}
const fold = (events: readonly StoredEvent[], from: RunState = createRunState()): RunState =>
  events.reduce(applyRunEvent, from);
const step = (number: number, attempt: number): RunEvent => ({ type: 'step_start', step: number, attempt });
const answer = (...texts: string[]): RunEvent[] => [
  { type: 'message_start', message: { id: 'm', model: 'x' } },
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  ...texts.map(
    (text): RunEvent => ({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } }),
  ),
];
const finish: RunEvent[] = [
  { type: 'content_block_stop', index: 0 },
  { type: 'message_stop' },
  { type: 'complete' },
];

test('C250 events that come twice, as after a resume, count once', () => {
  const events = log([step(1, 1), ...answer('One', ' two', ' three'), ...finish]);
  const whole = fold(events);
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat({ max: 4 }), fc.nat({ max: 4 })), { maxLength: 20 }),
      (connections) => {
        // Each connection starts some events before the point where the last one broke and gets some further.
        let state = createRunState();
        for (const [back, on] of connections) {
          state = fold(events.slice(Math.max(0, state.seq - back), state.seq + on), state);
        }
        expect(fold(events.slice(state.seq), state)).toEqual(whole);
      },
    ),
  );
  expect(runText(whole)).toBe('One two three');
});

test('L10 a new attempt drops what older attempts of the step wrote, and nothing of the steps before', () => {
  const events = log([
    step(1, 1),
    ...answer('First. '),
    step(2, 1),
    ...answer('lost'),
    step(2, 2),
    ...answer('Second.'),
  ]);
  const state = fold(events);
  expect(runText(state)).toBe('First. Second.');
  expect(state.steps.map(({ attempt }) => attempt)).toEqual([1, 2]);
});

test('L11 what stands in two messages of the model, or before and after a call, is two paragraphs', () => {
  const text = (index: number, words: string): NewEvent[] => [
    { type: 'content_block_start', index, content_block: { type: 'text', text: words } },
    { type: 'content_block_stop', index },
  ];
  const call = { type: 'tool_use', id: 'c', name: 'look', input: {} } as const;
  const events = log([
    step(1, 1),
    { type: 'message_start', message: { id: 'm', model: 'x' } },
    ...text(0, 'I look'),
    ...text(1, ' there.'),
    { type: 'content_block_start', index: 2, content_block: call },
    ...text(3, 'And here.'),
    { type: 'message_stop' },
    step(2, 1),
    ...answer('# Found'),
  ]);
  expect(runText(fold(events))).toBe('I look there.\n\nAnd here.\n\n# Found');
});

test('L11 each ending is told apart, with when it came and why', () => {
  expect(fold(log([step(1, 1)])).status).toBe('running');
  expect(fold(log([step(1, 1), { type: 'cancelled' }]))).toMatchObject({
    status: 'cancelled',
    endedAt: 1001,
  });
  const error = { type: 'error', message: 'Too many', code: 'rate_limited', retryable: true } as const;
  expect(fold(log([step(1, 1), ...answer('kept'), error]))).toMatchObject({ status: 'failed', error });
  expect(runText(fold(log([step(1, 1), ...answer('kept'), error])))).toBe('kept');
});

test('L11 a message that was cut off ends as its run did; one that was whole stays so', () => {
  const error = { type: 'error', message: 'Gone', code: 'network', retryable: true } as const;
  const statusOf = (...events: RunEvent[]) => fold(log(events)).steps.at(-1)?.message?.status;
  expect(statusOf(step(1, 1), ...answer('kept'), { type: 'cancelled' })).toBe('cancelled');
  expect(statusOf(step(1, 1), ...answer('kept'), error)).toBe('failed');
  expect(statusOf(step(1, 1), ...answer('kept'), { type: 'message_stop' }, error)).toBe('completed');
});

test('L13 the log tells what a run is doing, until it does something else', () => {
  const busy: RunEvent = { type: 'status', message: 'Trying again in 2 s.' };
  expect(fold(log([step(1, 1), busy])).statusText).toBe('Trying again in 2 s.');
  expect(fold(log([step(1, 1), busy, ...answer('x')])).statusText).toBeNull();
  expect(fold(log([step(1, 1), busy, { type: 'cancelled' }])).statusText).toBeNull();
});

test('L13 the log tells what became of each tool call', () => {
  const ask = {
    approval_id: 'a',
    tool_use_id: 'c1',
    tool: 'write',
    input: { path: 'x' },
    args_hash: 'h',
    title: 'Write x',
  };
  const decision = { type: 'edit', edited_action: { name: 'write', args: { path: 'y' } } } as const;
  const progress = {
    tool: 'write',
    tool_use_id: 'c1',
    stage: 's',
    message: 'Half',
    progress: 0.5,
    data: null,
  };
  const events: RunEvent[] = [
    { type: 'approval_request', ...ask },
    { type: 'approval_decision', approval_id: 'a', tool_use_id: 'c1', decision, by: 'me' },
    { type: 'tool_start', tool: 'write', tool_use_id: 'c1', input: { path: 'y' } },
    { type: 'tool_progress', ...progress },
    { type: 'tool_complete', tool: 'write', tool_use_id: 'c1' },
    { type: 'revert', tool_use_id: 'c1', ok: true },
  ];
  const states = events.map((_, i) => fold(log(events.slice(0, i + 1))).tools.get('c1'));
  expect(states.map((tool) => tool?.status)).toEqual([
    'waiting',
    'decided',
    'running',
    'running',
    'done',
    'done',
  ]);
  expect(states.at(-1)).toMatchObject({
    tool: 'write',
    input: { path: 'y' },
    approval: ask,
    decision,
    decided_by: 'me',
    started_at: 1002,
    ended_at: 1004,
    progress: { message: 'Half' },
    reverted: true,
  });
  // The words of the tool are about what the model asked for.
  expect(states.map((tool) => tool?.title)).toEqual(['Write x', ...Array(5).fill(undefined)]);
  const lost = fold(log([...events.slice(0, 3), { type: 'tool_uncertain', tool_use_id: 'c1' }]));
  expect(lost.tools.get('c1')?.status).toBe('uncertain');
  expect(fold(log([{ type: 'checkpoint', checkpoint_id: 'k' }])).checkpoints).toMatchObject([
    { checkpoint_id: 'k' },
  ]);
});

test('V9 the fold tells whether a call can be undone and was, also behind the end of its run', () => {
  const done: RunEvent = {
    type: 'tool_complete',
    tool: 'write',
    tool_use_id: 'c',
    revertible: true,
    undo: 1,
    changed: { added: 2, removed: 1 },
  };
  const ended = fold(log([done, { type: 'complete' }]));
  expect(ended.tools.get('c')).toMatchObject({ revertible: true, changed: { added: 2, removed: 1 } });
  expect(ended.tools.get('c')).not.toHaveProperty('undo');
  const undone = fold(log([done, { type: 'complete' }, { type: 'revert', tool_use_id: 'c', ok: true }]));
  expect(undone).toMatchObject({ status: 'completed', endedAt: ended.endedAt });
  expect(undone.tools.get('c')).toMatchObject({ revertible: true, reverted: true });
});

test('V23 the newest version that a thread saw of a file holds, in this thread only', () => {
  const saw = (seen: Record<string, string | null>, span_id?: string): NewEvent => ({
    ...{ type: 'tool_complete', tool: 'read', tool_use_id: 'c', seen },
    ...(span_id !== undefined && { span_id }),
  });
  const start: NewEvent = { type: 'span_start', task: { message: '' }, span_id: 's' };
  const state = fold(
    log([start, saw({ a: '1', b: '1' }), saw({ a: '9' }, 's'), saw({ a: '2', constructor: null })]),
  );
  expect(state.seen).toEqual({ a: '2', b: '1', constructor: null });
  expect(state.spans.get('s')?.seen).toEqual({ a: '9' });
});

test('R6 an event leaves the messages of other steps as they are', () => {
  const before = fold(log([step(1, 1), ...answer('a'), step(2, 1)]));
  const after = applyRunEvent(before, {
    ...(answer()[0] as RunEvent),
    seq: before.seq + 1,
    fence: 1,
    ts: 1,
  });
  expect(after.steps[0]).toBe(before.steps[0]);
});

test('C4 a position is printed and read back; anything else is no position', () => {
  fc.assert(
    fc.property(fc.nat(), fc.nat(), fc.nat({ max: 999_999_999 }), (fence, seq, part) => {
      expect(parsePosition(formatPosition({ fence, seq }))).toEqual({ fence, seq });
      expect(parsePosition(formatPosition({ fence, seq, part }))).toEqual({ fence, seq, part });
    }),
  );
  for (const text of ['', '1', '1-', '-1', '1-2-3', '1-2 ', 'a-b', '1-2.', '1-2.x', '1-9999999999999999']) {
    expect(parsePosition(text)).toBeUndefined();
  }
});
