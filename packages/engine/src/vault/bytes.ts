/** Bytes that share their memory with no other thread. */
export type Bytes = Uint8Array<ArrayBuffer>;

const UTF8 = new TextEncoder();

export function concat(...parts: readonly Uint8Array[]): Bytes {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export function utf8(text: string): Bytes {
  return concat(UTF8.encode(text));
}
