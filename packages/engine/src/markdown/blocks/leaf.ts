import type { Inlines } from '../inlines/inlines.ts';
import type { MarkdownBlock, MarkdownInline, MarkdownLinkDefinition } from '../tree.ts';
import type { Line } from './line.ts';
import type { Place } from './place.ts';

/** A text that was read and mentions labels that are not defined. */
export interface Mention {
  readonly text: string;
  readonly missed: ReadonlySet<string>;
  /** The cost of exchanging what was read, in characters: a reader of the tree maps all of the block at the top again. */
  cost(textLength: number): number;
  /** Exchanges what was read. Returns how to undo it. */
  replace(children: readonly MarkdownInline[]): () => void;
}

/** The result of a finished leaf. */
export interface Finished {
  readonly blocks: readonly MarkdownBlock[];
  /** The texts in the last of the blocks that mention labels; the place is that of this block. */
  mentions(place: Place): readonly Mention[];
}

/** The block that takes in lines of text. It is the innermost of the open ones. */
export interface Leaf {
  readonly type: 'paragraph' | 'heading' | 'code' | 'html' | 'math' | 'table';
  readonly startLine: number;
  readonly endLine: number;
  /** A leaf that goes on from here and leaves this one as it is. */
  fork(): Leaf;
  /** Tells whether a line belongs to it, whatever it looks like; it is taken in then. Only for leaves of raw text. */
  takesRaw(line: Line): boolean;
  /** Takes in the rest of a line. */
  take(line: Line): void;
  /** Takes in more of the line that came last. */
  more(text: string): void;
  /** The line is over. Returns whether the leaf is, too. */
  endOfLine(): boolean;
  /** Definitions that turned out to stand before its text. */
  drain(): readonly MarkdownLinkDefinition[];
  /** Its blocks if the text ended here. */
  show(): readonly MarkdownBlock[];
  finish(): Finished;
}

export const NO_MENTIONS = (): readonly Mention[] => [];

/** The mentions in the text of a block that has nothing but this text. */
export function mentionIn(inlines: Inlines, place: Place): readonly Mention[] {
  if (inlines.tape.missed.size === 0) return [];
  const replace: Mention['replace'] = (children) => {
    const { node } = place;
    // Only paragraphs and headings have their mentions told by this.
    return node === null ? () => {} : place.put({ ...node, children } as MarkdownBlock);
  };
  const text = inlines.tape.slice(0, inlines.end);
  const cost: Mention['cost'] = (textLength) => text.length + place.topLength(textLength);
  return [{ text, missed: inlines.tape.missed, cost, replace }];
}
