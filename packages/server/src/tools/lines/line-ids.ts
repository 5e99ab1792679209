/** Numbers for lines, the same for those that read the same in one form. So lines are compared once, and then numbers are. */
export class LineIds {
  private readonly form: (line: string) => string;
  private readonly known = new Map<string, number>();

  constructor(form: (line: string) => string) {
    this.form = form;
  }

  /** The number of a line, a new one if need be. */
  of(line: string): number {
    const read = this.form(line);
    const found = this.known.get(read);
    if (found !== undefined) return found;
    this.known.set(read, this.known.size);
    return this.known.size - 1;
  }

  /** The number of a line; -1, which no line has, when it was never given one. */
  find(line: string): number {
    return this.known.get(this.form(line)) ?? -1;
  }
}
