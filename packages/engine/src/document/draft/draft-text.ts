/** A text that is read in pieces and never changes. CodeMirror's `Text` is one. */
export interface DraftText {
  readonly length: number;
  sliceString(from: number, to?: number): string;
}

/** A string as a text that is read in pieces. */
export function draftText(source: string): DraftText {
  return { length: source.length, sliceString: (from, to) => source.slice(from, to) };
}

/** The first piece is about a paragraph long; each further one is twice as long as the one before, up to a limit. */
const FIRST_PIECE = 256;
const LONGEST_PIECE = 65_536;

/** Reads a text line by line from a place on, and not much more of it than was asked for. */
export class LineReader {
  private readonly text: DraftText;
  /** The part that was read and not given out: it begins at `at` in the piece, and the rest of the text at `readTo`. */
  private piece = '';
  private at = 0;
  private readTo: number;
  private size = FIRST_PIECE;

  constructor(text: DraftText, from: number) {
    this.text = text;
    this.readTo = from;
  }

  /** The index in the text at which the next line begins. */
  get position(): number {
    return this.readTo - (this.piece.length - this.at);
  }

  /** The next line with its break, which only the last one may lack; undefined behind the last. */
  next(): string | undefined {
    const found = this.piece.indexOf('\n', this.at);
    const end = found < 0 ? this.readLine() : found;
    const line = this.piece.slice(this.at, end < 0 ? undefined : end + 1);
    this.at += line.length;
    return line === '' ? undefined : line;
  }

  /** Gives back the line that was read last: it is the next one again. */
  back(line: string): void {
    this.at -= line.length;
  }

  /** Reads to the end of the line that the piece ends in: the index of its break, -1 without one. Each part is looked at and copied once: a line may have megabytes. */
  private readLine(): number {
    const parts = [this.piece.slice(this.at)];
    let length = this.piece.length - this.at;
    let end = -1;
    while (end < 0 && this.readTo < this.text.length) {
      const to = Math.min(this.readTo + this.size, this.text.length);
      const part = this.text.sliceString(this.readTo, to);
      const found = part.indexOf('\n');
      if (found >= 0) end = length + found;
      parts.push(part);
      length += part.length;
      this.readTo = to;
      this.size = Math.min(this.size * 2, LONGEST_PIECE);
    }
    this.piece = parts.join('');
    this.at = 0;
    return end;
  }
}
