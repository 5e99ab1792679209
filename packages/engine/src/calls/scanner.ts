import { BlockList } from './block-list.ts';
import { CallReader } from './call-reader.ts';
import type { Grammar, ToolGrammar } from './grammar.ts';
import { type JsonCallHost, JsonCallReader } from './json-call-reader.ts';
import { MARK } from './marks.ts';
import { TextReader, type TextReaderHost } from './text-reader.ts';
import type { Value } from './value.ts';

export interface ScannerOptions {
  readonly grammar: Grammar;
  readonly showThinking: boolean;
  readonly idPrefix: string;
  readonly maxParamBytes: number;
}

/** Reads one message into its list of blocks: text until a call begins, the call until it ends, text again. */
export class Scanner implements TextReaderHost, JsonCallHost {
  readonly list: BlockList;
  private readonly maxParamBytes: number;
  private readonly text: TextReader;
  private reader: TextReader | CallReader | JsonCallReader;
  /** What grows, and the marks that text has which may be more than that. */
  private growing: Value | null = null;
  private breaks: number = MARK.any;

  constructor({ grammar, showThinking, idPrefix, maxParamBytes }: ScannerOptions) {
    this.list = new BlockList(idPrefix);
    this.maxParamBytes = maxParamBytes;
    this.text = new TextReader(this.list, this, grammar, showThinking);
    this.reader = this.text;
  }

  /** Reads the next text of the message, up to an offset. `marks` are those of the whole text. */
  take(text: string, to: number, marks: number): void {
    this.text.begin(marks, to);
    for (let i = 0; i < to; ) i = this.reader.take(text, i, to);
    this.list.publish();
    this.growing = this.reader.steady;
    this.breaks = this.reader === this.text ? MARK.any - MARK.text : MARK.less | MARK.wide;
  }

  /** Takes in the next text if it can only be more of what is growing. Most chunks are, and this is all they need. */
  takeMore(text: string, marks: number): boolean {
    const { growing } = this;
    if (growing === null || (marks & this.breaks) !== 0 || !growing.takes(text.length)) return false;
    growing.more(text);
    this.list.publish();
    return true;
  }

  /** The message is over. `tooLarge` says so if it was cut at its limit. */
  end(tooLarge: string | null): void {
    this.text.end();
    if (this.reader !== this.text) this.reader.end();
    this.list.end(tooLarge);
  }

  reread(text: string, from: number): void {
    this.text.begin(MARK.any, text.length);
    for (let i = from; i < text.length; ) i = this.reader.take(text, i, text.length);
  }

  openCall(tool: ToolGrammar, grammar: Grammar): void {
    this.reader = new CallReader(this.list, tool, grammar, this.maxParamBytes, this);
  }

  openJsonCall(grammar: Grammar, before: string): void {
    this.reader = new JsonCallReader(this.list, grammar, this.maxParamBytes, before, this);
  }

  closeCall(grammar: Grammar): void {
    this.reader = this.text;
    this.text.afterCall(grammar);
  }

  notACall(text: string): void {
    this.reader = this.text;
    this.text.notACall(text);
  }
}
