import type { RunTool, ToolResultBlock } from '@millrace/engine';
import type { Words } from '../../words/words-context.ts';
import type { Answer } from './answer.ts';

export interface NotRun {
  readonly tool: RunTool | undefined;
  readonly result: ToolResultBlock | undefined;
  readonly status: Answer['status'];
}

// All that a chat keeps of a message that took the place of a decision are these words of the server.
const OVERTAKEN = 'The person wrote a message instead of deciding';

/** Why a call was not run that nobody decided, where that is known. Pure. */
export function whyNotRun(strings: Words, { tool, result, status }: NotRun): string | undefined {
  if (result === undefined || !result.is_error) return undefined;
  const { content } = result;
  if (typeof content === 'string' && content.startsWith(OVERTAKEN)) return strings.wroteInstead;
  // Without an end of the run, only time closes a question.
  const ended = status === 'cancelled' || status === 'failed';
  return tool?.status === 'waiting' && !ended ? strings.nobodyDecided : undefined;
}
