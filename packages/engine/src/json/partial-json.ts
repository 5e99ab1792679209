import { GrowingNumber } from './growing-number.ts';
import { GrowingString } from './growing-string.ts';

/** A value of JSON that may still grow. */
export type PartialJsonValue = string | number | boolean | null | PartialJsonObject | PartialJsonArray;

/** An object of JSON that may still grow. */
export interface PartialJsonObject {
  readonly [key: string]: PartialJsonValue;
}

/** An array of JSON that may still grow. */
export type PartialJsonArray = readonly PartialJsonValue[];

/** The first character with which the text cannot become JSON any more. */
export interface PartialJsonProblem {
  readonly message: string;
  /** Its index in all that was appended. */
  readonly position: number;
}

/**
 * JSON while it arrives, cut anywhere. Never throws. Linear: each character is looked at once, and `value` is only a look.
 *
 * A string shows what it has so far, but no half of an escape or of a surrogate pair. A number shows when it is over;
 * `true`, `false` and `null` when they are whole; a key when its value does. A text that is nothing but a number has no
 * end to wait for: it shows what it is so far.
 */
export interface PartialJson {
  /** Takes in more text; none after a problem. */
  append(chunk: string): void;
  /** The value so far. Open objects and arrays grow in place; closed ones are frozen and stay the same. */
  readonly value: PartialJsonValue | undefined;
  /** The value as it is now, for good: what is open is copied, what is closed is shared. */
  snapshot(): PartialJsonValue | undefined;
  /** True when `JSON.parse` would accept the text so far. */
  readonly complete: boolean;
  readonly problem: PartialJsonProblem | undefined;
  /** Tells whether there is a value at this path and it is over. Only a second value for its key can change it then. */
  isComplete(path: readonly (string | number)[]): boolean;
}

/** The answer of `parsePartialJson`. */
export interface PartialJsonResult {
  readonly value: PartialJsonValue | undefined;
  readonly complete: boolean;
  readonly problem?: PartialJsonProblem;
}

/** Begins to read JSON that arrives in pieces. */
export function createPartialJson(): PartialJson {
  return new JsonReader();
}

/** Reads JSON that may end too early, and shows of it what `PartialJson` does. Never throws. Linear. */
export function parsePartialJson(text: string): PartialJsonResult {
  const json = createPartialJson();
  json.append(text);
  const { value, complete, problem } = json;
  return problem === undefined ? { value, complete } : { value, complete, problem };
}

type OpenObject = Record<string, PartialJsonValue>;
type OpenArray = PartialJsonValue[];

const TAB = 0x09;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** The words that are values, by their first letter. */
const WORDS: ReadonlyMap<number, Word> = new Map([
  [0x74, { text: 'true', value: true }],
  [0x66, { text: 'false', value: false }],
  [0x6e, { text: 'null', value: null }],
]);
interface Word {
  readonly text: string;
  readonly value: boolean | null;
}

/** The names that every object has already, such as `__proto__`. */
const INHERITED: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype));

/** The places in which a reader can be, and what may come there. */
const EXPECTED = {
  value: 'a value',
  'first item': 'a value or "]"',
  'next item': '"," or "]"',
  'first key': 'a key in quotes or "}"',
  key: 'a key in quotes',
  colon: '":"',
  'next key': '"," or "}"',
  end: 'nothing more',
  string: 'an escape instead of a control character',
  escape: 'one of " \\ / b f n r t u',
  hex: 'a hexadecimal digit',
  number: 'a digit',
  word: 'true, false or null',
} as const;
type ParserState = Exclude<keyof typeof EXPECTED, 'escape' | 'hex'>;

class JsonReader implements PartialJson {
  value: PartialJsonValue | undefined = undefined;
  problem: PartialJsonProblem | undefined = undefined;
  private place: ParserState = 'value';
  /** The length of all chunks before this one. */
  private offset = 0;

  /** The open containers, outermost first. The last of them is also `object` or `array`. */
  private readonly open: (OpenObject | OpenArray)[] = [];
  /** For each that is an object, the key of the one in it. */
  private readonly openKeys: string[] = [];
  private object: OpenObject | undefined = undefined;
  private array: OpenArray | undefined = undefined;
  /** The key that the value being read belongs to. */
  private key = '';
  private index = 0;

