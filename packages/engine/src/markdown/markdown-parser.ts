import { Allowance } from './allowance.ts';
import { type BlockContext, Blocks } from './blocks/blocks.ts';
import { References } from './blocks/references.ts';
import { blockStarts } from './blocks/starts.ts';
import { CODE } from './characters.ts';
import { inlineRules } from './inlines/rules.ts';
import type { MarkdownTree } from './tree.ts';

/** The options of `parseMarkdown`. */
export interface MarkdownOptions {
  /** Tables, strikethrough, tasks, addresses without brackets, footnotes. True unless given. */
  readonly gfm?: boolean;
  /** `$…$`, `$$…$$`, `\(…\)`, `\[…\]`. True unless given. */
  readonly math?: boolean;
}

/** The options of `createMarkdownParser`. */
export interface MarkdownParserOptions extends MarkdownOptions {
  /** True when a tree shows early what is still growing. True unless given. It changes nothing after the end. */
  readonly ahead?: boolean;
  /** False when only blocks are wanted: the text in them is not read, which is most of the work. True unless given. */
  readonly inlines?: boolean;
}

/**
 * Markdown while it arrives, cut anywhere. Never throws. Linear: a line is taken in once, and of the block that grows only
 * its tail is read again.
 */
export interface MarkdownParser {
  append(chunk: string): void;
  /** True at the beginning of a line when no block is open: what follows is read as if the text began here, but for labels. */
  readonly isBetweenBlocks: boolean;
  /**
   * The tree so far. It and the blocks that are open are new objects each time, with arrays that are live;
   * what is finished is frozen and stays the same, but for a text that mentions a label which is defined later.
   */
  readonly tree: MarkdownTree;
  /**
   * The indexes of finished blocks at the top that were exchanged since the last call: a label in them was defined. -1 when
   * something was exchanged in the one that is open.
   */
  takeExchanged(): readonly number[];
  /** The text is over: gives the final tree. */
  end(): MarkdownTree;
}

/** A line that is not decided by then is looked at less often. */
const LONG_LINE = 400;

/** Begins to read Markdown that arrives in pieces. */
export function createMarkdownParser(options: MarkdownParserOptions = {}): MarkdownParser {
  return new Parser(options);
}

class Parser implements MarkdownParser {
  private readonly blocks: Blocks;
  private readonly allowance = new Allowance();
  private readonly references = new References(this.allowance);
  /** The beginning of a line that more text may give another meaning. */
  private partial = '';
  /** True when the line at hand has been taken in, and more of it is only text. */
  private isDecided = false;
  /** The index in the text at which the line at hand begins. */
  private lineStart = 0;
  private length = 0;
  private endedWithReturn = false;
  /** The blocks with the line at hand, as long as it is not decided what it is. */
  private fork: Blocks | null = null;
  private shown: MarkdownTree | null = null;
  private isOver = false;
  /** How long the line at hand was when it was looked at. */
  private looked = 0;
  private exchanged = new Set<number>();

  constructor({ gfm = true, math = true, ahead = true, inlines = true }: MarkdownParserOptions) {
    const context = createContext({ gfm, math, ahead, inlines }, this.references, this.allowance);
    this.blocks = Blocks.empty(context, (index) => this.exchanged.add(index));
  }

  append(chunk: string): void {
    if (chunk === '') return;
    if (this.isOver) throw new Error('The text has ended. Create another parser for another text.');
    this.shown = null;
    this.fork = null;
    this.references.undoPreviews();
    this.references.grow(chunk.length);
    this.allowance.grow(chunk.length);
    const text = chunk.includes('\0') ? chunk.replaceAll('\0', '\uFFFD') : chunk;
    let from = this.endedWithReturn && text.startsWith('\n') ? 1 : 0;
    this.endedWithReturn = text.endsWith('\r');
    if (from === 1) this.lineStart = this.length + 1;
    for (;;) {
      const end = lineEnd(text, from);
      if (end < 0) break;
      this.takeMore(text.slice(from, end));
      this.endLine();
      from = end + (text.startsWith('\r\n', end) ? 2 : 1);
      this.lineStart = this.length + from;
    }
    this.takeMore(from === 0 ? text : text.slice(from));
    this.length += text.length;
    this.decide();
  }

  get isBetweenBlocks(): boolean {
    return !this.isDecided && this.partial === '' && !this.endedWithReturn && this.blocks.areClosed;
  }

  get tree(): MarkdownTree {
    this.shown ??= this.show();
    return this.shown;
  }

  takeExchanged(): readonly number[] {
    const { exchanged } = this;
    if (exchanged.size === 0) return [];
    this.exchanged = new Set();
    return [...exchanged];
  }

  end(): MarkdownTree {
    if (!this.isOver) {
      this.references.undoPreviews();
      if (this.isDecided || this.partial !== '') this.endLine();
      this.isOver = true;
      this.shown = this.blocks.finish();
    }
    return this.tree;
  }

  private takeMore(text: string): void {
    if (this.isDecided) this.blocks.more(text);
    else this.partial += text;
  }

  private endLine(): void {
    if (!this.isDecided) this.blocks.take(this.partial, this.lineStart);
    this.blocks.endOfLine();
    this.partial = '';
    this.isDecided = false;
    this.looked = 0;
  }

  /** Takes the line at hand in, if what there is of it decides what it is. */
  private decide(): void {
    if (this.isDecided || this.partial === '' || !this.mayLook()) return;
    if (!this.blocks.isText(this.partial)) {
      const fork = this.blocks.fork();
      const isDecided = fork.take(this.partial, this.lineStart);
      // Early on, a line that may still become anything is not shown.
      this.fork = isDecided || this.blocks.context.ahead ? null : fork;
      if (this.fork === null) this.references.undoPreviews();
      if (!isDecided) return;
    }
    this.blocks.take(this.partial, this.lineStart);
    this.isDecided = true;
    this.partial = '';
  }

  /** A long line is looked at again only when it is longer by a quarter, or as long as it is allowed to show each prefix. */
  private mayLook(): boolean {
    const { length } = this.partial;
    if (length < LONG_LINE) return true;
    const isLonger = length >= this.looked * 1.25;
    const isAllowed = !this.blocks.context.ahead && this.allowance.isLeft;
    if (isAllowed) this.allowance.spend(length);
    if (isLonger) this.looked = length;
    return isLonger || isAllowed;
  }

  private show(): MarkdownTree {
    this.fork?.endOfLine();
    return (this.fork ?? this.blocks).show();
  }
}

const NO_RULES: BlockContext['rules'] = new Array(128).fill(undefined);

/** The end of the line that holds an index; -1 when it has no end yet. */
function lineEnd(text: string, from: number): number {
  for (let i = from; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === CODE.lineFeed || code === CODE.carriageReturn) return i;
  }
  return -1;
}

function createContext(
  { gfm, math, ahead, inlines }: Required<MarkdownParserOptions>,
  references: References,
  allowance: Allowance,
): BlockContext {
  return {
    gfm,
    math,
    ahead,
    rules: inlines ? inlineRules({ gfm, math }) : NO_RULES,
    autolinks: gfm && inlines,
    starts: blockStarts({ gfm, math }),
    references,
    allowance,
    link: (label) => references.link(label),
    footnote: (label) => references.footnote(label),
  };
}
