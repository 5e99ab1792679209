import { type DraftBlock, draftBlocks } from './draft-ranges.ts';

/** A line break to insert. */
export interface Break {
  readonly from: number;
  readonly insert: string;
}

/**
 * The line breaks that keep what was typed beside a closed block out of it. `kept` are the blocks where they stand in the new text. Pure.
 */
export function keepApart(text: string, kept: readonly DraftBlock[]): readonly Break[] {
  const now = draftBlocks(text);
  return kept.flatMap((block) => {
    if (isThere(now, block)) return [];
    const before = block.from > 0 && text[block.from - 1] !== '\n' ? '\n' : '';
    const source = text.slice(block.from, block.to);
    const after = ['', '\n', '\n\n'].find((breaks) => {
      const fixed = `${text.slice(0, block.from)}${before}${source}${breaks}${text.slice(block.to)}`;
      const from = block.from + before.length;
      return isThere(draftBlocks(fixed), { ...block, from, to: from + source.length });
    });
    if (after === undefined) return [];
    return [
      ...(before === '' ? [] : [{ from: block.from, insert: before }]),
      ...(after === '' ? [] : [{ from: block.to, insert: after }]),
    ];
  });
}

function isThere(blocks: readonly DraftBlock[], { from, to, kind }: DraftBlock): boolean {
  return blocks.some((each) => each.closed && each.from === from && each.to === to && each.kind === kind);
}
