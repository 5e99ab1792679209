import { BlockList } from './block-list.ts';
import { ByteBudget } from './byte-budget.ts';
import { CallReader } from './call-reader.ts';
import type { Grammar, ToolGrammar } from './grammar.ts';
import { type JsonCallHost, JsonCallReader } from './json-call-reader.ts';
import { TextReader, type TextReaderHost } from './text-reader.ts';
import type { Value } from './value.ts';

export interface ScannerOptions {
  readonly grammar: Grammar;
  readonly showThinking: boolean;
  readonly idPrefix: string;
  readonly maxMessageBytes: number;
  readonly maxParamBytes: number;
}

/**
 * Reads one message into its list of blocks: text until a call begins, the call until it ends, text again.
 *
 * Most chunks have no tag and can only be more of what is growing, so they are shown without being read. They are read
 * when it matters what they were: before the next chunk that has one.
 */
export class Scanner implements TextReaderHost, JsonCallHost {
  readonly list: BlockList;
  private readonly maxParamBytes: number;
  private readonly budget: ByteBudget;
  private readonly text: TextReader;
  private reader: TextReader | CallReader | JsonCallReader;
  /** The value that any text without a tag is appended to, and how much of it has been read. */
  private growing: Value | null = null;
  private readTo = 0;

  constructor({ grammar, showThinking, idPrefix, maxMessageBytes, maxParamBytes }: ScannerOptions) {
    this.list = new BlockList(idPrefix);
    this.maxParamBytes = maxParamBytes;
    this.budget = new ByteBudget(maxMessageBytes);
    this.text = new TextReader(this.list, this, grammar, showThinking);
    this.reader = this.text;
  }

  /** Takes in the next text of the message. False when it is too large: then as much was read as fits. */
  take(text: string): boolean {
    const { growing } = this;
    if (growing === null || !growing.takes(text.length)) return this.read(text);
    if (this.mayHaveTag(text) || !this.budget.reserve(text.length)) return this.read(text);
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
    this.text.begin();
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

  private mayHaveTag(text: string): boolean {
    const at = text.indexOf('<');
    return at >= 0 && (this.reader.mayBeTag(text, at + 1, text.length) || text.indexOf('<', at + 1) > 0);
  }

  private read(text: string): boolean {
    if (this.growing !== null) this.readShown(this.growing);
    const fits = this.budget.fit(text);
    this.text.begin();
    for (let i = 0; i < fits; ) i = this.reader.take(text, i, fits);
    this.list.publish();
    this.growing = this.reader.steady;
    this.readTo = this.growing?.seal() ?? 0;
    return fits === text.length;
  }

  /** Reads what was only shown so far. */
  private readShown(growing: Value): void {
    const unread = growing.pushedSince(this.readTo);
    if (unread === '') return;
    this.budget.use(unread);
    if (this.reader === this.text) this.text.takeShown(unread);
  }
}
