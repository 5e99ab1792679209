import type { TimelineGroup, TimelineItem } from './timeline-item.ts';

const OWNERS = ['task', 'new_task'];

/**
 * Groups items by the span that they belong to. The call that opened a span is the parent of its items; where there is
 * none, the first item is. A group is at the place of its first item, and every item is in exactly one. Pure.
 */
export function groupBySpan(items: readonly TimelineItem[]): readonly TimelineGroup[] {
  const spans = new Map<string, TimelineItem[]>();
  const order: TimelineItem[][] = [];
  for (const item of items) {
    const { spanId } = item;
    const known = spanId === undefined ? undefined : spans.get(spanId);
    if (known !== undefined) {
      known.push(item);
      continue;
    }
    const group = [item];
    order.push(group);
    if (spanId !== undefined) spans.set(spanId, group);
  }
  return order.flatMap((group) => {
    const parent = group.find(isOwner) ?? group[0];
    return parent === undefined ? [] : [{ parent, children: group.filter((item) => item !== parent) }];
  });
}

function isOwner(item: TimelineItem): boolean {
  return item.kind === 'tool-call' && OWNERS.includes(item.toolName);
}
