import { CODE } from '../characters.ts';
import type { MarkdownCodeBlock, MarkdownHtmlBlock, MarkdownMathBlock } from '../tree.ts';
import { unescapeText } from '../unescape-text.ts';
import { type Finished, type Leaf, NO_MENTIONS } from './leaf.ts';
import type { Line } from './line.ts';

/** The common part of leaves of raw text: lines are appended and never read again. */
abstract class RawLeaf implements Leaf {
  abstract readonly type: Leaf['type'];
  endLine: number;
  protected text = '';
  protected end: number;
  protected closed = false;
  protected lines = 0;

  readonly startLine: number;
  readonly start: number;

  constructor(startLine: number, start: number) {
    this.startLine = startLine;
    this.start = start;

    this.endLine = startLine;
    this.end = start;
  }

  fork(): Leaf {
    return Object.assign(Object.create(Object.getPrototypeOf(this)), this);
  }

  abstract takesRaw(line: Line): boolean;
  abstract node(): MarkdownCodeBlock | MarkdownHtmlBlock | MarkdownMathBlock;

  take(line: Line): void {
    this.reach(line);
    this.text += this.lines > 0 ? `\n${line.rest()}` : line.rest();
    this.lines++;
  }

  more(text: string): void {
    this.text += text;
    this.end += text.length;
  }

  endOfLine(): boolean {
    return this.closed;
  }

  drain(): readonly never[] {
    return [];
  }

  show(): readonly [MarkdownCodeBlock | MarkdownHtmlBlock | MarkdownMathBlock] {
    return [this.node()];
  }

  finish(): Finished {
    return { blocks: this.show(), mentions: NO_MENTIONS };
  }

  protected reach(line: Line): void {
    this.endLine = line.number;
    this.end = line.end;
  }
}

export interface Fence {
  readonly marker: string;
  readonly indent: number;
  readonly info: string;
}

export class FencedCode extends RawLeaf {
  readonly type = 'code';
  private readonly info: string;

  private readonly fence: Fence;

  constructor(line: Line, fence: Fence) {
    super(line.number, line.position);
    this.fence = fence;

    this.info = unescapeText(fence.info);
    this.reach(line);
  }

  takesRaw(line: Line): boolean {
    if (this.isClosedBy(line)) {
      this.reach(line);
      this.closed = true;
    } else {
      line.skipColumns(Math.min(this.fence.indent, line.indent));
      this.take(line);
    }
    return true;
  }

  node(): MarkdownCodeBlock {
    const { start, end, info, closed, lines: lineCount } = this;
    const text = lineCount > 0 ? `${this.text}\n` : '';
    const fence = this.fence.marker;
    return { type: 'codeBlock', fenced: true, info, text, lineCount, closed, fence, start, end };
  }

  private isClosedBy(line: Line): boolean {
    const code = this.fence.marker.charCodeAt(0);
    if (line.isIndentedCode || line.isTooLong || line.nextCode !== code) return false;
    let index = line.next;
    while (line.code(index) === code) index++;
    if (index - line.next < this.fence.marker.length) return false;
    while (line.code(index) === CODE.space || line.code(index) === CODE.tab) index++;
    return line.code(index) < 0;
  }
}

export class IndentedCode extends RawLeaf {
  readonly type = 'code';
  /** Empty lines, which belong to the code only when more of it follows. */
  private blanks = '';

  constructor(line: Line) {
    super(line.number, line.position);
    this.takesRaw(line);
  }

  takesRaw(line: Line): boolean {
    if (line.isBlank) {
      line.skipColumns(4);
      this.blanks += `\n${line.rest()}`;
      return true;
    }
    if (!line.isIndentedCode) return false;
    line.skipColumns(4);
    this.text += this.blanks;
    this.lines += this.blanks.split('\n').length - 1;
    this.blanks = '';
    this.take(line);
    return true;
  }

  node(): MarkdownCodeBlock {
    const { start, end, lines: lineCount } = this;
    const text = lineCount > 0 ? `${this.text}\n` : '';
    return {
      type: 'codeBlock',
      fenced: false,
      info: '',
      text,
      lineCount,
      closed: true,
      fence: '',
      start,
      end,
    };
  }
}

/** How much of a line is kept to find the end of HTML that comes in two pieces. */
const END_LENGTH = 11;

export class Html extends RawLeaf {
  readonly type = 'html';
  private lineTail = '';
  /** Empty lines, which belong to it only when more of it follows. */
  private blanks = '';
  private readonly indent: string;

  /** The text that ends it; null when it ends at an empty line. */
  private readonly close: RegExp | null;

  constructor(line: Line, close: RegExp | null) {
    super(line.number, line.position);
    this.close = close;
    this.indent = ' '.repeat(line.indent);
    line.skip(0);

    this.take(line);
  }

  takesRaw(line: Line): boolean {
    if (this.close === null && line.isBlank) {
      this.closed = true;
      return false;
    }
    if (line.isBlank) {
      this.blanks += `\n${line.rest()}`;
      this.endLine = line.number;
    } else this.take(line);
    return true;
  }

  override take(line: Line): void {
    this.text += this.blanks;
    this.blanks = '';
    super.take(line);
    this.look(line.rest());
  }

  override more(text: string): void {
    super.more(text);
    this.look(text);
  }

  override endOfLine(): boolean {
    this.lineTail = '';
    return super.endOfLine();
  }

  node(): MarkdownHtmlBlock {
    const { start, end, indent, text, closed } = this;
    return { type: 'htmlBlock', indent, text, closed, start, end };
  }

  private look(text: string): void {
    if (this.close === null) return;
    const line = this.lineTail + text;
    if (this.close.test(line)) this.closed = true;
    this.lineTail = line.slice(-END_LENGTH);
  }
}

export class MathLines extends RawLeaf {
  readonly type = 'math';
  /** Empty lines, which belong to the math only when more of it follows. */
  private blanks = '';

  private readonly marker: MarkdownMathBlock['marker'];

  constructor(line: Line, marker: MarkdownMathBlock['marker'], first: string) {
    super(line.number, line.position);
    this.marker = marker;

    this.reach(line);
    this.add(first.trimStart());
  }

  takesRaw(line: Line): boolean {
    this.reach(line);
    // Only its end shows whether it closes the block.
    line.reachedEnd = true;
    this.add(line.rest());
    return true;
  }

  node(): MarkdownMathBlock {
    const { start, end, closed, marker } = this;
    return { type: 'mathBlock', latex: this.text, closed, marker, start, end };
  }

  private add(text: string): void {
    const close = this.marker === '$$' ? '$$' : '\\]';
    const line = text.trimEnd();
    this.closed = line.endsWith(close);
    const content = (this.closed ? line.slice(0, -close.length) : line).trimEnd();
    if (this.text === '') this.text = content;
    else if (content === '') this.blanks += '\n';
    else {
      this.text += `${this.blanks}\n${content}`;
      this.blanks = '';
    }
  }
}
