import type { Tree } from '@lezer/common';

/** The index at which the tree of a longer text differs from the one before. Reused parts aren't looked into. Pure. */
export function firstChange(before: Tree, after: Tree): number {
  const [last, next] = [before.cursor(), after.cursor()];
  let end = before.length;
  for (;;) {
    if (last.type !== next.type || last.from !== next.from) return Math.min(end, last.from, next.from);
    if (last.to !== next.to) end = Math.min(end, last.to, next.to);
    const isNew = last.tree === null || last.tree !== next.tree;
    const [hasLast, hasNext] = [last.next(isNew), next.next(isNew)];
    // A node that only one of them has is a change, also one inside the last node of the other.
    if (!hasLast || !hasNext) return Math.min(end, hasLast ? last.from : end, hasNext ? next.from : end);
  }
}
