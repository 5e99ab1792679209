import type { ApprovalRequest, ProposedFile, RunTool } from '@millrace/engine/run';
import { expect, test } from 'vitest';
import { lineChanges } from './line-changes.ts';

const file = (added: number, removed: number, diff?: string): ProposedFile => ({
  ...{ path: 'a.ts', added, removed },
  ...(diff !== undefined && { diff }),
});

function asked(files: readonly ProposedFile[], more: Partial<RunTool> = {}): RunTool {
  const call = { tool_use_id: 'c', tool: 'apply_diff' };
  const approval: ApprovalRequest = {
    ...{ type: 'approval_request', approval_id: 'a', input: {}, args_hash: '' },
    ...{ ...call, change: { files, shows: [] } },
  };
  return { ...call, status: 'waiting', approval, ...more };
}

test('T18 the row of a call that waits tells what its question shows, of all files', () => {
  const call = asked([file(5, 0, '@@'), file(1, 2, '@@')]);
  for (const state of ['waiting', 'decided', 'running'] as const)
    expect(lineChanges(call, state)).toEqual({ added: 6, removed: 2 });
  expect(lineChanges(call, 'denied')).toBeUndefined();
  expect(lineChanges(call, 'cancelled')).toBeUndefined();
});

test('T18 once it ran it tells what changed, whatever was shown or edited', () => {
  const changed = { added: 3, removed: 1 };
  expect(lineChanges(asked([file(5, 0, '@@')], { changed }), 'done')).toEqual(changed);
  expect(lineChanges({ tool_use_id: 'c', tool: 't', status: 'done', changed }, 'done')).toEqual(changed);
  expect(lineChanges(asked([file(5, 0, '@@')]), 'done')).toBeUndefined();
});

test('T18 nothing is told where nobody knows, or nothing changes', () => {
  const edit = { type: 'edit', edited_action: { name: 'apply_diff', args: {} } } as const;
  expect(lineChanges(asked([file(5, 0, '@@')], { decision: edit }), 'running')).toBeUndefined();
  expect(lineChanges(asked([file(5, 0, '@@'), file(0, 0)]), 'waiting')).toBeUndefined();
  expect(lineChanges(asked([file(0, 0, '')]), 'waiting')).toBeUndefined();
  expect(lineChanges(undefined, 'running')).toBeUndefined();
});
