/**
 * Gemini seals its thinking on any part, and wants each seal back on the part that had it. A thought's own seal is the
 * signature of its block. The other two become a block of hidden thinking: before the call, or behind the text, whose
 * characters `from` to `to` came with it.
 */
export type Seal =
  | { readonly on: 'thought' | 'call'; readonly signature: string }
  | { readonly on: 'text'; readonly signature: string; readonly from: number; readonly to: number };

/** A seal as the log keeps it. It says whose it is: no other provider takes it. */
export function printSeal(seal: Seal): string {
  const place = seal.on === 'text' ? `text-${seal.from}-${seal.to}` : seal.on;
  return `gemini:${place}:${seal.signature}`;
}

/** The seal that was printed; undefined when it is another provider's. */
export function readSeal(printed: string | undefined): Seal | undefined {
  const [, place, from, to, signature = ''] =
    /^gemini:(thought|call|text-(\d+)-(\d+)):(.*)$/s.exec(printed ?? '') ?? [];
  if (place === undefined) return undefined;
  if (place === 'thought' || place === 'call') return { on: place, signature };
  return { on: 'text', signature, from: Number(from), to: Number(to) };
}
