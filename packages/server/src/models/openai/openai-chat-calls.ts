import type { BlockWriter } from '../adapter/block-writer.ts';
import { parseJson } from '../adapter/parse-json.ts';
import type { ChatCallPiece } from './openai-chat-chunk.ts';

interface OpenCall {
  /** Its place among the calls of the message, and its key at the writer. */
  readonly key: number;
  readonly index: number | undefined;
  /** As the server names it. */
  id: string;
  name: string;
  input: string;
}

/**
 * Puts the pieces of calls together. By the book a piece has the index of its call, and the first one its id and name.
 * Some servers leave the index out or give it twice, repeat id and name, send no id, or send a call in one piece.
 */
export class ChatCalls {
  private readonly calls: OpenCall[] = [];
  private readonly ids = new Set<string>();
  private readonly writer: BlockWriter;
  private readonly prefix: string;

  /** `prefix` begins the ids of calls that come without one. */
  constructor(writer: BlockWriter, prefix: string) {
    this.writer = writer;
    this.prefix = prefix;
  }

  get any(): boolean {
    return this.calls.length > 0;
  }

  take(piece: ChatCallPiece): void {
    const name = piece.function?.name ?? '';
    const input = printInput(piece);
    const call = this.find(piece, name, input) ?? this.add(piece.index);
    call.id ||= piece.id ?? '';
    call.input += input;
    if (call.name !== '') this.writer.callInput(call.key, input);
    else if (name !== '') this.start(call, name);
  }

  /** The call that a piece belongs to; undefined when it begins a new one. */
  private find({ index, id = '' }: ChatCallPiece, name: string, input: string): OpenCall | undefined {
    const near = this.calls.filter((call) => index === undefined || call.index === index);
    const named = id === '' ? undefined : near.findLast((call) => call.id === id);
    const last = named ?? near.at(-1);
    if (last === undefined || named !== undefined) return named;
    if (id !== '' && last.id !== '') return undefined;
    if (name === '' || last.name === '') return last;
    const repeats = name === last.name && (input === '' || parseJson(last.input) === undefined);
    return repeats ? last : undefined;
  }

  private add(index: number | undefined): OpenCall {
    const call = { key: this.calls.length, index, id: '', name: '', input: '' };
    this.calls.push(call);
    return call;
  }

  /** A result finds its call by the id alone, so no two calls may share one. */
  private start(call: OpenCall, name: string): void {
    call.name = name;
    const id = call.id === '' || this.ids.has(call.id) ? `${this.prefix}_${call.key}` : call.id;
    this.ids.add(id);
    this.writer.startCall(call.key, { id, name });
    this.writer.callInput(call.key, call.input);
  }
}

function printInput({ function: called }: ChatCallPiece): string {
  const input = called?.arguments ?? '';
  return typeof input === 'string' ? input : JSON.stringify(input);
}
