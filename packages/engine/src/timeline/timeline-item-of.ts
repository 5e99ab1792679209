import type { ToolResultBlock, ToolUseBlock } from '../message/message.ts';
import { callStatus } from './call-status.ts';
import type { MessageContent } from './message-content.ts';
import type { TimelineItem, ToolCallItem } from './timeline-item.ts';

/** The facts about a part that are not in it. */
export interface PartFacts {
  /** The index of the part in its message: it names a thought that has no id. */
  readonly place: number;
  /** The block with the result of a call, if there is one. */
  readonly result?: ToolResultBlock | undefined;
}

/** The item of one part of a message: undefined for a part that is not about what was done. Pure. */
export function timelineItemOf(part: MessageContent, { place, result }: PartFacts): TimelineItem | undefined {
  const span = part.spanId === undefined ? {} : { spanId: part.spanId };
  switch (part.type) {
    case 'tool_use':
      return { ...callOf(part, result), ...span };
    case 'tool-call': {
      const { type: _, toolCallId: id, isError = false, spanId: __, ...call } = part;
      return { kind: 'tool-call', id, ...span, status: callStatus(call.result, isError), ...call };
    }
    case 'thinking': {
      const { id, thinking: text, stop_timestamp } = part;
      return {
        kind: 'reasoning',
        id,
        ...span,
        status: stop_timestamp === null ? 'running' : 'completed',
        text,
      };
    }
    case 'reasoning':
      return { kind: 'reasoning', id: `reasoning-${place}`, ...span, status: 'completed', text: part.text };
    default:
      return undefined;
  }
}

function callOf(
  { id, name, input, input_text }: ToolUseBlock,
  result: ToolResultBlock | undefined,
): ToolCallItem {
  return {
    kind: 'tool-call',
    id,
    toolName: name,
    args: input,
    ...(input_text !== undefined && { argsText: input_text }),
    ...(result !== undefined && { result: result.content }),
    status: callStatus(result?.content, result?.is_error ?? false),
  };
}
