/** The bytes of an event that has not ended yet. */
export interface HeldBytes {
  length(): number;
  /** Adds the bytes from one position to another. */
  add(bytes: Uint8Array, from: number, to: number): void;
  /** Gives what is held, and after it the bytes up to a position, as text. Nothing is held then. */
  take(bytes: Uint8Array, to: number): string;
}

const FIRST_SIZE = 256;
// Below, a loop copies faster than the call that does it for more.
const SMALL = 32;
const LONG = 512;

/** A buffer that grows to twice its size, so that adding bytes one by one stays linear. */
export function createHeldBytes(): HeldBytes {
  const decode = createDecode();
  let buffer = new Uint8Array(FIRST_SIZE);
  let length = 0;

  function add(bytes: Uint8Array, from: number, to: number): void {
    const end = length + to - from;
    if (end > buffer.length) {
      const larger = new Uint8Array(Math.max(end, 2 * buffer.length));
      larger.set(buffer.subarray(0, length));
      buffer = larger;
    }
    if (to - from > SMALL) buffer.set(bytes.subarray(from, to), length);
    else copy(bytes, from, to, buffer, length);
    length = end;
  }

  return {
    length: () => length,
    add,
    take(bytes, to) {
      if (length === 0) return decode(to === bytes.length ? bytes : bytes.subarray(0, to));
      add(bytes, 0, to);
      const text = decode(buffer.subarray(0, length));
      length = 0;
      return text;
    },
  };
}

/** Reads UTF-8. What is invalid becomes U+FFFD; a byte order mark stays, because only the caller knows where a stream begins. */
function createDecode(): (bytes: Uint8Array) => string {
  const forAscii = new TextDecoder('utf-8', { ignoreBOM: true });
  let forOther: TextDecoder | undefined;
  let ascii = true;
  return (bytes) => {
    let decoder = forAscii;
    if (!ascii && bytes.length > LONG) {
      forOther ??= createStreamed();
      decoder = forOther;
    }
    const text = decoder.decode(bytes);
    ascii = text.length === bytes.length;
    return text;
  };
}

/**
 * In Node a decoder that has streamed once takes another path from then on. It is twice as fast for long text that is
 * not ASCII, and many times slower for ASCII; so what came last says which to take. Elsewhere both are the same.
 */
function createStreamed(): TextDecoder {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  decoder.decode(new Uint8Array(0), { stream: true });
  return decoder;
}

function copy(bytes: Uint8Array, from: number, to: number, into: Uint8Array, at: number): void {
  for (let i = from; i < to; i++) into[at + i - from] = bytes[i] ?? 0;
}
