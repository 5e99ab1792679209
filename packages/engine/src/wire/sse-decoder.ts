import { createHeldBytes } from './held-bytes.ts';
import { createSseEventReader, type SseCallbacks } from './sse-event-reader.ts';

/** The options of `createSseDecoder`. */
export interface SseDecoderOptions extends SseCallbacks {
  /** An event whose lines have more characters is dropped and reported. 16 Mi when not given, 128 Mi at most. */
  readonly maxEventLength?: number;
}

/** A decoder that is fed with bytes or text. */
export interface SseDecoder {
  feed(chunk: Uint8Array | string): void;
  /** Forgets what is unfinished. The decoder is then ready for another stream. */
  end(): void;
}

const LF = 0x0a;
const CR = 0x0d;
const BOM = 0xfeff;
const DEFAULT_MAX = 2 ** 24;
// With three bytes for a character this is still a text that every JavaScript engine can hold.
const HIGHEST_MAX = 2 ** 27;
// A larger chunk is read in slices, so that no text is made of the whole of it.
const SLICE = 2 ** 18;
// Up to this many bytes the lines of an event wait for its end, to be decoded together.
const SHORT = 2 ** 10;
const NO_BYTES = new Uint8Array(0);
// Stands for the beginning of a line that was too long to keep, so that its end is not taken for a blank line.
const LOST = ':';

/**
 * Turns bytes or text, cut anywhere, into server-sent events by the WHATWG rules. Linear, in bounded memory.
 * Never throws by itself; a line it cannot read is reported and skipped. An event without its closing blank line is
 * dropped. What a callback throws goes to the caller of `feed`, and the rest of that chunk is lost.
 */
export function createSseDecoder(options: SseDecoderOptions): SseDecoder {
  const { maxEventLength = DEFAULT_MAX } = options;
  if (!(maxEventLength >= 1 && maxEventLength <= HIGHEST_MAX)) {
    throw new RangeError(
      `createSseDecoder: maxEventLength must be from 1 to ${HIGHEST_MAX}, got ${maxEventLength}.`,
    );
  }
  const reader = createSseEventReader(options, maxEventLength);
  // The part of an unfinished line that was decoded, and the bytes that came after it.
  let rest = '';
  const held = createHeldBytes();
  // More bytes than these end in a line of more characters than allowed: a character has at most three.
  const maxHeld = SHORT + 3 * maxEventLength + 3;
  let atStart = true;
  let afterCr = false;

  function feed(chunk: Uint8Array | string): void {
    if (typeof chunk === 'string') {
      if (held.length() > 0) feedText(held.take(NO_BYTES, 0));
      feedText(chunk);
    } else if (chunk.length <= SLICE) {
      feedBytes(chunk);
    } else {
      for (let at = 0; at < chunk.length; at += SLICE) feedBytes(chunk.subarray(at, at + SLICE));
    }
  }

  // A line break is never part of a longer character, so whole lines can be decoded by themselves. That is faster than
  // a decoder that streams, and a small chunk costs a copy only.
  function feedBytes(chunk: Uint8Array): void {
    const length = held.length() + chunk.length;
    const end = length <= SHORT ? afterLastBlank(chunk) : afterLastBreak(chunk);
    if (end > 0) feedText(held.take(chunk, end));
    if (end < chunk.length) held.add(chunk, end, chunk.length);
    // So much can only be a line that is too long; it does not matter then that a character may be cut here.
    if (held.length() > maxHeld) feedText(held.take(NO_BYTES, 0));
  }

  function feedText(text: string): void {
    if (text === '') return;
    let at = 0;
    if (atStart && text.charCodeAt(0) === BOM) at = 1;
    if (afterCr && text.charCodeAt(0) === LF) at = 1;
    atStart = false;
    afterCr = false;
    // Each is searched again only when it was passed, so a text that has none of one kind is searched for it once.
    let cr = find('\r', text, at);
    let lf = find('\n', text, at);
    for (let end = Math.min(cr, lf); end < text.length; end = Math.min(cr, lf)) {
      readLine(text, at, end);
      at = end + 1;
      if (end === cr) {
        if (at === text.length) afterCr = true;
        else if (at === lf) at++;
        cr = find('\r', text, at);
      }
      // Most lines of data have a blank one after them, and a look is cheaper than a search.
      if (lf < at) lf = text.charCodeAt(at) === LF ? at : find('\n', text, at);
    }
    if (at < text.length) {
      rest = reader.drops(rest.length + text.length - at) ? LOST : rest + text.slice(at);
    }
  }

  function readLine(text: string, start: number, end: number): void {
    if (rest === '') reader.read(text, start, end);
    else {
      const line = reader.drops(rest.length + end - start) ? LOST : rest + text.slice(start, end);
      rest = '';
      reader.read(line, 0, line.length);
    }
  }

  function end(): void {
    // An unfinished line that is too long is reported, whether its bytes came as one chunk or as many.
    feedText(held.take(NO_BYTES, 0));
    reader.reset();
    rest = '';
    atStart = true;
    afterCr = false;
  }

  return { feed, end };
}

/** The position after the last line break, 0 when there is none. */
function afterLastBreak(bytes: Uint8Array): number {
  for (let at = bytes.length - 1; at >= 0; at--) {
    const byte = bytes[at];
    if (byte === LF || byte === CR) return at + 1;
  }
  return 0;
}

/** The position after the last break that may end an event: one after another, or one after what is not known here. */
function afterLastBlank(bytes: Uint8Array): number {
  let broken = false;
  for (let at = bytes.length - 1; at >= 0; at--) {
    const byte = bytes[at];
    const breaks = byte === LF || byte === CR;
    if (breaks && broken) return at + 2;
    broken = breaks;
  }
  return broken ? 1 : 0;
}

/** The index of the next break at or after a position; the length of the text when there is none. */
function find(lineBreak: '\r' | '\n', text: string, from: number): number {
  const at = text.indexOf(lineBreak, from);
  return at < 0 ? text.length : at;
}
