import type { ToolResultBlock, ToolUseBlock } from '@millrace/engine/message';
import type { RunTool } from '@millrace/engine/run';
import type { StepState } from '../../timeline/step/step-details.ts';
import type { Answer } from './answer.ts';

export type CallState = StepState;

export interface CallFacts {
  readonly call: ToolUseBlock;
  readonly tool: RunTool | undefined;
  readonly result: ToolResultBlock | undefined;
  /** True when its input is still arriving. */
  readonly writing: boolean;
  readonly status: Answer['status'];
  /** True when it has opened a sub-agent. */
  readonly spans?: boolean;
}

/** Returns the state of a call in one word. Pure. */
export function callState({ call, tool, result, writing, status, spans = false }: CallFacts): CallState {
  if (writing) return 'writing';
  if (call.input_error !== undefined) return 'failed';
  if (result === undefined) return status === 'running' ? openState(tool, spans) : 'cancelled';
  if (!result.is_error) return 'done';
  // The answer was stopped before the call was begun, and may have gone on since.
  if (result.reason?.code === 'run_stopped' && tool?.in_doubt !== true) return 'cancelled';
  switch (tool?.status) {
    case 'waiting':
      // Its run ended before anybody decided.
      return tool.in_doubt ? 'uncertain' : 'cancelled';
    case 'uncertain':
      return 'uncertain';
    case 'decided':
      return tool.decision?.type === 'reject' ? 'denied' : 'failed';
    case 'done':
      // Somebody left a call alone that had been begun.
      return tool.in_doubt && tool.decision?.type === 'reject' ? 'denied' : 'failed';
    case 'running':
      return 'failed';
    case undefined:
      return status === 'cancelled' ? 'cancelled' : 'failed';
  }
}

function openState(tool: RunTool | undefined, spans: boolean): CallState {
  if (tool === undefined) return spans ? 'running' : 'queued';
  // Between its result and the word that it is over.
  return tool.status === 'done' ? 'running' : tool.status;
}
