import { builtInTools, type ToolParameters } from './built-in-tools.ts';
import type { AssistantMessageContent } from './call-blocks.ts';
import type { Dialect } from './dialects.ts';
import { grammarOf } from './grammar.ts';
import { Scanner } from './scanner.ts';

/** The options of `parseAssistantMessage` and `AssistantMessageParser`. */
export interface AssistantMessageOptions {
  /** The tools that may be called, with their parameters. Keep the object: it is compiled once. Default `builtInTools`. */
  readonly tools?: ToolParameters;
  /** How the model writes its calls. Default `roo`. */
  readonly dialect?: Dialect;
  /** Drops `<thinking>`, or makes a block of it. Default `drop`. */
  readonly thinking?: 'drop' | 'block';
  /** A call's id is this, `_` and its number from 1 on. Default `call`. */
  readonly idPrefix?: string;
  /** In UTF-8. Default 1 MiB. */
  readonly maxMessageBytes?: number;
  /** In UTF-8, for each value but `write_to_file.content`. Default 100 KiB. */
  readonly maxParamBytes?: number;
}

/** Thrown once by a message larger than `maxMessageBytes`. Its blocks are those of the text up to there. */
export class MessageTooLargeError extends Error {
  override readonly name = 'MessageTooLargeError';
  readonly code = 'message_too_large';
}

/**
 * Reads a model's text while it arrives. Every way of cutting the text gives the same blocks in the end.
 * Linear. Never throws on a text, but once when it is too large.
 */
export class AssistantMessageParser {
  private readonly options: AssistantMessageOptions;
  private scanner: Scanner;
  private state: 'open' | 'full' | 'ended' = 'open';

  constructor(options: AssistantMessageOptions = {}) {
    this.options = options;
    this.scanner = createScanner(options);
  }

  /** Takes in the next piece of the message. What comes after the limit is not read. */
  processChunk(chunk: string): AssistantMessageContent[] {
    if (this.state !== 'open') this.refuse();
    else if (!this.scanner.take(chunk)) this.fill();
    return this.scanner.list.blocks;
  }

  /** The blocks so far: one live array. A block keeps its index, and its identity once it is finished. */
  getContentBlocks(): AssistantMessageContent[] {
    return this.scanner.list.blocks;
  }

  /**
   * The text that a block shows from an offset on; for a call, that of the parameter. To show a growing text, ask for what is new: looking
   * into the whole of it after each chunk makes the engine copy all of it each time.
   */
  getContentSince(index: number, offset: number, param?: string): string {
    return this.scanner.list.since(index, offset, param);
  }

  /** The message is over: nothing is partial, what was undecided is decided. */
  finalizeContentBlocks(): AssistantMessageContent[] {
    if (this.state === 'open') this.scanner.end(null);
    this.state = 'ended';
    return this.scanner.list.blocks;
  }

  /** Forgets the message. The next chunk begins another one, in another array. */
  reset(): void {
    this.scanner = createScanner(this.options);
    this.state = 'open';
  }

  private refuse(): void {
    if (this.state === 'full') return;
    throw new Error('The message was finalized. Call reset() before the first chunk of the next one.');
  }

  private fill(): never {
    const problem = `The message is larger than ${maxMessageBytes(this.options)} bytes.`;
    this.state = 'full';
    this.scanner.end(`${problem} The call was not run. Write less in one message.`);
    throw new MessageTooLargeError(problem);
  }
}

function maxMessageBytes(options: AssistantMessageOptions): number {
  return options.maxMessageBytes ?? 1024 * 1024;
}

function createScanner(options: AssistantMessageOptions): Scanner {
  return new Scanner({
    grammar: grammarOf(options.tools ?? builtInTools, options.dialect ?? 'roo'),
    showThinking: options.thinking === 'block',
    idPrefix: options.idPrefix ?? 'call',
    maxMessageBytes: maxMessageBytes(options),
    maxParamBytes: options.maxParamBytes ?? 100 * 1024,
  });
}
