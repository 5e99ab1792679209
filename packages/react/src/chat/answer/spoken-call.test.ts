import type { ToolResultBlock, ToolUseBlock } from '@millrace/engine/message';
import { expect, test } from 'vitest';
import type { CallFacts } from './call-state.ts';
import { spokenCall } from './spoken-call.ts';

const base = { start_timestamp: null, stop_timestamp: null };
const call = (name: string, input: ToolUseBlock['input'], speaks?: string): ToolUseBlock => ({
  ...{ ...base, id: 'c', type: 'tool_use', name, input },
  ...(speaks !== undefined && { speaks }),
});
const result: ToolResultBlock = {
  ...base,
  id: 'r',
  type: 'tool_result',
  tool_use_id: 'c',
  content: '',
  is_error: false,
};
const facts = (of: ToolUseBlock, more: Partial<CallFacts> = {}): CallFacts => ({
  ...{ call: of, tool: undefined, result: undefined, writing: false, status: 'running' },
  ...more,
});
const DONE = call('finish', { result: 'All is *done*.', command: 'npm start' }, 'result');
const ASKED = call('ask', { question: 'Which?' }, 'question');

test('T61 what a call says to the person is its words, while they arrive and after', () => {
  const words = { words: 'All is *done*.', command: 'npm start', hasCard: false };
  expect(spokenCall(facts(DONE, { result, status: 'completed' }), {})).toEqual(words);
  expect(spokenCall(facts(ASKED), {})).toMatchObject({ words: 'Which?', command: undefined });
  const writing = facts(call('finish', {}, 'result'), { writing: true });
  expect(spokenCall(writing, { preview: { result: 'All i' } })).toMatchObject({ words: 'All i' });
  expect(spokenCall(writing, { preview: {} })).toBeUndefined();
});

test('A251 a call of an older log, which does not say what it speaks, has its card', () => {
  expect(spokenCall(facts(call('attempt_completion', { result: 'Done.' })), {})).toBeUndefined();
});

test('T61 a call that failed, waits or is another one has its card; one that a person decided has both', () => {
  expect(spokenCall(facts(call('look', { result: 'x' })), {})).toBeUndefined();
  expect(spokenCall(facts(DONE, { result: { ...result, is_error: true } }), {})).toBeUndefined();
  const tool = { tool_use_id: 'c', tool: 'finish' };
  expect(spokenCall(facts(DONE, { tool: { ...tool, status: 'waiting' } }), {})).toBeUndefined();
  const decided = { ...tool, status: 'done', decision: { type: 'approve' } } as const;
  expect(spokenCall(facts(DONE, { tool: decided, result }), {})).toMatchObject({ hasCard: true });
});
