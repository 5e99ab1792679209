const NO_LABELS: ReadonlySet<string> = new Set();

/**
 * The text of a leaf in the pieces in which it came, so that looking back costs only what is looked at. Writing at a
 * place forgets what stood behind it.
 */
export class Tape {
  private labels: Set<string> | null = null;
  private readonly pieces: string[] = [];
  private readonly starts: number[] = [];

  /** The labels in it that were looked for and are not defined. */
  get missed(): ReadonlySet<string> {
    return this.labels ?? NO_LABELS;
  }

  miss(label: string): void {
    this.labels ??= new Set();
    this.labels.add(label);
  }

  write(at: number, text: string): void {
    while ((this.starts.at(-1) ?? -1) >= at) {
      this.starts.pop();
      this.pieces.pop();
    }
    if (text === '') return;
    this.pieces.push(text);
    this.starts.push(at);
  }

  slice(from: number, to: number): string {
    let text = '';
    for (let i = this.pieceAt(from); i < this.pieces.length; i++) {
      const start = this.starts[i] ?? 0;
      if (start >= to) break;
      text += (this.pieces[i] ?? '').slice(Math.max(from - start, 0), to - start);
    }
    return text;
  }

  /** The index of the piece that holds a place. */
  private pieceAt(at: number): number {
    let low = 0;
    let high = this.starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.starts[middle] ?? 0) <= at) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
