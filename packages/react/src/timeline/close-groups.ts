import type { TimelineGroup, TimelineItem } from '@millrace/engine';

/** The steps of a turn that is over: those without a result were given up. Pure. */
export function closeGroups(groups: readonly TimelineGroup[]): readonly TimelineGroup[] {
  return groups.map(({ parent, children }) => ({ parent: closed(parent), children: children.map(closed) }));
}

const closed = (item: TimelineItem): TimelineItem =>
  item.status === 'running' ? { ...item, status: 'cancelled' } : item;
