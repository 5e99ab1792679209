import { expect, test } from 'vitest';
import { log, TOOL_RUN } from '../../../../fixtures/sample-run.ts';
import { runEvent, storedEvent } from './run-event-schemas.ts';
import type { RunEvent } from './run-events.ts';

const decision = { type: 'reject', message: 'Not there' } as const;
const EVENTS: readonly RunEvent[] = [
  ...TOOL_RUN,
  { type: 'status', message: 'Waiting' },
  { type: 'tool_uncertain', tool_use_id: 'c' },
  {
    type: 'approval_request',
    approval_id: 'a',
    tool_use_id: 'c',
    tool: 't',
    input: {},
    args_hash: 'h',
    title: 'Do it',
    schema: { type: 'object' },
    destructive: true,
    change: {
      files: [
        { path: 'a.ts', before_hash: null, diff: '@@ -0,0 +1 @@\n+x\n', added: 1, removed: 0 },
        { path: 'b.png', added: 0, removed: 0, note: 'It is binary.' },
      ],
      shows: ['content'],
    },
    repetition: {
      reason: 'identical',
      threshold: 3,
      signatures: ['s'],
      same_result: true,
      failed: 'No',
      tokens: 7,
    },
  },
  { type: 'approval_decision', approval_id: 'a', tool_use_id: 'c', decision, by: 'me' },
  { type: 'checkpoint', checkpoint_id: 'k', message: 'Before' },
  { type: 'revert', tool_use_id: 'c', ok: false, message: 'Too late', command_id: 'x' },
  {
    type: 'tool_complete',
    tool: 't',
    tool_use_id: 'c',
    revertible: true,
    undo: [1],
    seen: { a: 'v', b: null },
    changed: { added: 2, removed: 1 },
  },
  {
    type: 'complete',
    suggested_values: [{ label: 'Yes', value: 'y' }],
    custom_payload: { type: 'x', data: 1 },
  },
  { type: 'cancelled' },
  { type: 'error', message: 'Gone', code: 'network', retryable: true },
  {
    type: 'content_block_start',
    index: 1,
    content_block: { type: 'web_search_tool_result', tool_use_id: 's', content: [{ title: 'Rain' }] },
  },
];

test('L300 the schemas take every event of the vocabulary, whole', () => {
  for (const event of EVENTS) expect(runEvent.parse(event)).toEqual(event);
  for (const event of log(EVENTS)) expect(storedEvent.parse(event)).toEqual(event);
  expect(storedEvent.parse({ ...log(EVENTS)[0], span_id: 'c1' })).toMatchObject({ span_id: 'c1' });
});

test.each([
  [{ type: 'sparkle' }],
  [{ type: 'step_start', step: 1 }],
  [{ type: 'content_block_start', index: -1, content_block: { type: 'text', text: '' } }],
  [{ type: 'content_block_start', index: 0, content_block: { type: 'hologram' } }],
  [{ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 7 } }],
  [{ type: 'approval_decision', approval_id: 'a', tool_use_id: 'c', decision: { type: 'maybe' }, by: 'me' }],
  [{ type: 'complete', suggested_actions: [{ label: 'x', action: 'y', handler: 'moon' }] }],
])('L300 the schemas refuse what is no event: %j', (event) => {
  expect(runEvent.safeParse(event).success).toBe(false);
});
