import { AssistantMessageParser, MessageTooLargeError } from '@millrace/engine';
import type { Dialect, ToolParameters, ToolUse } from '@millrace/engine/calls';
import { type BlockEvent, type Citation, joinDeltas } from '@millrace/engine/message';
import { BlockWriter, type CallWords, type ContentBlockEvent } from '../adapter/block-writer.ts';
import { CallJson } from './call-json.ts';
import type { ToolParameter } from './tool-parameters.ts';

/** The tools of a request, as the parser and the printer of JSON want them. */
export interface TextTools {
  readonly names: ToolParameters;
  readonly parameters: ReadonlyMap<string, ReadonlyMap<string, ToolParameter>>;
}

interface Waiting {
  readonly at: number;
  readonly json: CallJson;
}

type MessageDelta = Extract<BlockEvent, { type: 'message_delta' }>;

/** Reads the calls in a model's text and gives the events that native calls would give. */
export class TextCallReader {
  /** True when the message is over. */
  done = false;
  private readonly writer = new BlockWriter();
  private readonly parser: AssistantMessageParser;
  private readonly tools: TextTools;
  private readonly cuts: RegExp;
  private readonly texts = new Set<number>();
  /** The block of the parser that is read, how much of its prose was written, and the JSON of its call. */
  private at = 0;
  private offset = 0;
  private json: CallJson | undefined;
  /** Calls that are closed, and are certain only when the message is over. */
  private readonly waiting: Waiting[] = [];
  private readonly citations: Citation[] = [];
  private readonly deltas: MessageDelta[] = [];
  /** Something else came in between: the text continues in another block, on another line. */
  private isInterrupted = false;
  private isFresh = false;
  private hasCall = false;

  constructor(tools: TextTools, dialect: Dialect, idPrefix: string) {
    this.tools = tools;
    this.cuts = CUTS[dialect];
    this.parser = new AssistantMessageParser({ tools: tools.names, dialect, idPrefix, thinking: 'block' });
  }

  read(event: BlockEvent): BlockEvent[] {
    switch (event.type) {
      case 'message_start':
        return [event];
      case 'message_delta':
        // The reason is known when the calls are.
        this.deltas.push(event);
        return [];
      case 'message_stop':
        return this.finish();
      default:
        this.readBlock(event);
        return this.done ? this.finish() : joinEvents(this.writer.take());
    }
  }

  private readBlock(event: ContentBlockEvent): void {
    if (event.type === 'content_block_start' && event.content_block.type === 'text') {
      this.texts.add(event.index);
      const { text, citations } = event.content_block;
      this.take(text);
      for (const citation of citations ?? []) this.cite(citation);
    } else if (!this.texts.has(event.index)) {
      if (event.type === 'content_block_start') this.interrupt();
      this.writer.copy(event);
    } else if (event.type === 'content_block_delta') {
      if (event.delta.type === 'text_delta') this.take(event.delta.text);
      else if (event.delta.type === 'citations_delta') this.cite(event.delta.citation);
    }
  }

  private interrupt(): void {
    this.isInterrupted = true;
    this.isFresh = true;
  }

  private take(text: string): void {
    const pieces = text.match(this.cuts);
    if (pieces === null) return;
    // A call continues as if nothing had happened.
    const begins = this.isInterrupted && this.json === undefined;
    this.isInterrupted = false;
    for (const piece of begins ? ['\n', ...pieces] : pieces) {
      try {
        this.parser.processChunk(piece);
      } catch (error) {
        if (!(error instanceof MessageTooLargeError)) throw error;
        this.deltas.push({ type: 'message_delta', delta: { stop_reason: 'max_tokens' } });
        this.done = true;
        return;
      }
      this.show();
    }
  }

  /** Writes what is new in the parser's blocks. */
  private show(): void {
    const blocks = this.parser.getContentBlocks();
    for (let block = blocks[this.at]; block !== undefined; block = blocks[this.at]) {
      if (block.type === 'tool_use') this.showCall(block);
      else this.showProse(block.type);
      if (block.partial) return;
      this.at += 1;
      this.offset = 0;
      this.json = undefined;
    }
  }

