import { createMarkdownParser } from '../../markdown/markdown-parser.ts';
import type { MarkdownBlock, MarkdownTree } from '../../markdown/tree.ts';
import { titleAbove } from '../table-title.ts';
import type { DraftText, LineReader } from './draft-text.ts';

/**
 * A part of a draft that is read by itself. It begins where no block is open, so what stands before it doesn't matter, and
 * ends at the first such place behind a block, so what stands behind it doesn't either: it is a function of its text.
 * A fence ends the text above it in any case, so it begins a part of its own: however long it is, that text is read without it.
 * Labels of links reach further, but change no block, only the text in it, which a draft shows as it was typed.
 */
export interface Section {
  readonly source: string;
  readonly blocks: readonly MarkdownBlock[];
  /** False when the draft ended before the section did: text that is added there belongs to it. */
  readonly ended: boolean;
  /** The length of the first line behind the section, without its break, when the section ends only because that opens a fence; else 0. */
  readonly ahead: number;
}

const FENCE = /^ {0,3}(?:`{3,}|~{3,})/;

/** Reads one section, in as many steps as it takes. What it has taken in does not change any more. */
export class SectionReader {
  /** The text that it reads. The part that it took in may stand in another one too: who knows that exchanges it. */
  text: DraftText;
  private readonly parser = createMarkdownParser({ ahead: false, inlines: false });
  private source = '';

  constructor(text: DraftText) {
    this.text = text;
  }

  /** How many characters were taken in. */
  get length(): number {
    return this.source.length;
  }

  /**
   * Takes in lines to the end of the section, or to a place: then it gives `unfinished` and goes on with the next call. Undefined at the end
   * of the text. A title waits for the block below it. `mayEnd` says of a place between blocks whether a section ends there even if it has
   * no block yet.
   */
  read(
    lines: LineReader,
    mayEnd: (position: number) => boolean,
    stop: number,
  ): Section | 'unfinished' | undefined {
    const { parser } = this;
    let ended = false;
    while (!ended) {
      const line = lines.next();
      if (line === undefined) break;
      const start = this.source.length;
      parser.append(line);
      if (start > 0 && FENCE.test(line) && opensFence(parser.tree, start)) {
        lines.back(line);
        const ahead = line.endsWith('\n') ? line.length - 1 : line.length;
        return { source: this.source, blocks: parser.end().children.slice(0, -1), ended: true, ahead };
      }
      this.source += line;
      // A line without a break is the last, and more of it may come.
      if (!line.endsWith('\n')) continue;
      if (parser.isBetweenBlocks) {
        const last = parser.tree.children.at(-1);
        ended = titleAbove(last) === undefined && (last !== undefined || mayEnd(lines.position));
      }
      if (!ended && lines.position >= stop) return 'unfinished';
    }
    const { source } = this;
    return source === '' ? undefined : { source, blocks: parser.end().children, ended, ahead: 0 };
  }
}

/** Tells whether a line that begins at an index opens a fence, behind other blocks and in none of them. */
function opensFence({ children }: MarkdownTree, start: number): boolean {
  const last = children.at(-1);
  return children.length > 1 && last?.type === 'codeBlock' && last.fenced && last.start >= start;
}
