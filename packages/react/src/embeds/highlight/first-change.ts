import type { Tree } from '@lezer/common';

/** The index at which the tree of a longer text differs from the one before. Reused parts aren't looked into. Pure. */
export function firstChange(before: Tree, after: Tree): number {
  const [last, next] = [before.cursor(), after.cursor()];
  let end = before.length;
  for (;;) {
    if (last.type !== next.type || last.from !== next.from) return Math.min(end, last.from, next.from);
    if (last.to !== next.to) end = Math.min(end, last.to, next.to);
    const isNew = last.tree === null || last.tree !== next.tree;
    const more = [last.next(isNew), next.next(isNew)];
    if (more.includes(false)) return end;
  }
}
