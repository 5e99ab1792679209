/** A fence as it was found: its info string and the text in it. */
export interface Fence {
  readonly info: string;
  readonly content: string;
}

/** Prints a text in a fence that no line of it can end. Linear. */
export function printFence(info: string, content: string): string {
  let longest = 2;
  for (const [run] of content.matchAll(/`{3,}/g)) longest = Math.max(longest, run.length);
  const ticks = '`'.repeat(longest + 1);
  return `${ticks}${info}\n${content}\n${ticks}`;
}

/** Prints a value as JSON in a fence. Its lines begin with no backtick, so the shortest fence holds it. */
export function printJsonFence(info: string, value: unknown): string {
  const json = isDeep(value) ? JSON.stringify(value) : JSON.stringify(value, null, 2);
  return `\`\`\`${info}\n${json}\n\`\`\``;
}

/** Deeper than this, indents would be longer than what they indent. */
const DEEPEST = 100;

/** Tells whether a value is too deep to be indented. Linear. */
export function isDeep(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return depth > DEEPEST || Object.values(value).some((each) => isDeep(each, depth + 1));
}

/** Reads the parts of a body one after another: the comment says what they are, so no text is taken for a fence of ours. */
export class BodyReader {
  private readonly body: string;
  private at = 0;
  private last: 'none' | 'text' | 'fence' = 'none';

  constructor(body: string) {
    this.body = body;
  }

  get isOver(): boolean {
    return this.at === this.body.length;
  }

  /** The next text, which is this long. */
  text(length: number): string | undefined {
    const isApart = this.last === 'fence';
    if (isApart && !this.gap()) return undefined;
    this.last = 'text';
    if (length > this.body.length - this.at) return undefined;
    this.at += length;
    return this.body.slice(this.at - length, this.at);
  }

  /** The next fence. It ends at the first line that begins with its backticks. */
  fence(): Fence | undefined {
    if (this.last !== 'none' && !this.gap()) return undefined;
    this.last = 'fence';
    let open = this.at;
    while (this.body.charCodeAt(open) === BACKTICK) open++;
    const ticks = this.body.slice(this.at, open);
    const line = this.body.indexOf('\n', open);
    const end = line < 0 ? -1 : this.body.indexOf(`\n${ticks}`, line + 1);
    if (ticks.length < 3 || end < 0) return undefined;
    this.at = end + 1 + ticks.length;
    return { info: this.body.slice(open, line), content: this.body.slice(line + 1, end) };
  }

  private gap(): boolean {
    if (!this.body.startsWith('\n\n', this.at)) return false;
    this.at += 2;
    return true;
  }
}

const BACKTICK = 0x60;
