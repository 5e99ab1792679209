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

/** The closed block in which the caret may stand: the one that was entered before, or one that an edit left the caret in. Pure. */
export function enteredBlock(
  blocks: readonly DraftBlock[],
  selection: Range,
  before: Range | undefined,
  wasEdited: boolean,
): Range | undefined {
  const around = blocks.find(
    ({ closed, from, to }) => closed && from <= selection.from && selection.to <= to,
  );
  if (around === undefined) return undefined;
  const stays = before !== undefined && before.from <= around.to && around.from <= before.to;
  const isInside = wasEdited && selection.from === selection.to;
  return stays || isInside ? { from: around.from, to: around.to } : undefined;
}

/** The previews of a draft: every closed block that is not entered, neighbours of one kind together. Pure. */
export function previewGroups(
  doc: Text,
  blocks: readonly DraftBlock[],
  selection: Range,
  entered: Range | undefined,
  kindOf: (block: DraftBlock) => string,
): readonly PreviewGroup[] {
  const groups: PreviewGroup[] = [];
  for (const block of blocks) {
    if (!block.closed || block.from === entered?.from) continue;
    const { from, to } = block;
    const kind = kindOf(block);
    const last = groups.at(-1);
    const joins =
      last?.kind === kind && isEmptyBetween(doc, last.to, from) && !touches(selection, last.to + 1, from - 1);
    if (joins) groups[groups.length - 1] = { ...last, to, blocks: [...last.blocks, block] };
    else groups.push({ from, to, kind, blocks: [block] });
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
