import type { AssistantMessageParser } from '@millrace/engine';
import type { ToolUse } from '@millrace/engine/calls';
import { parseJson } from '../adapter/parse-json.ts';
import { isOfType, type ToolParameter, takesText } from './tool-parameters.ts';

interface Value {
  readonly name: string;
  /** Its schema, if it is not text. */
  readonly typed: ToolParameter | undefined;
  /** How much of it was read. */
  length: number;
  /** The part of it that was printed. */
  printed: string;
  /** Half a surrogate pair, whose other half may follow. */
  half: string;
}

/**
 * The input of a call in text, printed as JSON while it arrives. Text grows; what is of another type comes when it is
 * whole. What was printed is never taken back: a value that begins again is printed again, and the last one counts. Linear.
 */
export class CallJson {
  private readonly parser: AssistantMessageParser;
  private readonly index: number;
  private readonly parameters: ReadonlyMap<string, ToolParameter>;
  private readonly values = new Map<string, Value>();
  private current: Value | undefined;
  private json = '';
  private isEmpty = true;

  constructor(parser: AssistantMessageParser, index: number, parameters: ReadonlyMap<string, ToolParameter>) {
    this.parser = parser;
    this.index = index;
    this.parameters = parameters;
  }

  /** The JSON that is new since the last time. */
  grow({ params }: ToolUse): string {
    for (const name in params) {
      const length = params[name]?.length ?? 0;
      const known = this.values.get(name);
      const isCurrent = known !== undefined && known === this.current;
      // One value grows at a time: another one that changes, or one that shrinks, has begun again.
      const isNew = known === undefined || (isCurrent ? length < known.length : length !== known.length);
      if (isNew) this.open(name, params);
      if (this.current?.name === name) this.read(this.current, length);
    }
    return this.take();
  }

  /** No value grows any more. */
  settle({ params }: ToolUse): string {
    this.close(params);
    return this.take();
  }

  /** The input is whole. */
  end({ params }: ToolUse): string {
    this.close(params);
    for (const { name, printed } of [...this.values.values()]) {
      if (printed !== params[name]) this.printAgain(name, params);
    }
    this.json += this.isEmpty ? '{}' : '}';
    return this.take();
  }

  private open(name: string, params: ToolUse['params']): void {
    // Nothing of it was printed yet.
    if (this.current?.name === name && this.current.typed !== undefined) return;
    this.close(params);
    const parameter = this.parameters.get(name);
    const typed = parameter === undefined || takesText(parameter) ? undefined : parameter;
    const value: Value = { name, typed, length: 0, printed: '', half: '' };
    this.values.set(name, value);
    this.current = value;
    if (typed === undefined) this.json += `${this.key(name)}"`;
  }

  private read(value: Value, length: number): void {
    if (value.typed === undefined && length > value.length) {
      this.print(value, value.half + this.parser.getContentSince(this.index, value.length, value.name));
    }
    value.length = length;
  }

  private print(value: Value, text: string): void {
    value.half = isHighSurrogate(text.charCodeAt(text.length - 1)) ? text.slice(-1) : '';
    const whole = value.half === '' ? text : text.slice(0, -1);
    value.printed += whole;
    this.json += escaped(whole);
  }

  private close(params: ToolUse['params']): void {
    const { current: value } = this;
    if (value === undefined) return;
    this.current = undefined;
    if (value.typed === undefined) {
      value.printed += value.half;
      this.json += `${escaped(value.half)}"`;
    } else {
      value.printed = params[value.name] ?? '';
      this.json += this.key(value.name) + printTyped(value.printed, value.typed);
    }
  }

  /** A value was replaced by another one unseen. */
  private printAgain(name: string, params: ToolUse['params']): void {
    this.open(name, params);
    if (this.current?.typed === undefined) this.json += escaped(params[name] ?? '');
    this.close(params);
  }

  private key(name: string): string {
    const before = this.isEmpty ? '{' : ',';
    this.isEmpty = false;
    return `${before}${JSON.stringify(name)}:`;
  }

  private take(): string {
    const { json } = this;
    this.json = '';
    return json;
  }
}

/** JSON of the type that is asked for, as it was written; other text stays text, and the tool will say so. */
function printTyped(text: string, { types }: ToolParameter): string {
  const value = parseJson(text);
  return value !== undefined && isOfType(value, types) ? text : JSON.stringify(text);
}

function escaped(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}
