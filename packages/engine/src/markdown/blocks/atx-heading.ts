import { CODE, isSpaceOrTab } from '../characters.ts';
import type { InlineContext } from '../inlines/inline-context.ts';
import type { Inlines } from '../inlines/inlines.ts';
import type { MarkdownHeading, MarkdownInline } from '../tree.ts';
import { type Finished, type Leaf, mentionIn } from './leaf.ts';
import type { Line } from './line.ts';
import { createInlines } from './paragraph-text.ts';

/** A heading behind `#`. Marks at the end of its line are not shown; until the line ends they are kept back. */
export class AtxHeading implements Leaf {
  readonly type = 'heading';
  readonly startLine: number;
  readonly endLine: number;
  private readonly start: number;
  private end: number;
  private inlines: Inlines;
  /** The text that has not been read because it may be the end: space, marks, space. */
  private held = '';

  /** The line stands behind the marks. */
  private readonly level: number;

  constructor(line: Line, level: number, start: number, context: InlineContext) {
    this.level = level;

    this.startLine = this.endLine = line.number;
    this.start = start;
    this.end = line.end;
    this.inlines = createInlines(context);
    this.feed(line.text.slice(line.next));
  }

  fork(): AtxHeading {
    const fork: AtxHeading = Object.assign(Object.create(AtxHeading.prototype), this);
    fork.inlines = this.inlines.fork();
    return fork;
  }

  takesRaw(): boolean {
    return false;
  }

  take(): void {}

  more(text: string): void {
    this.end += text.length;
    this.feed(text);
  }

  endOfLine(): boolean {
    return true;
  }

  drain(): readonly never[] {
    return [];
  }

  show(): readonly [MarkdownHeading] {
    return [this.node(this.inlines.show())];
  }

  finish(): Finished {
    const { inlines } = this;
    return { blocks: [this.node(inlines.finish())], mentions: (place) => mentionIn(inlines, place) };
  }

  private node(children: readonly MarkdownInline[]): MarkdownHeading {
    const { level, start, end } = this;
    return { type: 'heading', level, kind: 'atx', children, start, end };
  }

  private feed(text: string): void {
    const all = this.held + text;
    const from = heldFrom(all, this.inlines.end === 0);
    if (from > 0) this.inlines.append(all.slice(0, from));
    this.held = all.slice(from);
  }
}

/** A longer tail is text. */
const TAIL_LIMIT = 1000;

/** The index at which the tail begins that may be dropped with the end of the line. */
function heldFrom(text: string, isFirst: boolean): number {
  let from = text.length;
  while (from > 0 && isSpaceOrTab(text.charCodeAt(from - 1))) from--;
  const marks = from;
  while (from > 0 && text.charCodeAt(from - 1) === CODE.hash) from--;
  if (from === marks) return text.length - marks > TAIL_LIMIT ? text.length : marks;
  const space = from;
  while (from > 0 && isSpaceOrTab(text.charCodeAt(from - 1))) from--;
  if (text.length - from > TAIL_LIMIT) return text.length;
  return from < space || (from === 0 && isFirst) ? from : marks;
}
