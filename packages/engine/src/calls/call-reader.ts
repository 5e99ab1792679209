import type { BlockList } from './block-list.ts';
import type { Call } from './call.ts';
import { GREATER, LESS, SLASH } from './chars.ts';
import { CLOSE, type Grammar, type ParamGrammar, type Tag, type ToolGrammar } from './grammar.ts';
import { indexOrEnd } from './index-or-end.ts';
import { TagReader } from './tag-reader.ts';
import type { TagNode } from './tag-trie.ts';
import { UNLIMITED, Value } from './value.ts';
import { skipWhiteSpace } from './white-space.ts';

// Longer than any tag that matters: a name has at most 128 characters.
const MAX_TAG = 160;

/**
 * `body` between parameters. `value` in one. `after` behind the closing tag of a raw one, which counts only if the right
 * thing follows. `tag` in a tag that nobody declared. `skip` in the parameter that it opened.
 */
type CallReaderState = 'body' | 'value' | 'after' | 'tag' | 'skip';

export interface CallHost {
  /** The call's closing tag was read. */
  closeCall(grammar: Grammar): void;
}

/** Reads a call in a dialect of tags, from behind its opening tag to its closing tag. */
export class CallReader extends TagReader {
  private readonly blocks: BlockList;
  private readonly call: Call;
  private readonly tool: ToolGrammar;
  private readonly grammar: Grammar;
  private readonly maxParamBytes: number;
  private readonly host: CallHost;
  private place: CallReaderState = 'body';
  private param: ParamGrammar | null = null;
  private value: Value | null = null;
  /** In `after`, what goes into the value if that goes on. In `tag` and `skip`, the tag so far. */
  private held = '';
  private skipClose = '';

  constructor(blocks: BlockList, tool: ToolGrammar, grammar: Grammar, maxParamBytes: number, host: CallHost) {
    super();
    this.blocks = blocks;
    this.tool = tool;
    this.grammar = grammar;
    this.maxParamBytes = maxParamBytes;
    this.host = host;
    this.call = blocks.openCall(tool);
  }

  /** The value that any text without a tag is just more of. */
  get steady(): Value | null {
    const isSteady = this.node === null && this.place === 'value' && this.param?.shape !== 'command';
    return isSteady ? this.call.growing : null;
  }

  /** Tells whether a tag that counts in a value may go on like this behind its `<`. */
  mayBeTag(text: string, at: number, to: number): boolean {
    return at === to || text.charCodeAt(at) === SLASH;
  }

  /** The message is over. Nothing that was held back is shown. */
  end(): void {
    this.node = null;
  }

  /** Takes in text from an offset on. Returns where it stopped. */
  take(text: string, from: number, to: number): number {
    if (this.node !== null) return this.takeTag(this.node, text, from, to);
    switch (this.place) {
      case 'body':
        return this.takeBody(text, from, to);
      case 'value':
        return this.takeValue(text, from, to);
      case 'after':
        return this.takeAfter(text, from, to);
      case 'tag':
        return this.takeOtherTag(text, from, to);
      case 'skip':
        return this.takeSkipped(text, from, to);
    }
  }

  private takeBody(text: string, from: number, to: number): number {
    const i = skipWhiteSpace(text, from, to);
    if (i === to) return to;
    if (text.charCodeAt(i) === LESS) {
      const end = this.takeDueTagAt(this.tool.close, this.tool.root, text, i, i, to);
      if (end >= 0) return end;
      this.noTag('<');
      return i + 1;
    }
    this.call.complainOfText();
    return indexOrEnd(text, '<', i, to);
  }

  private takeValue(text: string, from: number, to: number): number {
    const { closers } = this.grammar;
    for (let at = indexOrEnd(text, '<', from, to); at < to; at = indexOrEnd(text, '<', at + 1, to)) {
      if (!this.mayBeTag(text, at + 1, to)) continue;
      const end = this.takeDueTagAt(this.param?.close ?? '', closers, text, from, at, to);
      if (end >= 0) return end;
    }
    this.takePart(text, from, to);
    return to;
  }

  /** As `takeTagAt`, with the closing tag that is due here seen at one look. */
  private takeDueTagAt(
    due: string,
    set: TagNode<Tag>,
    text: string,
    from: number,
    at: number,
    to: number,
  ): number {
    const end = at + due.length;
    const isDue = end <= to && text.charCodeAt(at + 1) === SLASH && text.startsWith(due, at);
    if (!isDue) return this.takeTagAt(set, text, from, at, to);
    this.takePart(text, from, at);
    this.tag(CLOSE, due);
    return end;
  }

