import type { Citation, TextBlock } from '@millrace/engine/message';
import { type CitedSource, citedSource } from './cited-source.ts';

/** A citation at a place of a text: behind the passage that rests on it. */
export interface TextCitation {
  readonly offset: number;
  readonly sources: readonly CitedSource[];
}

/** The text of neighbouring blocks, with its citations. */
export interface JoinedText {
  readonly text: string;
  /** In the order of the text. */
  readonly citations: readonly TextCitation[];
}

type CitedText = Pick<TextBlock, 'text' | 'citations' | 'continues'>;

/**
 * Neighbouring text blocks, as one text. A provider that cites cuts a sentence into blocks, so those read on; blocks
 * that have nothing to do with each other are paragraphs. The text of all but the last block never changes. Pure.
 */
export function joinTextBlocks(blocks: readonly CitedText[]): JoinedText {
  let text = '';
  const places = new Map<number, CitedSource[]>();
  for (const [i, block] of blocks.entries()) {
    const before = blocks[i - 1];
    if (before !== undefined && !readsOn(before, block)) text += '\n\n';
    for (const citation of block.citations ?? []) {
      const source = citedSource(citation);
      if (source === undefined) continue;
      for (const end of passageEnds(block.text, citation)) {
        const sources = places.get(text.length + end) ?? [];
        if (!sources.some(({ key, quote }) => key === source.key && quote === source.quote))
          sources.push(source);
        places.set(text.length + end, sources);
      }
    }
    text += block.text;
  }
  const citations = Array.from(places, ([offset, sources]) => ({ offset, sources }));
  return { text, citations: citations.sort((a, b) => a.offset - b.offset) };
}

function readsOn(before: CitedText, block: CitedText): boolean {
  if (block.continues === true) return true;
  const isCited = (before.citations ?? block.citations) !== undefined;
  return isCited || before.text === '' || /\s$/.test(before.text) || /^\s/.test(block.text);
}

/** The ends of the passages that rest on a citation: some name the index, some the words, some mean the whole block. */
function passageEnds(text: string, { end_index, index, supports }: Citation): number[] {
  const place = typeof end_index === 'number' ? end_index : index;
  if (typeof place === 'number' && place > 0) return [Math.min(unitsOf(text, place), text.length)];
  if (!Array.isArray(supports)) return [text.length];
  return supports.flatMap((words: unknown) => {
    const at = typeof words === 'string' && words !== '' ? text.indexOf(words) : -1;
    return at < 0 ? [text.length] : [at + String(words).length];
  });
}

/** Providers count characters; a character may be two units of ours. */
function unitsOf(text: string, characters: number): number {
  let units = 0;
  for (const character of text) {
    if (characters <= 0) break;
    units += character.length;
    characters -= 1;
  }
  return units;
}
