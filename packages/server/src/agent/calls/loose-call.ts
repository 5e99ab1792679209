import type { RunState } from '@millrace/engine/run';
import type { OpenCall } from './open-calls.ts';

/** The first call of a run that continues a long tool: it is in no message. Pure. */
export function looseCall(state: RunState): OpenCall | undefined {
  const known = state.followUp === null ? undefined : state.tools.get(state.followUp);
  if (known === undefined) return undefined;
  const { tool_use_id: id, tool: name, input } = known;
  return {
    block: {
      type: 'tool_use',
      id,
      name,
      // A run begins with the input of a call that ran, which is an object.
      input: input as Readonly<Record<string, unknown>>,
      start_timestamp: null,
      stop_timestamp: null,
    },
    step: 1,
    span: undefined,
    complete: true,
    known,
  };
}
