import type { BlockList } from './block-list.ts';
import { BACKTICK, DASH, GREATER, LESS, LF, OPEN_BRACE } from './chars.ts';
import { CodeLine, FenceLine } from './code-line.ts';
import { findCodeSpans } from './code-spans.ts';
import { type Grammar, type Tag, THINKING_CLOSE, type ToolGrammar } from './grammar.ts';
import { indexOrEnd } from './index-or-end.ts';
import { TagReader } from './tag-reader.ts';
import { nextTagNode } from './tag-trie.ts';
import type { Value } from './value.ts';
import { skipWhiteSpace } from './white-space.ts';

/** The parts of the message's reader that the reader of text needs. */
export interface TextReaderHost {
  /** A call begins. */
  openCall(tool: ToolGrammar, grammar: Grammar): void;
  /** The next character begins the JSON of what may be a call. `before` is what stands before it. */
  openJsonCall(grammar: Grammar, before: string): void;
  /** Reads a text again from an offset on, now that it is known what it is. */
  reread(text: string, from: number): void;
}

/**
 * `text`: tags count. `code` in a code span, `fence`, `comment`, `thinking`: they do not. `undecided`: behind a tag that
 * stands in code or not, as the rest of its line will show. `wrapper`: behind a tag that may stand around calls.
 */
type TextState = 'text' | 'code' | 'fence' | 'comment' | 'thinking' | 'undecided' | 'wrapper';

/** Reads what stands between calls, and finds where calls begin. */
export class TextReader extends TagReader {
  private readonly blocks: BlockList;
  private readonly host: TextReaderHost;
  private readonly showThinking: boolean;
  private grammar: Grammar;
  private place: TextState = 'text';
  private readonly line = new CodeLine();
  /** In `fence`: the line in it. */
  private fenceLine: FenceLine | null = null;
  private dashes = 0;
  /** In `undecided` and `wrapper`: the text since the tag. */
  private held = '';
  /** In `undecided`: the runs of backticks that stood open before the tag. */
  private runsBefore: readonly number[] = [];
  /** While a line is read again: its code spans. */
  private spans: ReadonlyMap<number, number> | null = null;
  private wrapper: Extract<Tag, { kind: 'wrapper' }> | null = null;
  private wrapperClose = '';
  private isShown = false;
  // The next index of each in the text that is being read. Looked up again only when passed.
  private nextLess = -1;
  private nextTick = -1;
  private nextBreak = -1;

  constructor(blocks: BlockList, host: TextReaderHost, grammar: Grammar, showThinking: boolean) {
    super();
    this.blocks = blocks;
    this.host = host;
    this.grammar = grammar;
    this.showThinking = showThinking;
  }

  /** Another text is read from now on. */
  begin(): void {
    this.nextLess = -1;
    this.nextTick = -1;
    this.nextBreak = -1;
  }

  /** The value that any text without a tag is appended to. */
  get steady(): Value | null {
    if (this.node !== null || this.spans !== null) return null;
    switch (this.place) {
      case 'text':
      case 'fence':
      case 'comment':
        return this.blocks.growing('text');
      case 'thinking':
        return this.blocks.growing('thinking');
      default:
        return null;
    }
  }

  /** Takes in text that is shown already. */
  takeShown(text: string): void {
    this.isShown = true;
    this.begin();
    for (let i = 0; i < text.length; ) i = this.take(text, i, text.length);
    this.isShown = false;
  }

  /** Takes in text from an offset on. Returns where it stopped. */
  take(text: string, from: number, to: number): number {
    if (this.node !== null) return this.takeTag(this.node, text, from, to);
    switch (this.place) {
      case 'text':
      case 'fence':
        return this.takeLines(this.fenceLine ?? this.line, text, from, to);
      case 'comment':
        return this.takeComment(text, from, to);
      case 'code':
      case 'thinking':
        return this.takeUntilTag(text, from, to);
      case 'undecided':
        return this.takeUndecided(text, from, to);
      case 'wrapper':
        return this.takeWrapper(text, from, to);
    }
  }

  /** A call has ended. What follows begins a line, and further calls are in the same dialect. */
  afterCall(grammar: Grammar): void {
    this.grammar = grammar;
    this.line.reset();
  }

  /** Takes text that looked like a call as text. */
  notACall(text: string): void {
    this.emit(text);
    this.line.restart();
  }

