const SNIFFED = 2048;
const MARKS = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
] as const;

/** The characters of windows-1252 from 0x80 on, where some versions of Node have control characters. */
const WINDOWS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** The type of a page without its parameters, in small letters; empty when nothing is said. Pure. */
export function mediaType(header: string | undefined): string {
  return header?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

/**
 * The text of a page: in the encoding of its byte order mark, its header, or its first `meta`; else UTF-8. What does not fit
 * becomes �. Pure. Never throws.
 */
export function decodePage(body: Buffer, header: string | undefined): string {
  const said = /charset\s*=\s*["']?([\w:.-]+)/i;
  const marked = MARKS.find(([mark]) => mark.every((byte, i) => body[i] === byte))?.[1];
  const head = body.subarray(0, SNIFFED).toString('latin1');
  const isMarkup = /html|xml|^$/.test(mediaType(header));
  const inside = isMarkup ? /<meta[^>]{0,200}?charset\s*=\s*["']?([\w:.-]+)/i.exec(head)?.[1] : undefined;
  const label = marked ?? said.exec(header ?? '')?.[1] ?? inside ?? 'utf-8';
  const decoder = decoderOf(label);
  const text = decoder.decode(body);
  if (decoder.encoding !== 'windows-1252') return text;
  return text.replace(
    /[\u0080-\u009f]/g,
    (character) => WINDOWS[character.charCodeAt(0) - 0x80] ?? character,
  );
}

function decoderOf(label: string): { readonly encoding: string; decode(bytes: Uint8Array): string } {
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder();
  }
}
