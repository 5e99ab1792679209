const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};
const TAG = /<\/?[a-z][^<>]{0,200}>/gi;
const REFERENCE = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,6}));/gi;

/** A short text of HTML without its tags, on one line. Pure. Linear. */
export function plainText(html: string): string {
  return html
    .replace(TAG, '')
    .replace(REFERENCE, (all, decimal: string, hex: string, name: string) => {
      if (name !== undefined) return NAMED[name.toLowerCase()] ?? all;
      const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
      return code <= 0x10ffff ? String.fromCodePoint(code) : all;
    })
    .replaceAll(/\s+/g, ' ')
    .trim();
}
