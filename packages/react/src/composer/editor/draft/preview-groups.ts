import type { Text } from '@codemirror/state';
import type { DraftBlock } from '@millrace/engine/document';

/** A part of a text; for a selection, `from` to `to`. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** Neighbouring previews of one kind, drawn as one. */
export interface PreviewGroup extends Range {
  readonly kind: string;
  readonly blocks: readonly DraftBlock[];
}

/** A block as the one that is entered, if it is closed and the caret stands in it: it was entered before, or an edit left the caret there. Pure. */
export function enteredBlock(
  { closed, from, to }: DraftBlock,
  selection: Range,
  before: Range | undefined,
  wasEdited: boolean,
): Range | undefined {
  if (!closed || selection.from < from || selection.to > to) return undefined;
  const stays = before !== undefined && before.from <= to && from <= before.to;
  const isInside = wasEdited && selection.from === selection.to;
  return stays || isInside ? { from, to } : undefined;
}

/** Previews, neighbours of one kind together. Pure. Linear. */
export function previewGroups(
  doc: Text,
  previews: readonly DraftBlock[],
  selection: Range,
  kindOf: (block: DraftBlock) => string,
): readonly PreviewGroup[] {
  const groups: PreviewGroup[] = [];
  let blocks: DraftBlock[] = [];
  let last: DraftBlock | undefined;
  for (const block of previews) {
    const kind = kindOf(block);
    const joins =
      last !== undefined &&
      kind === groups.at(-1)?.kind &&
      isEmptyBetween(doc, last.to, block.from) &&
      !touches(selection, last.to + 1, block.from - 1);
    if (!joins) blocks = [];
    blocks.push(block);
    const group = { from: blocks[0]?.from ?? block.from, to: block.to, kind, blocks };
    if (joins) groups[groups.length - 1] = group;
    else groups.push(group);
    last = block;
  }
  return groups;
}

const PIECE = 32;

/** Tells whether there is nothing to see between two places. Reads no further than it must. */
function isEmptyBetween(doc: Text, from: number, to: number): boolean {
  for (let at = from; at < to; at += PIECE)
    if (doc.sliceString(at, Math.min(at + PIECE, to)).trim() !== '') return false;
  return true;
}

/** Tells whether a caret stands between two positions: the line that it stands on is in sight. */
function touches({ from, to }: Range, start: number, end: number): boolean {
  return from === to && start <= from && from <= end;
}
