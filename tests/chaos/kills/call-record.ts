import { isDeepStrictEqual } from 'node:util';
import type { StoredEvent } from '@millrace/engine';
import { type RunState, runBlocks } from '@millrace/engine/run';

/** The facts in a run's log about one call, as far as effects are concerned. */
export interface CallRecord {
  readonly runId: string;
  readonly toolUseId: string;
  readonly name: string;
  /** True when its message was cut off inside it. */
  readonly cut: boolean;
  readonly starts: readonly { readonly input: unknown; readonly ts: number; readonly allowed: boolean }[];
  /** How often a person ordered to run it again although it may have run. */
  readonly reruns: number;
  /** The input after all that people changed. */
  readonly input: unknown;
  /** True when some start had arguments that neither the model gave nor a person chose. */
  readonly strayed: boolean;
  readonly result: { readonly content: unknown; readonly is_error: boolean } | undefined;
  readonly results: number;
}

/** The calls of a run that has ended. Pure. */
export function callRecords(
  runId: string,
  log: readonly StoredEvent[],
  state: RunState,
): Map<string, CallRecord> {
  const blocks = runBlocks(state);
  return new Map(
    blocks.flatMap((block) => {
      if (block.type !== 'tool_use') return [];
      const { id, name, input, input_error } = block;
      const results = blocks.filter((each) => each.type === 'tool_result' && each.tool_use_id === id);
      const [result] = results.flatMap((each) => (each.type === 'tool_result' ? [each] : []));
      const cut = input_error !== undefined;
      const record = { runId, toolUseId: id, name, cut, result, results: results.length };
      return [[id, { ...record, ...follow(id, input, log) }] as const];
    }),
  );
}

function follow(
  id: string,
  first: unknown,
  log: readonly StoredEvent[],
): Pick<CallRecord, 'starts' | 'reruns' | 'input' | 'strayed'> {
  const starts: { input: unknown; ts: number; allowed: boolean }[] = [];
  let [input, inDoubt, allowed, strayed, reruns] = [first, false, false, false, 0];
  for (const event of log) {
    if (!('tool_use_id' in event) || event.tool_use_id !== id) continue;
    if (event.type === 'tool_uncertain') inDoubt = true;
    if (event.type === 'approval_decision') {
      const { type, edited_action } = event.decision;
      allowed = type === 'approve' || type === 'edit';
      if (allowed && inDoubt) reruns += 1;
      inDoubt = false;
      if (type === 'edit') input = edited_action?.args;
    }
    if (event.type === 'tool_start') {
      strayed ||= !isDeepStrictEqual(event.input, input);
      starts.push({ input: event.input, ts: event.ts, allowed });
    }
  }
  return { starts, reruns, input, strayed };
}