  /** The message is over. Half an opening tag at its end is not shown. */
  end(): void {
    if (this.place === 'undecided') this.decide();
    if (this.place === 'wrapper') this.dropWrapper();
    const half = this.node?.text ?? '';
    if (this.place !== 'text' || !/^<\w/.test(half)) this.emit(half);
    this.node = null;
  }

  /** In text and in a fence: line by line, as far as one of the readers of lines needs to look. */
  private takeLines(line: CodeLine | FenceLine, text: string, from: number, to: number): number {
    let i = from;
    while (i < to) {
      if (line.settled) {
        i = this.nextSpecial(text, i, to);
        if (i === to) break;
      }
      const code = text.charCodeAt(i);
      if (code === BACKTICK && this.spans !== null) return this.takeDecidedRun(this.spans, text, from, i, to);
      i++;
      if (code === LF) {
        if (!this.endLine()) continue;
        this.takePart(text, from, i);
        return i;
      }
      line.feed(code);
      const end = code === LESS ? this.takeTagAt(this.grammar.text, text, from, i - 1, to) : -1;
      if (end >= 0) return end;
    }
    this.takePart(text, from, to);
    return to;
  }

  /** Tells whether the line that is over opened a fence, or closed the one it stood in. */
  private endLine(): boolean {
    if (this.fenceLine === null) {
      const fence = this.line.end();
      if (fence === null) return false;
      this.fenceLine = new FenceLine(fence);
      this.place = 'fence';
      return true;
    }
    if (!this.fenceLine.end()) return false;
    this.fenceLine = null;
    this.line.reset();
    this.place = 'text';
    return true;
  }

  /** At a run of backticks of a line whose spans are known: to the end of the span, or of the run if it opens none. */
  private takeDecidedRun(
    spans: ReadonlyMap<number, number>,
    text: string,
    from: number,
    at: number,
    to: number,
  ): number {
    const end = spans.get(at);
    if (end !== undefined) {
      this.takePart(text, from, at);
      this.readCode(text, at, end);
      return end;
    }
    let i = at;
    while (i < to && text.charCodeAt(i) === BACKTICK) i++;
    this.takePart(text, from, i);
    return i;
  }

  private takeComment(text: string, from: number, to: number): number {
    for (let i = from; i < to; i++) {
      const code = text.charCodeAt(i);
      if (code === GREATER && this.dashes >= 2) {
        this.place = 'text';
        this.takePart(text, from, i + 1);
        return i + 1;
      }
      this.dashes = code === DASH ? this.dashes + 1 : 0;
      const end = code === LESS ? this.takeTagAt(this.grammar.text, text, from, i, to) : -1;
      if (end >= 0) return end;
    }
    this.takePart(text, from, to);
    return to;
  }

  private takeUntilTag(text: string, from: number, to: number): number {
    for (let i = indexOrEnd(text, '<', from, to); i < to; i = indexOrEnd(text, '<', i + 1, to)) {
      const end = this.takeTagAt(this.grammar.text, text, from, i, to);
      if (end >= 0) return end;
    }
    this.takePart(text, from, to);
    return to;
  }

  private takeUndecided(text: string, from: number, to: number): number {
    const { line } = this;
    for (let i = from; i < to; i++) {
      const code = text.charCodeAt(i);
      if (code === LF) {
        this.held += text.slice(from, i);
        this.decide();
        return i;
      }
      if (code !== BACKTICK && line.settled) continue;
      line.feed(code);
      if (line.undecided) continue;
      // The first open run has found its match: the tag stands in code.
      this.held += text.slice(from, i);
      this.place = 'text';
      this.readCode(this.held, 0, this.held.length);
      return i;
    }
    this.held += text.slice(from, to);
    return to;
  }

  private takeWrapper(text: string, from: number, to: number): number {
    const i = skipWhiteSpace(text, from, to);
    this.held += text.slice(from, i);
    if (i === to) return to;
    const code = text.charCodeAt(i);
    const json = this.wrapper?.json ?? null;
    if (code === LESS) {
      this.node = this.grammar.text;
      return i + 1;
    }
    if (code === OPEN_BRACE && json !== null) {
      this.place = 'text';
      this.host.openJsonCall(json, this.held);
    } else this.dropWrapper();
    return i;
  }

