import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/** The cells of a table, row by row. */
export interface SheetContent {
  readonly grid: readonly (readonly string[])[];
}

/** The content of an embed: the text of a code block or document, or the cells of a sheet. */
export type Content = string | SheetContent;

const CID = 'cid:sha256:';
const UTF8 = new TextEncoder();

/** SHA-256 in hex of the text in UTF-8; a sheet is hashed as the JSON of its grid. Pure. */
export function contentHash(content: Content): string {
  return bytesToHex(sha256(UTF8.encode(contentText(content))));
}

/** The lasting ref of a content: equal contents have the same one. Pure. */
export function contentRefOf(content: Content): string {
  return CID + contentHash(content);
}

/** The ref of the embed at an index of a message while its content still arrives. */
export function streamRef(messageId: string, index: number): string {
  return `stream:${messageId}:${index}`;
}

/** Tells whether a ref names one content forever. Every other ref is a temporary name for whatever was last put there. */
export function isContentAddress(ref: string): boolean {
  return ref.startsWith('cid:');
}

/** A content as text; a sheet as the JSON of its grid, which is also what is hashed. */
export function contentText(content: Content): string {
  return typeof content === 'string' ? content : JSON.stringify(content.grid);
}

/**
 * A content as the cells of a sheet; undefined when it is none. The JSON of a grid and the grid itself have one hash,
 * so a reader that was promised a sheet may find its text under the ref, and the other way round.
 */
export function contentGrid(content: Content): SheetContent['grid'] | undefined {
  if (typeof content !== 'string') return content.grid;
  try {
    const value: unknown = JSON.parse(content);
    return isGrid(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Pure. */
export function sameContent(a: Content, b: Content): boolean {
  if (typeof a === 'string' || typeof b === 'string' || a === b) return a === b;
  return sameItems(a.grid, b.grid, (row, other) => row === other || sameItems(row, other, Object.is));
}

/** The same content, safe from later changes. What is frozen already is not copied again. */
export function frozenContent(content: Content): Content {
  if (typeof content === 'string') return content;
  return Object.freeze({ grid: frozenList(content.grid.map(frozenList)) });
}

function frozenList<T>(list: readonly T[]): readonly T[] {
  return Object.isFrozen(list) ? list : Object.freeze([...list]);
}

function sameItems<T>(a: readonly T[], b: readonly T[], same: (x: T, y: T) => boolean): boolean {
  // Within the bounds of both lists there is an item.
  return a.length === b.length && a.every((item, i) => same(item, b[i] as T));
}

function isGrid(value: unknown): value is SheetContent['grid'] {
  const isRow = (row: unknown): boolean =>
    Array.isArray(row) && row.every((cell) => typeof cell === 'string');
  return Array.isArray(value) && value.every(isRow);
}
