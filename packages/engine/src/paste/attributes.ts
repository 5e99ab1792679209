import { decodeEntities } from '../document/html-text.ts';

/** The attributes of a tag, by their names in lower case; the first of a name counts. Pure. Linear. Never throws. */
export function readAttributes(written: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [, name = '', double, single, bare] of written.matchAll(ATTRIBUTE)) {
    const key = name.toLowerCase();
    if (!found.has(key)) found.set(key, decodeEntities(double ?? single ?? bare ?? ''));
  }
  return found;
}
const ATTRIBUTE = /([^\s=>"'/]+)(?:\s*=\s*(?:"([^"]*)"?|'([^']*)'?|([^\s"'>]+)))?/g;

/** The declarations of a style, by their names in lower case. Pure. Linear. Never throws. */
export function readStyle(style: string | undefined): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const part of (style ?? '').split(';')) {
    const colon = part.indexOf(':');
    if (colon > 0)
      found.set(
        part.slice(0, colon).trim().toLowerCase(),
        part
          .slice(colon + 1)
          .trim()
          .toLowerCase(),
      );
  }
  return found;
}

/** Tells whether a style has letters of one width. Pure. */
export function isMonospace(style: ReadonlyMap<string, string>): boolean {
  const family = style.get('font-family') ?? style.get('font') ?? '';
  return FAMILIES.some((name) => family.includes(name));
}
const FAMILIES = ['mono', 'courier', 'consolas', 'menlo', 'cascadia', 'fira code', 'source code', 'hack'];
