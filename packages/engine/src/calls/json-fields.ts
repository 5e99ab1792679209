import { skipWhiteSpace } from './white-space.ts';

/** Receives the fields of a JSON object, and those one level inside it. */
export interface JsonFieldsHost {
  /** A field with a string begins. */
  open(key: string): void;
  /** A piece of the string, without its escapes. */
  push(piece: string): void;
  /** The string is over. */
  close(): void;
  /** A field that is no string, as JSON. */
  other(key: string, json: string): void;
  /** A field has an object; true to be told of its fields, false to get it as JSON. */
  enter(key: string): boolean;
  /** The object that was entered is over. */
  leave(): void;
}

type FieldState = 'start' | 'key' | 'colon' | 'value' | 'comma' | 'string' | 'other';

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ['\\', '\\'],
  ['/', '/'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);

/**
 * Reads a JSON object while it arrives. Inside a string a line break may stand as it is, as small models write it.
 * Never throws; linear.
 */
export class JsonFields {
  /** `done` behind the last brace; `broken` where it cannot be JSON any more. */
  state: 'open' | 'done' | 'broken' = 'open';
  private readonly host: JsonFieldsHost;
  private place: FieldState = 'start';
  private entered = false;
  private key = '';
  private inKey = false;
  private escape = '';
  private json = '';
  private depth = 0;
  private quoted = false;

  constructor(host: JsonFieldsHost) {
    this.host = host;
  }

  /** Takes in text from an offset on, the first brace included. Returns where it stopped. */
  take(text: string, from: number, to: number): number {
    let i = from;
    while (i < to && this.state === 'open') {
      if (this.place === 'string') i = this.takeString(text, i, to);
      else if (this.place === 'other') i = this.takeOther(text, i, to);
      else i = this.takeMark(text, i, to);
    }
    return i;
  }

  /** Tells whether nothing more is read. */
  ended(): boolean {
    return this.state !== 'open';
  }

  private takeMark(text: string, from: number, to: number): number {
    const i = skipWhiteSpace(text, from, to);
    if (i === to) return to;
    const char = text.charAt(i);
    if (this.place === 'value' && !this.beginsHere(char)) {
      this.place = 'other';
      return i;
    }
    this.mark(char);
    return i + 1;
  }

  /** Tells whether the value is one that is read piece by piece. */
  private beginsHere(char: string): boolean {
    return char === '"' || (char === '{' && !this.entered && this.host.enter(this.key));
  }

  private mark(char: string): void {
    const { place } = this;
    if (place === 'start' && char === '{') this.place = 'key';
    else if (place === 'key' && char === '"') this.beginString(true);
    else if ((place === 'key' || place === 'comma') && char === '}') this.endObject();
    else if (place === 'colon' && char === ':') this.place = 'value';
    else if (place === 'value' && char === '"') this.beginString(false);
    else if (place === 'value') {
      this.entered = true;
      this.place = 'key';
    } else if (place === 'comma' && char === ',') this.place = 'key';
    else this.state = 'broken';
  }

  private beginString(inKey: boolean): void {
    this.place = 'string';
    this.inKey = inKey;
    if (inKey) this.key = '';
    else this.host.open(this.key);
  }

  private endObject(): void {
    if (!this.entered) {
      this.state = 'done';
      return;
    }
    this.entered = false;
    this.place = 'comma';
    this.host.leave();
  }

  private takeString(text: string, from: number, to: number): number {
    if (this.escape !== '') return this.takeEscape(text, from);
    let i = from;
    while (i < to && text.charAt(i) !== '"' && text.charAt(i) !== '\\') i++;
    if (i > from) this.say(text.slice(from, i));
    if (i === to) return to;
    if (text.charAt(i) === '\\') this.escape = '\\';
    else {
      this.place = this.inKey ? 'colon' : 'comma';
      if (!this.inKey) this.host.close();
    }
    return i + 1;
  }

  private takeEscape(text: string, at: number): number {
    this.escape += text.charAt(at);
    const code = this.escape.slice(1);
    const plain = ESCAPES.get(code);
    if (plain !== undefined) this.endEscape(plain);
    else if (!/^u[0-9a-fA-F]{0,4}$/.test(code)) this.state = 'broken';
    else if (code.length === 5) this.endEscape(String.fromCharCode(Number.parseInt(code.slice(1), 16)));
    return at + 1;
  }

  private endEscape(char: string): void {
    this.escape = '';
    this.say(char);
  }

  private say(piece: string): void {
    if (this.inKey) this.key += piece;
    else this.host.push(piece);
  }

  private takeOther(text: string, from: number, to: number): number {
    let i = from;
    while (i < to && !this.endsOther(text.charAt(i))) i++;
    this.json += text.slice(from, i);
    if (i < to) this.endOther();
    return i;
  }

  /** Tells whether the value that is no string ends before this character. */
  private endsOther(char: string): boolean {
    if (this.quoted) {
      if (this.escape !== '') this.escape = '';
      else if (char === '\\') this.escape = char;
      else if (char === '"') this.quoted = false;
      return false;
    }
    if (this.depth === 0 && /[\s,}\]]/.test(char)) return true;
    if (char === '"') this.quoted = true;
    else if (char === '{' || char === '[') this.depth++;
    else if (char === '}' || char === ']') this.depth--;
    return false;
  }

  private endOther(): void {
    const { json } = this;
    this.json = '';
    this.place = 'comma';
    if (isJson(json)) this.host.other(this.key, json);
    else this.state = 'broken';
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
