import type { ToolCallItem } from '@millrace/engine';
import type { TimelineToolProps } from './timeline-tool.ts';

/** The props of a tool's component: all that the item says, and no more than the contract has. Pure. */
export function adaptProps(item: ToolCallItem): TimelineToolProps {
  const { id: toolCallId, toolName, args, argsText, langchainToolCallId, status } = item;
  return {
    toolCallId,
    toolName,
    args,
    status,
    ...(argsText !== undefined && { argsText }),
    ...('result' in item && { result: item.result }),
    ...(langchainToolCallId !== undefined && { langchainToolCallId }),
  };
}
