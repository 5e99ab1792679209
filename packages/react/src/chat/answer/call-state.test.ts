import type { ToolResultBlock, ToolUseBlock } from '@millrace/engine/message';
import type { RunTool } from '@millrace/engine/run';
import { expect, test } from 'vitest';
import { type CallFacts, callState } from './call-state.ts';

const base = { start_timestamp: null, stop_timestamp: null };
const call: ToolUseBlock = { ...base, id: 'c', type: 'tool_use', name: 'send', input: {} };
const result = (is_error: boolean): ToolResultBlock => ({
  ...{ ...base, id: 'r', type: 'tool_result', tool_use_id: 'c' },
  content: '',
  is_error,
});
const tool = (status: RunTool['status'], more: Partial<RunTool> = {}): RunTool => ({
  ...{ tool_use_id: 'c', tool: 'send', status },
  ...more,
});
const NO = { decision: { type: 'reject' } } as const;
const YES = { decision: { type: 'approve' } } as const;

test.each<[string, Partial<CallFacts>]>([
  ['writing', { writing: true }],
  ['queued', {}],
  ['running', { spans: true }],
  ['waiting', { tool: tool('waiting') }],
  ['decided', { tool: tool('decided', YES) }],
  ['running', { tool: tool('running') }],
  ['uncertain', { tool: tool('uncertain', { in_doubt: true }) }],
  ['done', { tool: tool('done'), result: result(false) }],
  ['done', { result: result(false), status: 'completed' }],
  ['failed', { tool: tool('done'), result: result(true) }],
  ['failed', { result: result(true) }],
  ['failed', { call: { ...call, input_error: 'No JSON' }, status: 'failed' }],
  ['failed', { tool: tool('decided', YES), result: result(true) }],
  ['denied', { tool: tool('decided', NO), result: result(true) }],
  ['denied', { tool: tool('done', { ...NO, in_doubt: true }), result: result(true) }],
  ['failed', { tool: tool('done', { ...NO, in_doubt: false }), result: result(true) }],
  ['cancelled', { status: 'cancelled' }],
  ['cancelled', { tool: tool('waiting'), result: result(true), status: 'cancelled' }],
  ['cancelled', { result: result(true), status: 'cancelled' }],
  ['uncertain', { tool: tool('waiting', { in_doubt: true }), result: result(true), status: 'cancelled' }],
])('L302 a call is %s: %j', (state, facts) => {
  expect(
    callState({ call, tool: undefined, result: undefined, writing: false, status: 'running', ...facts }),
  ).toBe(state);
});