  private takeAfter(text: string, from: number, to: number): number {
    const i = skipWhiteSpace(text, from, to);
    this.held += text.slice(from, i);
    if (i === to) return to;
    if (text.charCodeAt(i) === LESS) {
      this.node = this.tool.root;
      return i + 1;
    }
    this.resumeValue('');
    return i;
  }

  private takeOtherTag(text: string, from: number, to: number): number {
    for (let i = from; i < to; i++) {
      const code = text.charCodeAt(i);
      const isEnd = code === GREATER;
      if (!isEnd && code !== LESS && this.held.length + i - from < MAX_TAG) continue;
      this.otherTag(isEnd ? `${this.held}${text.slice(from, i)}>` : '');
      return isEnd ? i + 1 : i;
    }
    this.held += text.slice(from, to);
    return to;
  }

  private takeSkipped(text: string, from: number, to: number): number {
    let i = from;
    while (i < to) {
      if (this.held === '') {
        i = indexOrEnd(text, '<', i, to);
        if (i < to) this.held = '<';
      } else {
        const code = text.charCodeAt(i);
        if (code === GREATER) {
          if (this.skippedTag(`${this.held}>`)) return i + 1;
          this.held = '';
        } else if (code === LESS) this.held = '<';
        else this.held = this.held.length < MAX_TAG ? this.held + text.charAt(i) : '';
      }
      i++;
    }
    return i;
  }

  protected tag(tag: Tag, text: string): void {
    if (this.place === 'value') this.tagInValue(text);
    else if (text === this.tool.close) this.close();
    else if (tag.kind === 'param' && (this.place === 'body' || !this.call.has(tag.param.name))) {
      this.closeParam();
      this.openParam(tag.param);
    } else if (this.place === 'after') this.resumeValue(text);
    else {
      this.doubt(text);
      this.blocks.stray(text);
      this.call.complainOfText();
    }
  }

  private tagInValue(text: string): void {
    if (text !== this.param?.close) {
      this.doubt(text);
      this.blocks.strayInValue(text);
      this.push(text);
    } else if (this.param.raw) {
      this.held = text;
      this.place = 'after';
    } else {
      this.closeParam();
    }
  }

  protected noTag(text: string): void {
    if (this.place === 'value') this.push(text);
    else if (this.place === 'after') this.resumeValue(text);
    else {
      this.held = text;
      this.place = 'tag';
    }
  }

  /** Gives text that looked like the end of the value back to it; the text after it may begin with its end. */
  private resumeValue(text: string): void {
    this.push(this.held);
    this.held = '';
    this.place = 'value';
    for (let i = 0; i < text.length; ) i = this.take(text, i, text.length);
  }

  private otherTag(text: string): void {
    const other = this.tool.otherParam(text);
    this.held = '';
    if (other === null) {
      this.place = 'body';
      this.call.complainOfText();
      return;
    }
    this.place = 'skip';
    this.skipClose = other.close;
    this.call.complainOfParam(other.name);
  }

  /** Tells whether the tag ends the parameter that is skipped. */
  private skippedTag(text: string): boolean {
    if (text !== this.skipClose) {
      this.doubt(text);
      this.blocks.strayInValue(text);
      return false;
    }
    this.held = '';
    this.place = 'body';
    return true;
  }

  private openParam(param: ParamGrammar): void {
    this.param = param;
    this.place = 'value';
    this.value = new Value(param.shape, param.unlimited ? UNLIMITED : this.maxParamBytes);
    if (this.call.rawCloses.length > 0 && this.call.has(param.name)) {
      // The value is read, to find its end, and not shown.
      this.call.complain(
        'ambiguous',
        `${param.name} comes again after a parameter with free text, so it may be a part of that text. The call was not run.`,
      );
    } else {
      this.call.open(param.name, this.value);
    }
  }

  protected takePart(text: string, from: number, to: number): void {
    if (from < to) this.push(from === 0 && to === text.length ? text : text.slice(from, to));
  }

  private push(piece: string): void {
    const { value } = this;
    if (value === null) return;
    value.push(piece);
    if (value.over) this.exceed();
  }

  private closeParam(): void {
    const { param, value } = this;
    if (param === null) return;
    value?.close();
    if (value?.over) this.exceed();
    this.call.settle();
    if (param.raw) this.call.rawCloses.push(param.close);
    this.held = '';
    this.param = null;
    this.value = null;
    this.place = 'body';
  }

  private close(): void {
    this.closeParam();
    this.blocks.closeCall(this.call);
    this.host.closeCall(this.grammar);
  }

  private exceed(): void {
    this.call.exceed(this.param?.name ?? '', this.maxParamBytes);
  }

  /** A closing tag inside the call: if it is that of a raw parameter that has ended, that may have been too early. */
  private doubt(close: string): void {
    if (this.call.rawCloses.includes(close)) this.call.doubt(close);
  }
}
