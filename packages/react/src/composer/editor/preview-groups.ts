import type { DraftBlock } from './draft-ranges.ts';

/** A part of a text; for a selection, `from` to `to`. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** Neighbouring previews of one kind, drawn as one. */
export interface PreviewGroup extends Range {
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
  text: string,
  blocks: readonly DraftBlock[],
  selection: Range,
  entered: Range | undefined,
  kindOf: (block: DraftBlock) => string,
): readonly PreviewGroup[] {
  const groups: PreviewGroup[] = [];
  for (const block of blocks) {
    if (!block.closed || block.from === entered?.from) continue;
    const last = groups.at(-1);
    const joins =
      last?.blocks[0] !== undefined &&
      kindOf(last.blocks[0]) === kindOf(block) &&
      text.slice(last.to, block.from).trim() === '' &&
      !touches(selection, last.to + 1, block.from - 1);
    if (!joins) groups.push({ from: block.from, to: block.to, blocks: [block] });
    else groups[groups.length - 1] = { from: last.from, to: block.to, blocks: [...last.blocks, block] };
  }
  return groups;
}

/** Tells whether a caret stands between two positions: what it stands on is in sight. */
function touches({ from, to }: Range, start: number, end: number): boolean {
  return from === to && start <= from && from <= end;
}