  private showProse(type: 'text' | 'thinking'): void {
    const piece = this.parser.getContentSince(this.at, this.offset);
    this.offset += piece.length;
    const text = this.isFresh ? piece.trimStart() : piece;
    if (text === '') return;
    this.isFresh = false;
    this.writer[type](text);
    if (type === 'text') for (const citation of this.citations.splice(0)) this.writer.citation(citation);
  }

  private showCall(block: ToolUse): void {
    if (this.json === undefined) {
      this.isFresh = false;
      this.writer.startCall(this.at, { id: block.id, name: block.name });
      this.json = new CallJson(this.parser, this.at, this.tools.parameters.get(block.name) ?? new Map());
    }
    const { at, json } = this;
    this.writer.callInput(at, json.grow(block));
    if (block.partial) return;
    if (block.state === 'streaming') {
      this.writer.callInput(at, json.settle(block));
      this.waiting.push({ at, json });
    } else {
      this.stopCall(at, json, block);
    }
  }

  private stopCall(at: number, json: CallJson, block: ToolUse): void {
    const words = wordsOf(block);
    if (words.input_error === undefined) this.writer.callInput(at, json.end(block));
    this.hasCall ||= block.state === 'complete';
    this.writer.stopCall(at, words);
  }

  private cite(citation: Citation): void {
    // The text that it belongs to may still be held back.
    const isOpen = !this.isFresh && this.parser.getContentBlocks()[this.at]?.type === 'text';
    if (isOpen) this.writer.citation(citation);
    else this.citations.push(citation);
  }

  private finish(): BlockEvent[] {
    this.done = true;
    const blocks = this.parser.finalizeContentBlocks();
    this.show();
    for (const { at, json } of this.waiting) {
      const block = blocks[at];
      if (block?.type === 'tool_use') this.stopCall(at, json, block);
    }
    for (const citation of this.citations.splice(0)) this.writer.citation(citation);
    this.writer.endProse();
    const ends = this.deltas.map((event) => ({ ...event, delta: this.reasonOf(event) }));
    return [...joinEvents(this.writer.take()), ...ends, { type: 'message_stop' }];
  }

  private reasonOf({ delta }: MessageDelta): MessageDelta['delta'] {
    return this.hasCall && PLAIN_ENDS.has(delta.stop_reason ?? '')
      ? { ...delta, stop_reason: 'tool_use' }
      : delta;
  }
}

/** Behind a call they say no more than that the message is over. */
const PLAIN_ENDS = new Set(['end_turn', 'stop_sequence']);

/** The words about a call, for the model that wrote it. */
function wordsOf({ name, state, problem }: ToolUse): CallWords {
  const isForbidden = problem?.code === 'ambiguous' || problem?.code === 'limit';
  if (isForbidden) return { input_error: problem.message };
  if (state === 'complete') return problem === undefined ? {} : { message: problem.message };
  const input_error =
    state === 'truncated'
      ? `The message ended in the middle of this call of ${name}, so it was not run. Send the whole call again, and make it shorter if it was too long.`
      : `This call of ${name} is too large, so it was not run. Send less at a time.`;
  return { input_error };
}

/**
 * Cuts text behind every character with which a value may begin, so that each beginning is seen: a tag ends with `>`, a
 * string in JSON begins with `"`.
 */
const CUTS: Readonly<Record<Dialect, RegExp>> = {
  roo: /[^>]*>|[^>]+$/g,
  invoke: /[^>]*>|[^>]+$/g,
  qwen: /[^>]*>|[^>]+$/g,
  hermes: /[^"]*"|[^"]+$/g,
  auto: /[^>"]*[>"]|[^>"]+$/g,
};

/** One event for what a chunk adds to a block. */
function joinEvents(events: readonly BlockEvent[]): BlockEvent[] {
  const joined: BlockEvent[] = [];
  for (const event of events) {
    const last = joined.at(-1);
    const bothGrow = last?.type === 'content_block_delta' && event.type === 'content_block_delta';
    const delta = bothGrow && last.index === event.index ? joinDeltas(last.delta, event.delta) : undefined;
    if (bothGrow && delta !== undefined) joined[joined.length - 1] = { ...last, delta };
    else joined.push(event);
  }
  return joined;
}
