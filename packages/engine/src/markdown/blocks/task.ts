import { CODE, isSpaceOrTab } from '../characters.ts';
import type { InlineContext } from '../inlines/inline-context.ts';
import type { Inlines } from '../inlines/inlines.ts';
import type { Line } from './line.ts';
import { createInlines, type LastLine, ParagraphText } from './paragraph-text.ts';

/** The box before the text of an item. In a heading and in the header of a table it is text. */
export class TaskBox {
  readonly checked: boolean;
  /** Its line, when it is alone on it. */
  readonly line: ParagraphText | null;
  private readonly source: string;
  private readonly start: number;
  /** The text with the box as text, as far as it was read. Shared with the forks of the paragraph, which only grows. */
  private whole: Inlines | null = null;
  private read = 0;

  constructor(source: string, start: number, line: ParagraphText | null) {
    this.checked = /x/i.test(source);
    this.source = source;
    this.start = start;
    this.line = line;
  }

  /** The text of the box's paragraph with the box as text. Costs only what is new since the last time. */
  withText(text: ParagraphText, context: InlineContext): ParagraphText {
    const { end } = text.inlines;
    if (this.whole === null) {
      this.whole = createInlines(context);
      this.whole.append(this.source + (this.line === null ? ' ' : '\n'));
    }
    this.whole.append(text.slice(this.read, end));
    this.read = end;
    const whole = new ParagraphText(this.whole.fork(), text.startLine, this.start);
    whole.end = text.end;
    return whole;
  }

  /** The header of a table that stands behind the box. */
  withHeader(header: LastLine): LastLine {
    return { ...header, text: `${this.source} ${header.text}`, start: this.start };
  }
}

/** Passes over `[ ] ` or `[x] ` before the text of an item. */
export function readTask(line: Line): TaskBox | null {
  const { next } = line;
  if (line.nextCode !== CODE.openBracket || !isSpaceOrTab(line.code(next + 3))) return null;
  const source = line.text.slice(next, next + 3);
  if (!isBox(source)) return null;
  let text = next + 4;
  while (isSpaceOrTab(line.code(text))) text++;
  if (line.code(text) < 0) return null;
  const start = line.position;
  line.skip(3);
  return new TaskBox(source, start, null);
}

/** The box that is all of a line, when text follows on the next. */
export function boxOf(text: ParagraphText): TaskBox | null {
  const { end } = text.inlines;
  if (end > LONGEST_LINE || text.slice(0, 1) !== '[') return null;
  const line = text.slice(0, end);
  return isBox(line.trimEnd()) ? new TaskBox(line, text.start, text) : null;
}

/** A box with more space behind it is text. */
const LONGEST_LINE = 100;

function isBox(text: string): boolean {
  if (text.length !== 3 || text.charCodeAt(0) !== CODE.openBracket) return false;
  return /[xX \t]/.test(text.charAt(1)) && text.charCodeAt(2) === CODE.closeBracket;
}
