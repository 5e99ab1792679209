import { changeInFence } from './change-in-fence.ts';
import { isChangeInProse } from './change-in-prose.ts';
import type { DraftBlock } from './draft-block.ts';
import { type DraftText, draftText, LineReader } from './draft-text.ts';
import { readSection } from './section.ts';
import { sectionBlocks } from './section-blocks.ts';

/** A change of a text: the part that is gone, by its place in the old text, and the length of what stands there now. */
export interface DraftChange {
  readonly from: number;
  readonly to: number;
  readonly inserted: number;
}

/** The blocks of a draft in order, and the parts in which it was read, for the next update. */
export interface DraftBlocks {
  readonly blocks: readonly DraftBlock[];
  readonly parts: readonly DraftPart[];
}

/** A part of a draft that is read by itself: its length, how many blocks are in it, and whether it has ended. */
export interface DraftPart {
  readonly length: number;
  readonly count: number;
  readonly ended: boolean;
  /** How many characters behind it decide where it ends. */
  readonly ahead: number;
  /** True when it is one paragraph that begins with a letter. */
  readonly prose: boolean;
}

/** Finds the blocks of a draft that stand out or that a preview stands for. Never throws. Linear. */
export function draftBlocks(source: string | DraftText): DraftBlocks {
  const text = typeof source === 'string' ? draftText(source) : source;
  return readParts(text, 0, () => false);
}

/**
 * The blocks of a draft after a change, equal to `draftBlocks(text)`. Reads from the part that was changed to the first place
 * behind the change where a part began before. Blocks outside of that stay the same objects, or, when they move, keep their
 * `source`, by which `draftEmbed` remembers. Never throws.
 */
export function updateDraftBlocks(before: DraftBlocks, text: DraftText, change: DraftChange): DraftBlocks {
  const { parts, blocks } = before;
  const first = firstTouched(parts, change.from);
  const shift = change.inserted - (change.to - change.from);
  const inPart = withinFence(before, text, change, first) ?? withinProse(before, text, change, first);
  if (inPart !== undefined) return inPart;
  // The next part that was there before and may be reached again.
  let next = { ...first };
  const isKnown = (position: number): boolean => {
    const old = position - shift;
    while (next.index < parts.length && (next.start < old || next.start < change.to))
      next = after(next, parts);
    return next.start === old && next.index < parts.length && old >= change.to;
  };
  const read = readParts(text, first.start, isKnown);
  const end = next.index < parts.length ? next.count : blocks.length;
  const readAgain = withSources(read.blocks, blocks.slice(first.count, end), change);
  return {
    parts: [...parts.slice(0, first.index), ...read.parts, ...parts.slice(next.index)],
    blocks: [...blocks.slice(0, first.count), ...readAgain, ...shifted(blocks.slice(end), shift)],
  };
}

/** Blocks that were read again: one that the change did not touch has the source that it had. */
function withSources(
  read: readonly DraftBlock[],
  old: readonly DraftBlock[],
  { from, to, inserted }: DraftChange,
): readonly DraftBlock[] {
  const starts = new Map(old.map((block) => [block.from, block]));
  return read.map((block) => {
    const shift = block.from > from + inserted ? inserted - (to - from) : block.to < from ? 0 : undefined;
    const known = shift === undefined ? undefined : starts.get(block.from - shift);
    const isSame =
      known?.source !== undefined &&
      known.kind === block.kind &&
      known.to - known.from === block.to - block.from;
    return isSame && block.closed ? { ...block, source: known.source } : block;
  });
}

/** The blocks after a change inside a fence: all else stays or moves. */
function withinFence(
  { parts, blocks }: DraftBlocks,
  text: DraftText,
  change: DraftChange,
  { index, start, count }: PartPlace,
): DraftBlocks | undefined {
  const part = parts[index];
  const old = blocks[count];
  if (part?.count !== 1 || old === undefined || change.to >= start + part.length) return undefined;
  const block = changeInFence(old, text, change);
  if (block === undefined) return undefined;
  const shift = change.inserted - (change.to - change.from);
  return {
    parts: parts.with(index, { ...part, length: part.length + shift }),
    blocks: [...blocks.slice(0, count), block, ...shifted(blocks.slice(count + 1), shift)],
  };
}

/** The blocks after a change of words in a paragraph: they stay or move. */
function withinProse(
  { parts, blocks }: DraftBlocks,
  text: DraftText,
  change: DraftChange,
  { index, start, count }: PartPlace,
): DraftBlocks | undefined {
  const part = parts[index];
  if (part?.prose !== true) return undefined;
  const place = { start, end: start + part.length, isLast: !part.ended };
  if (!isChangeInProse(place, blocks.slice(count, count + part.count), text, change)) return undefined;
  const shift = change.inserted - (change.to - change.from);
  const behind = blocks.findIndex(({ from }) => from >= change.to);
  const split = behind < 0 ? blocks.length : behind;
  return {
    parts: parts.with(index, { ...part, length: part.length + shift }),
    blocks: [...blocks.slice(0, split), ...shifted(blocks.slice(split), shift)],
  };
}

/** Reads parts from a place on, to the end or to a place that is known. */
function readParts(text: DraftText, from: number, isKnown: (position: number) => boolean): DraftBlocks {
  const lines = new LineReader(text, from);
  const parts: DraftPart[] = [];
  const blocks: DraftBlock[] = [];
  let start = from;
  for (;;) {
    const section = isKnown(start) ? undefined : readSection(lines, isKnown);
    if (section === undefined) return { parts, blocks };
    const found = sectionBlocks(section, text, start);
    for (const block of found) blocks.push(block);
    const { source, ended, ahead } = section;
    const { length } = source;
    const prose =
      section.blocks.length === 1 && section.blocks[0]?.type === 'paragraph' && LETTER.test(source);
    parts.push({ length, count: found.length, ended, ahead, prose });
    start += length;
  }
}

const LETTER = /^\p{L}/u;

/** A part, where it begins, and how many blocks stand before it. */
interface PartPlace {
  readonly index: number;
  readonly start: number;
  readonly count: number;
}

/** The first part that a change at an index may change: text that is added behind a part that has ended leaves it as it was. */
function firstTouched(parts: readonly DraftPart[], from: number): PartPlace {
  let place: PartPlace = { index: 0, start: 0, count: 0 };
  for (;;) {
    const part = parts[place.index];
    if (part === undefined) return place;
    const end = place.start + part.length;
    const isBehind = part.ahead === 0 ? from >= end : from > end + part.ahead;
    if (!isBehind || !part.ended) return place;
    place = after(place, parts);
  }
}

function after({ index, start, count }: PartPlace, parts: readonly DraftPart[]): PartPlace {
  const part = parts[index];
  return { index: index + 1, start: start + (part?.length ?? 0), count: count + (part?.count ?? 0) };
}

function shifted(blocks: readonly DraftBlock[], shift: number): readonly DraftBlock[] {
  if (shift === 0) return blocks;
  return blocks.map((block) => ({ ...block, from: block.from + shift, to: block.to + shift }));
}
