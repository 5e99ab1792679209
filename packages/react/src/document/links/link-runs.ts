import type { Mark } from '@millrace/engine/document';
import type { DrawnInline } from '../citations/with-references.ts';

type Link = Mark & { readonly type: 'link' };

/** The link that contains a text. Pure. */
export function linkOf(node: DrawnInline | undefined): Link | undefined {
  if (node?.type !== 'text') return undefined;
  return node.marks?.find((mark): mark is Link => mark.type === 'link');
}

/** Inlines one by one, but those of one link together. Pure. */
export function linkRuns(nodes: readonly DrawnInline[]): readonly (readonly DrawnInline[])[] {
  const runs: DrawnInline[][] = [];
  for (const node of nodes) {
    const last = runs.at(-1);
    const link = linkOf(node);
    if (link !== undefined && last !== undefined && isSame(link, linkOf(last[0]))) last.push(node);
    else runs.push([node]);
  }
  return runs;
}

function isSame(a: Link, b: Link | undefined): boolean {
  return a.attrs.href === b?.attrs.href && a.attrs.title === b.attrs.title;
}