  private readonly string = new GrowingString();
  private isKey = false;
  private number = new GrowingNumber();
  private word: Word = { text: '', value: null };
  private matched = 0;

  get complete(): boolean {
    if (this.problem !== undefined) return false;
    return this.place === 'end' || (this.inTopNumber() && this.number.whole);
  }

  append(chunk: string): void {
    if (this.problem !== undefined) return;
    for (let i = 0; i < chunk.length && this.problem === undefined; ) i = this.take(chunk, i);
    this.offset += chunk.length;
    if (this.inString()) this.put(this.string.text);
    else if (this.inTopNumber() && this.number.begun) this.put(this.number.value);
  }

  snapshot(): PartialJsonValue | undefined {
    let copy: PartialJsonValue | undefined;
    for (let i = this.open.length - 1; i >= 0; i--) {
      const original = this.open[i];
      if (Array.isArray(original)) {
        const items = original.slice();
        if (copy !== undefined) items[items.length - 1] = copy;
        copy = items;
      } else {
        const members: OpenObject = { ...original };
        if (copy !== undefined) define(members, this.openKeys[i] ?? '', copy);
        copy = members;
      }
    }
    return copy ?? this.value;
  }

  isComplete(path: readonly (string | number)[]): boolean {
    let value = this.value;
    let parent: PartialJsonValue | undefined;
    for (const step of path) {
      parent = value;
      value = childOf(parent, step);
    }
    if (path.length === 0) return this.complete;
    if (value === undefined || value === this.open[path.length]) return false;
    const isLast = parent === this.open.at(-1) && String(path.at(-1)) === this.slot();
    return !(isLast && this.inString());
  }

  /** Takes in what belongs together, from an index on. Returns where it stopped. */
  private take(chunk: string, from: number): number {
    switch (this.place) {
      case 'string':
        return this.takeString(chunk, from);
      case 'number':
        return this.takeNumber(chunk, from);
      case 'word':
        return this.takeWord(chunk, from);
      default:
        return this.takeMark(chunk, from);
    }
  }

  private takeMark(chunk: string, at: number): number {
    const code = chunk.charCodeAt(at);
    if (isWhiteSpace(code)) return at + 1;
    switch (this.place) {
      case 'value':
        return this.begin(chunk, at);
      case 'first item':
        return code === CLOSE_BRACKET ? this.close(at) : this.begin(chunk, at);
      case 'next item':
        if (code === COMMA) return this.go('value', at);
        if (code === CLOSE_BRACKET) return this.close(at);
        break;
      case 'first key':
        if (code === QUOTE) return this.beginString(at);
        if (code === CLOSE_BRACE) return this.close(at);
        break;
      case 'key':
        if (code === QUOTE) return this.beginString(at);
        break;
      case 'colon':
        if (code === COLON) return this.go('value', at);
        break;
      case 'next key':
        if (code === COMMA) return this.go('key', at);
        if (code === CLOSE_BRACE) return this.close(at);
        break;
    }
    return this.fail(chunk, at);
  }

  private begin(chunk: string, at: number): number {
    if (this.array !== undefined) this.index = this.array.length;
    const code = chunk.charCodeAt(at);
    if (code === QUOTE) return this.beginString(at);
    if (code === OPEN_BRACE) return this.enter({}, 'first key', at);
    if (code === OPEN_BRACKET) return this.enter([], 'first item', at);
    const word = WORDS.get(code);
    if (word !== undefined) {
      this.word = word;
      this.matched = 1;
      return this.go('word', at);
    }
    this.number = new GrowingNumber();
    return this.number.take(code) ? this.go('number', at) : this.fail(chunk, at);
  }

  private beginString(at: number): number {
    this.isKey = this.place === 'key' || this.place === 'first key';
    this.string.begin();
    return this.go('string', at);
  }

