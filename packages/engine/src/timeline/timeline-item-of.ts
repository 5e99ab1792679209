import { askPerson } from '../approval/to-interrupt.ts';
import { callStatus } from './call-status.ts';
import type { MessageContent, ToolResultPart, ToolUsePart, UiToolPart } from './message-content.ts';
import type { TimelineItem, ToolCallItem } from './timeline-item.ts';

/** The facts about a part that are not in it. */
export interface PartFacts {
  /** The index of the part in its message: it names a thought that has no id. */
  readonly place: number;
  /** The block with the result of a call, if there is one. */
  readonly result?: ToolResultPart | undefined;
}

/** The item of one part of a message: undefined for a part that is not about what was done. Pure. */
export function timelineItemOf(part: MessageContent, { place, result }: PartFacts): TimelineItem | undefined {
  const span = part.spanId === undefined ? {} : { spanId: part.spanId };
  if (isUiToolPart(part)) return { ...uiCallOf(part), ...span };
  switch (part.type) {
    case 'tool_use':
      return { ...callOf(part, result), ...span };
    case 'tool-call': {
      const { toolCallId: id, toolName, args, isError = false, argsText, langchainToolCallId } = part;
      return {
        ...{ kind: 'tool-call', id, ...span, status: callStatus(part.result, isError), toolName, args },
        ...(argsText !== undefined && { argsText }),
        ...('result' in part && { result: part.result }),
        ...(langchainToolCallId !== undefined && { langchainToolCallId }),
      };
    }
    case 'thinking': {
      const { id = `thinking-${place}`, thinking: text, stop_timestamp } = part;
      const status = stop_timestamp === null ? 'running' : 'completed';
      return { kind: 'reasoning', id, ...span, status, text };
    }
    case 'reasoning': {
      const status = part.state === 'streaming' ? 'running' : 'completed';
      return { kind: 'reasoning', id: `reasoning-${place}`, ...span, status, text: part.text };
    }
    default:
      return undefined;
  }
}

function callOf(
  { id, name, input, input_text }: ToolUsePart,
  result: ToolResultPart | undefined,
): ToolCallItem {
  // A result without content is an empty one.
  const content =
    result === undefined ? undefined : (result.content ?? (result.content === null ? null : ''));
  return {
    kind: 'tool-call',
    id,
    toolName: name,
    args: argsOf(input),
    ...(input_text !== undefined && { argsText: input_text }),
    ...(result !== undefined && { result: content }),
    status: callStatus(content, result?.is_error ?? false),
  };
}

/** A tool of the AI SDK may be called "call": then it has a state, as every part of the AI SDK, and no name. */
function isUiToolPart(part: MessageContent): part is Extract<MessageContent, UiToolPart> {
  return (
    'state' in part && 'toolCallId' in part && (part.type === 'dynamic-tool' || part.type.startsWith('tool-'))
  );
}

function uiCallOf(part: UiToolPart): ToolCallItem {
  const { toolCallId: id, state, input, output, errorText = '' } = part;
  const toolName = part.type === 'dynamic-tool' ? (part.toolName ?? '') : part.type.slice('tool-'.length);
  const call = { kind: 'tool-call', id, toolName, args: argsOf(input) } as const;
  switch (state) {
    case 'output-available':
      return { ...call, result: output, status: callStatus(output ?? '', false) };
    case 'output-error':
      return { ...call, result: errorText, status: 'error' };
    case 'output-denied':
      return { ...call, result: part.approval?.reason ?? '', status: 'cancelled' };
    case 'approval-requested':
      return { ...call, result: questionOf(part, toolName), status: 'pending' };
    default:
      return { ...call, status: 'running' };
  }
}

/** The question of a part that waits for a person; `context.approval_id` is what the answer of the AI SDK names. */
function questionOf({ input, approval }: UiToolPart, tool: string) {
  const asked = askPerson({ tool, args: argsOf(input), allow: ['approve', 'reject'] });
  return approval === undefined ? asked : { ...asked, context: { approval_id: approval.id } };
}

function argsOf(input: unknown): Readonly<Record<string, unknown>> {
  // An input that is no object has no fields to show.
  const isRecord = typeof input === 'object' && input !== null;
  return isRecord ? (input as Readonly<Record<string, unknown>>) : {};
}
