/** Bytes that share their memory with no other thread, for compilers that know such a type and for older ones. */
export type Bytes = ReturnType<Uint8Array['slice']>;

const UTF8 = new TextEncoder();

/** The parts, one after the other, as bytes of their own. Pure. */
export function concat(...parts: readonly Uint8Array[]): Bytes {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** A text in UTF-8. Pure. */
export function utf8(text: string): Bytes {
  return concat(UTF8.encode(text));
}

/** Two digits of hex for each byte. Pure. */
export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The bytes of pairs of hex digits. */
export function fromHex(text: string): Bytes {
  return Uint8Array.from({ length: text.length / 2 }, (_, i) =>
    Number.parseInt(text.slice(2 * i, 2 * i + 2), 16),
  );
}
