import type { ToolUseBlock } from '@millrace/engine/message';
import type { RunTool } from '@millrace/engine/run';
import type { CallChange } from '../../timeline/step/call-change.ts';
import type { CallState } from './call-state.ts';

/** The changes in files of a call: those that it made, and those that it asked for where they are others. Pure. */
export function callChange(
  tool: RunTool | undefined,
  { input }: Pick<ToolUseBlock, 'input'>,
  state: CallState,
): CallChange | undefined {
  const { change: made, asked_change: asked, decision } = tool ?? {};
  // A call that waits has a card, which shows it.
  if (state === 'waiting' || (made === undefined && asked === undefined)) return undefined;
  const ran = decision?.type === 'edit' ? decision.edited_action?.args : undefined;
  return { made, asked, edited: ran === undefined ? undefined : { asked: input, ran } };
}
