import { BlockList } from './block-list.ts';
import { CallReader } from './call-reader.ts';
import type { Grammar, ToolGrammar } from './grammar.ts';
import { JsonCallReader } from './json-call-reader.ts';
import { TextReader, type TextReaderHost } from './text-reader.ts';

export interface ScannerOptions {
  readonly grammar: Grammar;
  readonly showThinking: boolean;
  readonly idPrefix: string;
  readonly maxParamBytes: number;
}

/** Reads one message into its list of blocks: text until a call begins, the call until it ends, text again. */
export class Scanner implements TextReaderHost {
  readonly list: BlockList;
  private readonly maxParamBytes: number;
  private readonly text: TextReader;
  private call: CallReader | JsonCallReader | null = null;

  constructor({ grammar, showThinking, idPrefix, maxParamBytes }: ScannerOptions) {
    this.list = new BlockList(idPrefix);
    this.maxParamBytes = maxParamBytes;
    this.text = new TextReader(this.list, this, grammar, showThinking);
  }

  /** Reads a text from an offset on. */
  read(text: string, from: number, to = text.length): void {
    this.text.begin();
    for (let i = from; i < to; ) i = (this.call ?? this.text).take(text, i, to);
    this.text.begin();
  }

  /** The message is over. `tooLarge` says that it was cut at its limit. */
  end(tooLarge: string | null): void {
    this.text.end();
    this.call?.end();
    this.list.end(tooLarge);
  }

  openCall(tool: ToolGrammar, grammar: Grammar): void {
    this.call = new CallReader(this.list, tool, grammar, this.maxParamBytes, () => this.closeCall(grammar));
  }

  openJsonCall(grammar: Grammar, before: string): void {
    this.call = new JsonCallReader(this.list, grammar, this.maxParamBytes, before, {
      onClose: () => this.closeCall(grammar),
      onText: (text) => {
        this.call = null;
        this.text.notACall(text);
      },
    });
  }

  private closeCall(grammar: Grammar): void {
    this.call = null;
    this.text.afterCall(grammar);
  }
}
