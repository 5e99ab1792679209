import { changeInFence } from './change-in-fence.ts';
import { isChangeInProse } from './change-in-prose.ts';
import type { DraftBlock } from './draft-block.ts';
import { type DraftText, draftText, LineReader } from './draft-text.ts';
import { SectionReader } from './section.ts';
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
  /** How many characters are read at once. */
  readonly most: number;
  /** The rest of the text, when it is not read yet: `moreDraftBlocks` goes on with it. */
  readonly unread?: UnreadDraft | undefined;
}

/** The part of a draft that is not read yet: where it begins, and the reader of its first section. */
export interface UnreadDraft {
  readonly start: number;
  readonly reader: SectionReader;
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

/**
 * Finds the blocks of a draft that stand out or that a preview stands for. With `most` it stops behind so many characters, and
 * leaves the rest to `moreDraftBlocks`. Never throws. Linear.
 */
export function draftBlocks(source: string | DraftText, most = Number.POSITIVE_INFINITY): DraftBlocks {
  const text = typeof source === 'string' ? draftText(source) : source;
  return readParts(text, new SectionReader(text), { from: 0, most, isKnown: nowhere });
}

/**
 * The blocks of a draft of which more is read, as much as `most` says; the same when all of it was read. Blocks that were found stay the same
 * objects. Never throws.
 */
export function moreDraftBlocks(before: DraftBlocks, text: DraftText): DraftBlocks {
  const { unread, most } = before;
  if (unread === undefined) return before;
  const reader = unread.reader.text === text ? unread.reader : new SectionReader(text);
  const read = readParts(text, reader, { from: unread.start, most, isKnown: nowhere });
  return { ...read, parts: [...before.parts, ...read.parts], blocks: [...before.blocks, ...read.blocks] };
}

/**
 * The blocks of a draft after a change, equal to `draftBlocks(text)`. Reads from the part that was changed to the first place
 * behind the change where a part began before, or as much as `most` says. Blocks outside of that stay the same objects, or, when they
 * move, keep their `source`, by which `draftEmbed` remembers. Never throws.
 */
export function updateDraftBlocks(before: DraftBlocks, text: DraftText, change: DraftChange): DraftBlocks {
  const { parts, blocks, most } = before;
  const first = firstTouched(parts, change.from);
  if (first.index === parts.length && before.unread !== undefined)
    return { ...before, unread: unreadWith(before.unread, text, change.from) };
  const shift = change.inserted - (change.to - change.from);
  const inPart = withinFence(before, text, change, first) ?? withinProse(before, text, change, first);
  if (inPart !== undefined) return inPart;
  // The next part that was there before and may be reached again; the first that was not read is one too.
  const last = before.unread === undefined ? parts.length : parts.length + 1;
  let next = { ...first };
  const isKnown = (position: number): boolean => {
    const old = position - shift;
    while (next.index < parts.length && (next.start < old || next.start < change.to))
      next = after(next, parts);
    return next.start === old && next.index < last && old >= change.to;
  };
  const read = readParts(text, new SectionReader(text), { from: first.start, most, isKnown });
  // The rest that it did not come to is read later.
  const isReached = read.unread === undefined;
  const end = isReached && next.index < parts.length ? next.count : blocks.length;
  const readAgain = withSources(read.blocks, blocks.slice(first.count, end), change);
  return {
    most,
    parts: [...parts.slice(0, first.index), ...read.parts, ...(isReached ? parts.slice(next.index) : [])],
    blocks: [
      ...blocks.slice(0, first.count),
      ...readAgain,
      ...(isReached ? shifted(blocks.slice(end), shift) : []),
    ],
    unread: read.unread ?? (read.ends ? undefined : unreadAfter(before.unread, text, change)),
  };
}

/** The rest of a draft after a change in it: its reader goes on when the change touched nothing that it took in. */
function unreadWith({ start, reader }: UnreadDraft, text: DraftText, from: number): UnreadDraft {
  if (from < start + reader.length) return { start, reader: new SectionReader(text) };
  reader.text = text;
  return { start, reader };
}

/** The rest of a draft after a change before it. */
function unreadAfter(
  unread: UnreadDraft | undefined,
  text: DraftText,
  { from, to, inserted }: DraftChange,
): UnreadDraft | undefined {
  if (unread === undefined) return undefined;
  unread.reader.text = text;
  return { start: unread.start + inserted - (to - from), reader: unread.reader };
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
  { parts, blocks, most, unread }: DraftBlocks,
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
    most,
    unread: unreadAfter(unread, text, change),
    parts: parts.with(index, { ...part, length: part.length + shift }),
    blocks: [...blocks.slice(0, count), block, ...shifted(blocks.slice(count + 1), shift)],
  };
}

/** The blocks after a change of words in a paragraph: they stay or move. */
function withinProse(
  { parts, blocks, most, unread }: DraftBlocks,
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
    most,
    unread: unreadAfter(unread, text, change),
    parts: parts.with(index, { ...part, length: part.length + shift }),
    blocks: [...blocks.slice(0, split), ...shifted(blocks.slice(split), shift)],
  };
}

/** A part costs as much as so many characters, however short it is. */
const A_PART = 50;

interface Reading {
  readonly from: number;
  readonly most: number;
  /** Tells whether a part begins at a place as it did before: it is read no further. */
  readonly isKnown: (position: number) => boolean;
}

function nowhere(): boolean {
  return false;
}

/** Reads parts from a place on, to the end or to a place that is known, or as many characters as it may. */
function readParts(
  text: DraftText,
  first: SectionReader,
  { from, most, isKnown }: Reading,
): DraftBlocks & { readonly ends: boolean } {
  const lines = new LineReader(text, from + first.length);
  let stop = lines.position + most;
  const parts: DraftPart[] = [];
  const blocks: DraftBlock[] = [];
  let reader = first;
  let start = from;
  for (;;) {
    if (isKnown(start)) return { parts, blocks, most, ends: false };
    const section = reader.read(lines, isKnown, stop);
    if (section === undefined) return { parts, blocks, most, ends: true };
    if (section === 'unfinished') return { parts, blocks, most, ends: false, unread: { start, reader } };
    const found = sectionBlocks(section, text, start);
    for (const block of found) blocks.push(block);
    const { source, ended, ahead } = section;
    const { length } = source;
    const prose =
      section.blocks.length === 1 && section.blocks[0]?.type === 'paragraph' && LETTER.test(source);
    parts.push({ length, count: found.length, ended, ahead, prose });
    start += length;
    stop -= A_PART;
    reader = new SectionReader(text);
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
