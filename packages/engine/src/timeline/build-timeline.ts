import type { ToolResultBlock, ToolUseBlock } from '../message/message.ts';
import { callStatus, stepStatus } from './call-status.ts';
import { groupBySpan } from './group-by-span.ts';
import type { MessageContent, ThinkingStep } from './message-content.ts';
import type { TimelineGroup, TimelineItem, ToolCallItem } from './timeline-item.ts';

type Results = ReadonlyMap<string, ToolResultBlock>;

/**
 * Builds the timeline of an agent from the parts of a message and the steps that it told of. Calls and thoughts stand in the order of the
 * content. A step that belongs to no call stands behind the call of the last step before it that does, or else first. Pure.
 */
export function buildTimeline(
  content: readonly (MessageContent | undefined)[],
  thinkingSteps: readonly ThinkingStep[] = [],
): readonly TimelineGroup[] {
  const results: Results = new Map(
    content.flatMap((part) => (part?.type === 'tool_result' ? [[part.tool_use_id, part] as const] : [])),
  );
  const items = content.flatMap((part, index) => {
    const item = part && itemOf(part, index, results);
    return item === undefined ? [] : [item];
  });
  return groupBySpan(withSteps(items, thinkingSteps));
}

function itemOf(part: MessageContent, index: number, results: Results): TimelineItem | undefined {
  const span = part.spanId === undefined ? {} : { spanId: part.spanId };
  switch (part.type) {
    case 'tool_use':
      return { ...callOf(part, results.get(part.id)), ...span };
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
      return { kind: 'reasoning', id: `reasoning-${index}`, ...span, status: 'completed', text: part.text };
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

/** A step of a call says what it does, and how far it is as long as it has no result. */
function withStep(item: ToolCallItem, { title, items, spanId, status }: ThinkingStep): ToolCallItem {
  return {
    ...item,
    title,
    ...(items !== undefined && { items }),
    ...(spanId !== undefined && item.spanId === undefined && { spanId }),
    ...(item.result === undefined && status !== 'completed' && { status: stepStatus(status) }),
  };
}

function withSteps(items: readonly TimelineItem[], steps: readonly ThinkingStep[]): readonly TimelineItem[] {
  const ids = new Set(items.map(({ id }) => id));
  const owners = new Map<string, ThinkingStep>();
  const behind = new Map<string | undefined, TimelineItem[]>();
  let last: string | undefined;
  for (const step of steps) {
    if (step.toolCallId !== undefined && ids.has(step.toolCallId)) {
      last = step.toolCallId;
      owners.set(last, step);
      continue;
    }
    const { id, title, items: lines = [], spanId, status } = step;
    const text = [title, ...lines].join('\n');
    const said: TimelineItem = {
      kind: 'reasoning',
      id,
      ...(spanId !== undefined && { spanId }),
      status: stepStatus(status),
      text,
    };
    const others = behind.get(last);
    if (others === undefined) behind.set(last, [said]);
    else others.push(said);
  }
  const placed = items.flatMap((item) => {
    const owner = item.kind === 'tool-call' ? owners.get(item.id) : undefined;
    const whole = item.kind === 'tool-call' && owner !== undefined ? withStep(item, owner) : item;
    return [whole, ...(owner === undefined ? [] : (behind.get(item.id) ?? []))];
  });
  return [...(behind.get(undefined) ?? []), ...placed];
}