  private enter(container: OpenObject | OpenArray, place: ParserState, at: number): number {
    this.put(container);
    if (this.object !== undefined) this.openKeys[this.open.length - 1] = this.key;
    this.open.push(container);
    this.turnTo(container);
    return this.go(place, at);
  }

  private close(at: number): number {
    Object.freeze(this.open.pop());
    this.turnTo(this.open[this.open.length - 1]);
    return this.go(this.placeAfterValue(), at);
  }

  private turnTo(container: OpenObject | OpenArray | undefined): void {
    const isArray = Array.isArray(container);
    this.array = isArray ? container : undefined;
    this.object = isArray ? undefined : container;
  }

  private takeString(chunk: string, from: number): number {
    const stop = this.string.take(chunk, from);
    if (this.string.place !== 'over')
      return stop < chunk.length ? this.fail(chunk, stop, this.string.place) : stop;
    if (this.isKey) {
      this.key = this.string.text;
      this.place = 'colon';
    } else {
      this.put(this.string.text);
      this.place = this.placeAfterValue();
    }
    return stop;
  }

  private takeNumber(chunk: string, from: number): number {
    let i = from;
    while (i < chunk.length && this.number.take(chunk.charCodeAt(i))) i++;
    if (i === chunk.length) return i;
    if (!this.number.whole) return this.fail(chunk, i);
    // Before a wrong character it stays as it was shown: at the top it is, elsewhere it is not.
    if (this.open.length === 0 || this.mayFollow(chunk.charCodeAt(i))) this.put(this.number.value);
    this.place = this.placeAfterValue();
    return i;
  }

  private mayFollow(code: number): boolean {
    return (
      isWhiteSpace(code) ||
      code === COMMA ||
      code === (this.array === undefined ? CLOSE_BRACE : CLOSE_BRACKET)
    );
  }

  private takeWord(chunk: string, at: number): number {
    if (chunk.charCodeAt(at) !== this.word.text.charCodeAt(this.matched)) return this.fail(chunk, at);
    this.matched++;
    if (this.matched < this.word.text.length) return at + 1;
    this.put(this.word.value);
    return this.go(this.placeAfterValue(), at);
  }

  private go(place: ParserState, at: number): number {
    this.place = place;
    return at + 1;
  }

  private placeAfterValue(): ParserState {
    if (this.array !== undefined) return 'next item';
    return this.object === undefined ? 'end' : 'next key';
  }

  private put(value: PartialJsonValue): void {
    if (this.array !== undefined) this.array[this.index] = value;
    else if (this.object !== undefined) define(this.object, this.key, value);
    else this.value = value;
  }

  private slot(): string {
    return this.array === undefined ? this.key : String(this.index);
  }

  private inString(): boolean {
    return this.place === 'string' && !this.isKey;
  }

  private inTopNumber(): boolean {
    return this.place === 'number' && this.open.length === 0;
  }

  private fail(chunk: string, at: number, place: keyof typeof EXPECTED = this.place): number {
    const position = this.offset + at;
    const found = nameOf(chunk.charCodeAt(at));
    const message = `Expected ${EXPECTED[place]} at position ${position}, but found ${found}.`;
    this.problem = { message, position };
    return at;
  }
}

/** Sets a member as `JSON.parse` does: as the object's own, whatever name it has. */
function define(object: OpenObject, key: string, value: PartialJsonValue): void {
  if (!INHERITED.has(key)) object[key] = value;
  else Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
}

function childOf(value: PartialJsonValue | undefined, step: string | number): PartialJsonValue | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (isArray(value)) return typeof step === 'number' ? value[step] : undefined;
  return Object.hasOwn(value, step) ? value[step] : undefined;
}

/** `Array.isArray` for arrays that are not written to. */
function isArray(value: PartialJsonObject | PartialJsonArray): value is PartialJsonArray {
  return Array.isArray(value);
}

function isWhiteSpace(code: number): boolean {
  return code === SPACE || code === LINE_FEED || code === CARRIAGE_RETURN || code === TAB;
}

function nameOf(code: number): string {
  if (code === QUOTE) return 'a quote';
  if (code > SPACE && code < 0x7f) return `"${String.fromCharCode(code)}"`;
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}
