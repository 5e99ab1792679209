import type { SheetContent } from '../content/content.ts';
import { isSpace, readHtmlText, type TextSink } from './html-text.ts';

const CODE_LINES = 12;
const SHEET_ROWS = 6;
const SHEET_COLUMNS = 4;
const DOC_WORDS = 200;
/** One line or word may be as long as a book; a preview is not. */
const LONGEST_TEXT = 12_000;

/** The first lines of a code block, and how much more there is. */
export interface CodePreview {
  /** The first lines, without the last line break. */
  readonly text: string;
  readonly lines: number;
  /** Lines of which nothing is shown. */
  readonly moreLines: number;
  /** Characters that are not shown: more than 0 without more lines when the last line was cut. */
  readonly moreChars: number;
}

/** The first cells of a sheet, and how many rows and columns more there are. */
export interface SheetPreview {
  /** The cells A1 to D6; rows that are shorter than others are filled up. */
  readonly grid: readonly (readonly string[])[];
  readonly moreRows: number;
  readonly moreColumns: number;
}

/** The first words of a document, and how many more there are. */
export interface DocPreview {
  /** The first words, with single spaces, and a line break between blocks. */
  readonly text: string;
  readonly words: number;
  readonly moreWords: number;
}

/**
 * The first 12 lines of a code. A line ends with LF, CR or both; a break at the end begins no further line. Pure. Reads
 * the text once.
 */
export function codePreview(text: string): CodePreview {
  let count = 0;
  let shown = 0;
  let end = 0;
  for (let at = 0; at < text.length; count++) {
    const lineEnd = endOfLine(text, at);
    if (count < CODE_LINES && end < LONGEST_TEXT) {
      shown++;
      end = Math.min(lineEnd, LONGEST_TEXT);
    }
    const isBoth = text.charCodeAt(lineEnd) === 0x0d && text.charCodeAt(lineEnd + 1) === 0x0a;
    at = lineEnd + (isBoth ? 2 : 1);
  }
  const head = cut(text, end);
  return { text: head, lines: shown, moreLines: count - shown, moreChars: text.length - head.length };
}

/** The cells A1 to D6. Pure. Looks at the length of each row and at no other cell. */
export function sheetPreview(grid: SheetContent['grid']): SheetPreview {
  const width = grid.reduce((most, row) => Math.max(most, row.length), 0);
  const columns = Math.min(width, SHEET_COLUMNS);
  const rows = grid
    .slice(0, SHEET_ROWS)
    .map((row) => Array.from({ length: columns }, (_, i) => cut(row[i] ?? '', LONGEST_TEXT)));
  return { grid: rows, moreRows: grid.length - rows.length, moreColumns: width - columns };
}

/** The first 200 words of the text of HTML. Pure. Linear. Never throws. */
export function docPreview(html: string): DocPreview {
  const words = new FirstWords();
  readHtmlText(html, words);
  words.gap();
  return { text: words.shown, words: words.shownWords, moreWords: words.count - words.shownWords };
}

class FirstWords implements TextSink {
  shown = '';
  shownWords = 0;
  count = 0;
  private word = '';
  private isInWord = false;
  private before = '';

  text(piece: string): void {
    for (let at = 0; at < piece.length; ) {
      const end = endOfRun(piece, at);
      if (end === at) this.gap();
      else this.take(piece.slice(at, end));
      at = Math.max(end, at + 1);
    }
  }

  gap(): void {
    if (!this.isInWord) return;
    this.isInWord = false;
    this.count++;
    if (this.word === '') return;
    this.shown = cut(`${this.shown}${this.before}${this.word}`, LONGEST_TEXT);
    this.shownWords++;
    this.word = '';
    this.before = ' ';
  }

  line(): void {
    this.gap();
    if (this.shownWords > 0) this.before = '\n';
  }

  private take(run: string): void {
    this.isInWord = true;
    const isFull = this.shownWords >= DOC_WORDS || this.shown.length >= LONGEST_TEXT;
    if (!isFull && this.word.length < LONGEST_TEXT) this.word += run;
  }
}

function endOfLine(text: string, from: number): number {
  let at = from;
  while (at < text.length && text.charCodeAt(at) !== 0x0a && text.charCodeAt(at) !== 0x0d) at++;
  return at;
}

/** The index at which a run of characters without white space ends. */
function endOfRun(text: string, from: number): number {
  let at = from;
  while (at < text.length && !isSpace(text.charCodeAt(at))) at++;
  return at;
}

/** At most so many characters from the beginning; half a surrogate pair is dropped. */
function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length);
}
