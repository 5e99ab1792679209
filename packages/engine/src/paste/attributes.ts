import { decodeEntities } from '../document/html-text.ts';

/** A tag's attributes and the declarations of its style, by their names in lower case. */
export interface Tag {
  readonly attributes: ReadonlyMap<string, string>;
  readonly style: ReadonlyMap<string, string>;
}

/** Reads what stands in a tag behind its name. */
export type TagReader = (written: string) => Tag;

/** Tags that are kept: programs write the same attributes for thousands of elements. */
const KEPT = 500;
const KEPT_LENGTH = 1000;
const NONE: ReadonlyMap<string, string> = new Map();
const BARE: Tag = { attributes: NONE, style: NONE };

/** A reader of what stands in tags, which reads the same only once. Linear. Never throws. */
export function createTagReader(): TagReader {
  const kept = new Map<string, Tag>();
  return (written) => {
    if (!written.includes('=')) return BARE;
    const known = kept.get(written);
    if (known !== undefined) return known;
    const attributes = readAttributes(written);
    const style = attributes.get('style');
    const tag = { attributes, style: style === undefined ? NONE : readStyle(style) };
    if (kept.size < KEPT && written.length <= KEPT_LENGTH) kept.set(written, tag);
    return tag;
  };
}

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
function readStyle(style: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const part of style.toLowerCase().split(';')) {
    const colon = part.indexOf(':');
    if (colon > 0) found.set(part.slice(0, colon).trim(), part.slice(colon + 1).trim());
  }
  return found;
}

/** Tells whether a style has letters of one width. Pure. */
export function isMonospace(style: ReadonlyMap<string, string>): boolean {
  const family = style.get('font-family') ?? style.get('font');
  return family !== undefined && FAMILIES.some((name) => family.includes(name));
}
const FAMILIES = ['mono', 'courier', 'consolas', 'menlo', 'cascadia', 'fira code', 'source code', 'hack'];
