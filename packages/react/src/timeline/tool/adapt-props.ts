import type { ToolCallItem } from '@millrace/engine';
import { interruptOf } from '@millrace/engine/run';
import type { AskedCall } from '../../approval/decision/asked-call.ts';
import type { TimelineToolProps } from './timeline-tool.ts';

/**
 * The props of a tool's component for a call: all that the item says, and no more than the contract has. A question is given
 * in place of the result. Pure.
 */
export function adaptProps(item: ToolCallItem, asked?: AskedCall): TimelineToolProps {
  const { id: toolCallId, toolName, args, argsText, langchainToolCallId, status } = item;
  return {
    toolCallId,
    toolName,
    args,
    status,
    ...(argsText !== undefined && { argsText }),
    ...('result' in item && { result: item.result }),
    ...(asked !== undefined && { result: interruptOf(asked.approval, asked) }),
    ...(langchainToolCallId !== undefined && { langchainToolCallId }),
  };
}
