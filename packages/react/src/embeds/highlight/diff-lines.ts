import { detachText } from '../detach-text.ts';
import type { CodeLine, CodeToken } from './plain-code.ts';

type DiffKind = CodeToken['kind'];

const HUNK = /^@@+ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/;
const HEAD =
  /^(?:(?:---|\+\+\+)(?: |$)|diff |index |Index: |={4,}|(?:new|deleted) file |old mode |new mode |rename |copy |similarity |Binary )/;
/** The length of the end that tells one text from another. */
const TAIL = 64;

/** Tells whether fences of a language hold changes. Pure. */
export function isDiff(language: string): boolean {
  return /^(diff|patch|udiff)$/i.test(language);
}

/**
 * The kinds of the lines of a diff, one after the other. Inside of a hunk, which says how long it is, a line that begins with
 * `--` or `++` is removed or added; outside it may name a file.
 */
export class DiffReader {
  private before = 0;
  private after = 0;

  kindOf(line: string): DiffKind {
    const hunk = HUNK.exec(line);
    if (hunk !== null) {
      [this.before, this.after] = [Number(hunk[1] ?? 1), Number(hunk[2] ?? 1)];
      return 'comment';
    }
    const isInside = this.before > 0 || this.after > 0;
    if (!isInside && HEAD.test(line)) return 'comment';
    const sign = line[0];
    if (sign === '\\') return 'comment';
    if (sign !== '+') this.before = Math.max(0, this.before - 1);
    if (sign !== '-') this.after = Math.max(0, this.after - 1);
    return sign === '+' ? 'added' : sign === '-' ? 'removed' : undefined;
  }
}

/** The lines of a diff, whole or while it arrives: each whole line is read once. Their text is exactly the diff. */
export class DiffLines {
  private readonly reader = new DiffReader();
  /** With the open line as the last. */
  private readonly lines: CodeLine[] = [[]];
  private length = 0;
  private tail = '';

  /** Tells whether a text begins with all lines that were read, as far as their end and their length tell. */
  goesOn(code: string): boolean {
    return code.startsWith(this.tail, this.length - this.tail.length);
  }

  /** Reads on to the end of the given diff, and gives its lines. The list is live; the same diff again changes nothing. */
  read(code: string): readonly CodeLine[] {
    const rest = detachText(code.slice(this.length));
    const end = rest.lastIndexOf('\n') + 1;
    this.lines.pop();
    if (end > 0) {
      const whole = rest.slice(0, end);
      for (const line of whole.slice(0, -1).split('\n'))
        this.lines.push(lineOf(line, this.reader.kindOf(line)));
      this.length += end;
      this.tail = (this.tail + whole).slice(-TAIL);
    }
    // A line that still arrives may turn out to name a file.
    this.lines.push(lineOf(rest.slice(end), undefined));
    return this.lines;
  }

  /** The lines of a diff of which no more comes. */
  readAll(code: string): readonly CodeLine[] {
    const lines = this.read(code);
    const last = code.slice(code.lastIndexOf('\n') + 1);
    return [...lines.slice(0, -1), lineOf(last, this.reader.kindOf(last))];
  }
}

function lineOf(text: string, kind: DiffKind): CodeLine {
  if (text === '') return [];
  return [kind === undefined ? { text } : { text, kind }];
}
