import type { MessageRecord } from '@millrace/engine/run';
import { expect, test } from 'vitest';
import { knownAnswer } from './known-answer.ts';

const record: MessageRecord = {
  ...{ seq: 2, id: 'run-1', ts: 9_000, took_ms: 4_000, role: 'assistant', text: '', status: 'completed' },
  content: [
    {
      ...{ type: 'tool_use', id: 'c', name: 'render', input: {} },
      start_timestamp: null,
      stop_timestamp: null,
    },
  ],
  tools: [{ tool_use_id: 'c', tool: 'render', status: 'done', follow_up: 'run-2' }],
};

test('T296 a call goes on in the background until the message of its follow-up is there', () => {
  const before = knownAnswer(record, new Set(['run-1']));
  expect(before.blocks[0]?.tool?.follow_up).toBe('run-2');
  expect(before).toMatchObject({ startedAt: 5_000, endedAt: 9_000 });
  // The same message is the same answer, so nothing is drawn again.
  expect(knownAnswer(record, new Set(['run-1', 'other']))).toBe(before);
  const after = knownAnswer(record, new Set(['run-1', 'run-2']));
  expect(after.blocks[0]?.tool?.follow_up).toBeUndefined();
  expect(knownAnswer(record, new Set(['run-2']))).toBe(after);
});
