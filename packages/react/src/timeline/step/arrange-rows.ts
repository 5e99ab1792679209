import type { TimelineGroup, ToolCallItem } from '@millrace/engine';
import type { DetailsById, StepDetails } from './step-details.ts';

/** A row of the list: a step with the steps that it opened, or several reads that say little one by one. */
export type TimelineRow =
  | { readonly type: 'step'; readonly group: TimelineGroup; readonly parallel: Parallel | undefined }
  | { readonly type: 'reads'; readonly items: readonly ToolCallItem[] };

/** The place of a step among those that ran at the same time. */
export type Parallel = 'first' | 'middle' | 'last';

/** Fewer are shown as they are. */
const FEWEST = 3;

/** Puts steps into rows: neighbouring reads that succeeded become one row, except those at the end while more may come. Pure. */
export function arrangeRows(
  groups: readonly TimelineGroup[],
  details: DetailsById,
  running: boolean,
): readonly TimelineRow[] {
  const rows: TimelineRow[] = [];
  const sides = parallels(groups, details);
  for (let at = 0; at < groups.length; ) {
    const reads = readsFrom(groups, at, details);
    const isOpen = running && at + reads.length === groups.length;
    if (reads.length >= FEWEST && !isOpen) {
      rows.push({ type: 'reads', items: reads });
      at += reads.length;
      continue;
    }
    for (let end = at + Math.max(1, reads.length); at < end; at++) {
      const group = groups[at];
      if (group !== undefined) rows.push({ type: 'step', group, parallel: sides[at] });
    }
  }
  return rows;
}

function readsFrom(
  groups: readonly TimelineGroup[],
  from: number,
  details: DetailsById,
): readonly ToolCallItem[] {
  const items: ToolCallItem[] = [];
  for (const { parent, children } of groups.slice(from)) {
    const isPlain = parent.kind === 'tool-call' && parent.status === 'completed' && children.length === 0;
    if (!isPlain || !isFolded(details.get(parent.id))) break;
    items.push(parent);
  }
  return items;
}

/** Tells whether a step may be folded. A step with something that a person should see may not. */
function isFolded({ folds, note, problem, approved, steps }: StepDetails = {}): boolean {
  const hasMore = note !== undefined || problem !== undefined || approved === true || steps !== undefined;
  return folds !== undefined && !hasMore;
}

function parallels(
  groups: readonly TimelineGroup[],
  details: DetailsById,
): readonly (Parallel | undefined)[] {
  const spans = groups.map(({ parent }) => details.get(parent.id));
  // True for a step that overlaps with the one before it, by the latest end so far.
  let end = Number.NEGATIVE_INFINITY;
  const joined = spans.map((span) => {
    const overlaps = span?.startedAt !== undefined && span.startedAt < end;
    if (!overlaps) end = Number.NEGATIVE_INFINITY;
    if (span?.startedAt !== undefined) end = Math.max(end, span.endedAt ?? Number.POSITIVE_INFINITY);
    return overlaps;
  });
  return joined.map((overlaps, at) => {
    const goesOn = joined[at + 1] === true;
    if (overlaps) return goesOn ? 'middle' : 'last';
    return goesOn ? 'first' : undefined;
  });
}
