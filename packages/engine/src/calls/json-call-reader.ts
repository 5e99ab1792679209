import type { BlockList } from './block-list.ts';
import type { Call } from './call.ts';
import type { CallHost } from './call-reader.ts';
import { LESS } from './chars.ts';
import { JSON_CALL } from './dialects.ts';
import type { Grammar } from './grammar.ts';
import { JsonFields, type JsonFieldsHost } from './json-fields.ts';
import { UNLIMITED, Value } from './value.ts';
import { isWhiteSpace } from './white-space.ts';

// Hermes says `arguments`, Llama says `parameters`.
const ARGUMENTS: ReadonlySet<string> = new Set(['arguments', 'parameters']);

export interface JsonCallHost extends CallHost {
  /** Takes text that turned out not to be a call of a known tool. */
  notACall(text: string): void;
}

/** Reads `{"name": …, "arguments": {…}}` and the closing tag behind it. */
export class JsonCallReader implements JsonFieldsHost {
  private readonly blocks: BlockList;
  private readonly grammar: Grammar;
  private readonly maxParamBytes: number;
  private readonly host: JsonCallHost;
  private readonly json = new JsonFields(this);
  private call: Call | null = null;
  /** All that was read before it was known whose call it is, and the arguments in it. */
  private before: string;
  private readonly early = new Map<string, Value>();
  private inArguments = false;
  private inName = false;
  private name = '';
  private value: Value | null = null;
  private field = '';
  private matched = 0;

  constructor(
    blocks: BlockList,
    grammar: Grammar,
    maxParamBytes: number,
    before: string,
    host: JsonCallHost,
  ) {
    this.blocks = blocks;
    this.grammar = grammar;
    this.maxParamBytes = maxParamBytes;
    this.before = before;
    this.host = host;
  }

  /** Takes in text from an offset on. Returns where it stopped. */
  take(text: string, from: number, to: number): number {
    if (this.json.ended()) return this.takeClose(text, from, to);
    const i = this.json.take(text, from, to);
    if (this.call === null) {
      this.before += text.slice(from, i);
      if (this.json.ended()) this.host.notACall(this.before);
    } else if (this.json.state === 'broken') {
      this.call.settle();
      this.call.complain(
        'ambiguous',
        `The call of ${this.call.tool.name} is not valid JSON. It was not run.`,
      );
    }
    return i;
  }

  readonly steady = null;
  readonly mayBeTag = (): boolean => true;

  /** The message is over. A call whose tool is not known is text. */
  end(): void {
    if (this.call === null) this.host.notACall(this.before);
  }

  open(key: string): void {
    this.inName = !this.inArguments && key === 'name' && this.call === null;
    this.value = null;
    if (this.inArguments) this.openParam(key);
    else if (ARGUMENTS.has(key)) this.json.state = 'broken';
  }

  push(piece: string): void {
    if (this.inName) this.name += piece;
    if (this.value === null) return;
    this.value.push(piece);
    if (this.call === null) return;
    if (this.value.over) this.call.exceed(this.field, this.maxParamBytes);
  }

  close(): void {
    this.call?.settle();
    this.value = null;
    if (!this.inName) return;
    this.inName = false;
    this.openCall();
  }

  other(key: string, json: string): void {
    if (json === 'null') return;
    this.open(key);
    this.push(json);
    this.close();
  }

  enter(key: string): boolean {
    this.inArguments = ARGUMENTS.has(key);
    return this.inArguments;
  }

  leave(): void {
    this.inArguments = false;
  }

  private openCall(): void {
    const tool = this.grammar.tools.get(this.name);
    if (tool === undefined) {
      this.json.state = 'broken';
      return;
    }
    this.call = this.blocks.openCall(tool);
    for (const [name, value] of this.early) {
      this.openParam(name);
      this.push(value.whole);
      this.close();
    }
  }

  private openParam(name: string): void {
    const { call } = this;
    this.field = name;
    if (call === null) {
      this.value = new Value('exact', UNLIMITED);
      this.early.set(name, this.value);
      return;
    }
    const param = call.tool.params.find((each) => each.name === name);
    if (param === undefined) {
      call.complainOfParam(name);
      return;
    }
    this.value = new Value(param.shape, param.unlimited ? UNLIMITED : this.maxParamBytes);
    call.open(name, this.value);
  }

  private takeClose(text: string, from: number, to: number): number {
    for (let i = from; i < to; i++) {
      const code = text.charCodeAt(i);
      if (code === JSON_CALL.close.charCodeAt(this.matched)) {
        this.matched++;
        if (this.matched < JSON_CALL.close.length) continue;
        if (this.call !== null) this.blocks.closeCall(this.call);
        this.host.closeCall(this.grammar);
        return i + 1;
      }
      if (this.matched > 0 || !isWhiteSpace(code)) this.call?.complainOfText();
      this.matched = code === LESS ? 1 : 0;
    }
    return to;
  }
}
