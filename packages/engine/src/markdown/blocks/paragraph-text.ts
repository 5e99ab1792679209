import { CellView } from '../inlines/cell.ts';
import type { InlineContext } from '../inlines/inline-context.ts';
import { Inlines } from '../inlines/inlines.ts';
import { Tape } from '../inlines/tape.ts';
import type { Line } from './line.ts';

/** A reader for the text of a leaf. */
export function createInlines(context: InlineContext): Inlines {
  return new Inlines(context, new Tape(), new CellView());
}

export interface LastLine {
  readonly text: string;
  readonly start: number;
  readonly isFirst: boolean;
  /** True when it stands as far in as code. */
  readonly isIndented: boolean;
}

/** Lines of a paragraph, and how it was before the last of them. */
export class ParagraphText {
  readonly startLine: number;
  readonly start: number;
  endLine: number;
  end: number;
  inlines: Inlines;
  private lineFrom = 0;
  private lineStart: number;
  private isIndented = false;
  /** Null on the first line. */
  private before: { readonly inlines: Inlines; readonly end: number } | null = null;

  constructor(inlines: Inlines, startLine: number, start: number) {
    this.inlines = inlines;
    this.startLine = this.endLine = startLine;
    this.start = this.lineStart = this.end = start;
  }

  /** Begins where a line does. The text of the line is still to be appended. */
  static at(line: Line, context: InlineContext): ParagraphText {
    return new ParagraphText(createInlines(context), line.number, line.position);
  }

  fork(): ParagraphText {
    const fork = new ParagraphText(this.inlines.fork(), this.startLine, this.start);
    fork.endLine = this.endLine;
    fork.end = this.end;
    fork.lineFrom = this.lineFrom;
    fork.lineStart = this.lineStart;
    fork.isIndented = this.isIndented;
    fork.before = this.before;
    return fork;
  }

  /** Begins another line. */
  newLine(line: Line): void {
    this.before = { inlines: this.inlines.fork(), end: this.end };
    this.inlines.append('\n');
    this.endLine = line.number;
    this.lineStart = this.end = line.position;
    this.isIndented = line.isIndentedCode;
    this.lineFrom = this.inlines.end;
  }

  append(text: string): void {
    this.inlines.append(text);
    this.end += text.length;
  }

  /** Reads it again, because a label that it mentions was defined. */
  readAgain(context: InlineContext): void {
    if (this.inlines.tape.missed.size === 0) return;
    const text = this.slice(0, this.inlines.end);
    this.inlines = createInlines(context);
    this.inlines.append(text);
  }

  slice(from: number, to: number): string {
    return this.inlines.tape.slice(from, to);
  }

  /** Tells whether the last line looks like a row of a table. */
  get isRow(): boolean {
    return this.slice(this.lineFrom, this.lineFrom + 1) === '|';
  }

  get lastLine(): LastLine {
    const text = this.slice(this.lineFrom, this.inlines.end);
    return { text, start: this.lineStart, isFirst: this.before === null, isIndented: this.isIndented };
  }

  /** Without the last line, unless it is the first. */
  get withoutLastLine(): ParagraphText | null {
    if (this.before === null) return null;
    const fork = this.fork();
    fork.dropLastLine();
    return fork;
  }

  /** Takes the last line away again, unless it is the first. */
  dropLastLine(): void {
    if (this.before === null) return;
    this.inlines = this.before.inlines;
    this.end = this.before.end;
    this.endLine--;
  }
}