  protected tag(tag: Tag, text: string): void {
    if (this.place === 'text') this.tagInText(tag, text);
    else if (this.place === 'wrapper') this.tagInWrapper(tag, text);
    else if (this.place === 'thinking' && text === THINKING_CLOSE) {
      this.place = 'text';
      this.line.reset();
    } else {
      this.dashes = countDashes(text);
      this.inert(tag, text);
    }
  }

  private inert(tag: Tag, text: string): void {
    if (tag.kind === 'close') this.blocks.stray(text);
    this.emit(text);
  }

  private tagInText(tag: Tag, text: string): void {
    if (tag.kind === 'close') {
      if (text === this.wrapperClose) this.wrapperClose = '';
      else this.inert(tag, text);
      return;
    }
    if (this.line.undecided) {
      this.place = 'undecided';
      this.held = text;
      this.runsBefore = [...this.line.runs];
      return;
    }
    switch (tag.kind) {
      case 'tool':
        this.host.openCall(tag.tool, tag.grammar);
        break;
      case 'wrapper':
        this.wrapper = tag;
        this.held = text;
        this.place = 'wrapper';
        break;
      case 'thinking':
        this.place = 'thinking';
        break;
      case 'comment':
        this.dashes = 2;
        this.emit(text);
        this.place = 'comment';
        break;
    }
  }

  private tagInWrapper(tag: Tag, text: string): void {
    if (tag.kind === 'tool') {
      this.place = 'text';
      this.wrapperClose = this.wrapper?.close ?? '';
      this.host.openCall(tag.tool, tag.grammar);
    } else {
      this.dropWrapper();
      this.line.feed(LESS);
      this.tagInText(tag, text);
    }
  }

  protected noTag(text: string): void {
    if (this.place === 'wrapper') {
      this.dropWrapper();
      this.line.feed(LESS);
    }
    this.dashes = countDashes(text);
    this.emit(text);
  }

  /** No call followed: the wrapper is text. */
  private dropWrapper(): void {
    const { held } = this;
    this.place = 'text';
    this.held = '';
    const end = held.indexOf('>') + 1;
    this.emit(held.slice(0, end));
    for (const char of held.slice(end)) {
      if (char === '\n') this.line.end();
      else this.line.feed(char.charCodeAt(0));
    }
    this.emit(held.slice(end));
  }

  /** The line is over, so it is known what the tag in it is. */
  private decide(): void {
    const { held, line } = this;
    this.place = 'text';
    this.held = '';
    line.endRun();
    if (line.fenced) {
      this.readCode(held, 0, held.length);
      return;
    }
    const { codeUntil, spans } = findCodeSpans(this.runsBefore, held);
    line.restart();
    this.readCode(held, 0, codeUntil);
    this.spans = spans;
    this.host.reread(held, codeUntil);
    this.spans = null;
    // The text that comes after the held one is another again.
    this.begin();
  }

  /** Reads a part of a text in which tags do not count. */
  private readCode(text: string, from: number, to: number): void {
    this.place = 'code';
    for (let i = from; i < to; ) i = this.take(text, i, to);
    if (this.node !== null) this.emit(this.node.text);
    this.node = null;
    this.place = 'text';
  }

  /** Tells whether a tag may go on like this behind its `<`. */
  mayBeTag(text: string, at: number, to: number): boolean {
    return at === to || nextTagNode(this.grammar.text, text.charCodeAt(at)) !== null;
  }

  private nextSpecial(text: string, from: number, to: number): number {
    if (this.nextLess < from) this.nextLess = indexOrEnd(text, '<', from, to);
    if (this.nextTick < from) this.nextTick = indexOrEnd(text, '`', from, to);
    if (this.nextBreak < from) this.nextBreak = indexOrEnd(text, '\n', from, to);
    return Math.min(this.nextLess, this.nextTick, this.nextBreak);
  }

  protected takePart(text: string, from: number, to: number): void {
    if (from < to) this.emit(from === 0 && to === text.length ? text : text.slice(from, to));
  }

  private emit(piece: string): void {
    if (this.isShown || piece.length === 0) return;
    if (this.place !== 'thinking') this.blocks.append('text', piece);
    else if (this.showThinking) this.blocks.append('thinking', piece);
  }
}

/** How many dashes stand at the end: two and a `>` end a comment. */
function countDashes(text: string): number {
  let start = text.length;
  while (text.charCodeAt(start - 1) === DASH) start--;
  return text.length - start;
}
