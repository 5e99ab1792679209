import { detachText } from '../detach-text.ts';
import type { TokenKind } from './token-kinds.ts';

/** A word of a line of code. */
export interface CodeToken {
  readonly text: string;
  /** `added` and `removed` are whole lines of a diff. */
  readonly kind?: TokenKind | 'added' | 'removed';
}

export type CodeLine = readonly CodeToken[];

/** The lines of a code whose words have no kinds yet. Pure. */
export function plainLines(code: string): readonly CodeLine[] {
  return code.split('\n').map(plainLine);
}

export function plainLine(text: string): CodeLine {
  return text === '' ? [] : [{ text }];
}

/** The length of the end that tells one text from another. */
const TAIL = 64;

/** The lines of a code that still arrives, without a grammar. Whole lines keep their objects. */
export class PlainCode {
  private readonly lines: CodeLine[] = [[]];
  private length = 0;
  private tail = '';

  /** Tells whether a text begins with all lines that were read, as far as their end and their length tell. */
  goesOn(code: string): boolean {
    return code.startsWith(this.tail, this.length - this.tail.length);
  }

  /** Reads on to the end of the given code, and gives its lines. The list is live; the same code again changes nothing. */
  read(code: string): readonly CodeLine[] {
    const rest = detachText(code.slice(this.length));
    const end = rest.lastIndexOf('\n') + 1;
    const whole = rest.slice(0, end);
    this.lines.pop();
    if (end > 0) for (const line of whole.slice(0, -1).split('\n')) this.lines.push(plainLine(line));
    this.length += end;
    this.tail = (this.tail + whole).slice(-TAIL);
    this.lines.push(plainLine(rest.slice(end)));
    return this.lines;
  }
}
