import { stepStatus } from './call-status.ts';
import { groupBySpan } from './group-by-span.ts';
import type { MessageContent, ThinkingStep, ToolResultPart } from './message-content.ts';
import type { TimelineGroup, TimelineItem, ToolCallItem } from './timeline-item.ts';
import { timelineItemOf } from './timeline-item-of.ts';

/**
 * Builds the timeline of an agent from the parts of a message and the steps that it reported: our own blocks, Anthropic's, the parts of
 * assistant-ui, and those of a `UIMessage` of the AI SDK, each as it came. Calls and thoughts are in the order of the content. A step that belongs to no call comes after the call of the last step before it that does, or else first. Pure.
 */
export function buildTimeline(
  content: readonly (MessageContent | undefined)[],
  thinkingSteps: readonly ThinkingStep[] = [],
): readonly TimelineGroup[] {
  const results: ReadonlyMap<string, ToolResultPart> = new Map(
    content.flatMap((part) => (part?.type === 'tool_result' ? [[part.tool_use_id, part] as const] : [])),
  );
  const items = content.flatMap((part, place) => {
    const result = part?.type === 'tool_use' ? results.get(part.id) : undefined;
    const item = part && timelineItemOf(part, { place, result });
    return item === undefined ? [] : isGrowing(item) ? { ...item, args: { ...item.args } } : item;
  });
  return groupBySpan(withSteps(items, thinkingSteps));
}

/** Tells whether the arguments may still grow in place: such an object must not stand in two timelines. */
function isGrowing(item: TimelineItem): item is ToolCallItem {
  return item.kind === 'tool-call' && item.result === undefined && item.status === 'running';
}

/** A step of a call names what the call does, and its progress until there is a result. */
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
