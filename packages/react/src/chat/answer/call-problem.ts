import type { ToolResultBlock, ToolUseBlock } from '@millrace/engine/message';
import type { Words } from '../../words/words-context.ts';

const LONGEST = 160;

/** Why a call was not run, or did not come to its end, in the page's own words; undefined where the log has no reason. Pure. */
export function whyNotRun(
  strings: Words,
  result: Pick<ToolResultBlock, 'reason'> | undefined,
): string | undefined {
  // A newer server may have codes that this page does not know: then it has no words for them.
  return result?.reason && (strings.callReason(result.reason) as string | undefined);
}

/** The problem of a call: its reason, else the words of its tool when it failed. Pure. */
export function callProblem(
  strings: Words,
  { input_error }: Pick<ToolUseBlock, 'input_error'>,
  result: ToolResultBlock | undefined,
): string | undefined {
  return whyNotRun(strings, result) ?? input_error ?? firstLine(result?.threw ?? result?.content);
}

function firstLine(said: unknown): string | undefined {
  if (typeof said !== 'string') return undefined;
  const line = said.trim().split('\n')[0] ?? '';
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line || undefined;
}
