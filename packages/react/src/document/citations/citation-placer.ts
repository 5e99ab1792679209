import { createMessageParser } from '@millrace/engine';
import type { MessageDoc, MessageParser } from '@millrace/engine/document';
import { lengthOf, textBefore } from './inline-length.ts';

/** A place in a document: a block, and the length of its text before the place. */
export interface CitedPlace {
  /** The index of the block at the top, then that of the item or block in it, and so on. */
  readonly path: readonly number[];
  /** Of a block without text, the end. */
  readonly at: number;
  /** The last words before the place. They find it again when the text before them is read differently later. */
  readonly before: string;
}

const WORDS = 24;

/**
 * Finds the places in a document that belong to offsets in its text: the text as far as the offset is read, and where that
 * document ends is the place. So the text that is shown needs no marks, and nothing in it can look like one. Offsets that
 * grow are found by reading on.
 */
export class CitationPlacer {
  private parser: MessageParser | undefined;
  private doc: MessageDoc | undefined;
  private read = '';
  private readonly places = new Map<number, CitedPlace | undefined>();

  /** The place behind the last sign before an offset; undefined where nothing comes before it. */
  place(text: string, offset: number): CitedPlace | undefined {
    const end = text.slice(0, offset).trimEnd().length;
    if (!isBeginning(this.read, text)) this.restart();
    if (!this.places.has(end)) this.places.set(end, this.find(text, end));
    return this.places.get(end);
  }

  private find(text: string, end: number): CitedPlace | undefined {
    if (this.parser === undefined || end < this.read.length) {
      this.parser = createMessageParser({ mode: 'read', messageId: 'citations' });
      this.read = '';
    }
    this.doc = this.parser.append(text.slice(this.read.length, end)).doc;
    this.read = text.slice(0, end);
    return endOf(this.doc);
  }

  private restart(): void {
    this.parser = undefined;
    this.read = '';
    this.places.clear();
  }
}

/** A look at the end is enough: any removed or added text moves it. */
function isBeginning(read: string, text: string): boolean {
  const tail = read.slice(-64);
  return text.length >= read.length && text.startsWith(tail, read.length - tail.length);
}

/** The end of a document. Pure. */
function endOf({ content }: MessageDoc): CitedPlace | undefined {
  const path: number[] = [];
  let nodes: readonly (MessageDoc['content'][number] | ItemLike)[] = content;
  for (;;) {
    const last = nodes.at(-1);
    if (last === undefined) return path.length === 0 ? undefined : { path, at: 0, before: '' };
    path.push(nodes.length - 1);
    if (last.type === 'paragraph' || last.type === 'heading') {
      const inlines = last.content ?? [];
      const at = lengthOf(inlines);
      return { path, at, before: textBefore(inlines, at).slice(-WORDS) };
    }
    if (!('content' in last)) return { path, at: 0, before: '' };
    nodes = last.content;
  }
}

type ItemLike = Extract<
  MessageDoc['content'][number],
  { readonly type: 'bulletList' | 'orderedList' | 'taskList' }
>['content'][number];
