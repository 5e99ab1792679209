import type { SheetContent } from '../content/content.ts';
import {
  type CodePreview,
  codePreview,
  type DocPreview,
  docPreview,
  type SheetPreview,
  sheetPreview,
} from './previews.ts';

/** Previews by the hash of their content: the same object for the same hash while it is kept. */
export interface PreviewCache {
  code(contentHash: string, text: string): CodePreview;
  sheet(contentHash: string, grid: SheetContent['grid']): SheetPreview;
  doc(contentHash: string, html: string): DocPreview;
}

/** Keeps, of each kind, the previews that were asked for last, at most `limit`. */
export function createPreviewCache(limit: number): PreviewCache {
  return {
    code: keepLast(limit, codePreview),
    sheet: keepLast(limit, sheetPreview),
    doc: keepLast(limit, docPreview),
  };
}

function keepLast<Source, Value>(
  limit: number,
  make: (source: Source) => Value,
): (key: string, source: Source) => Value {
  // A map has its keys in the order in which they were set: the first was asked for longest ago.
  const kept = new Map<string, Value>();
  return (key, source) => {
    const value = kept.get(key) ?? make(source);
    kept.delete(key);
    kept.set(key, value);
    for (const oldest of kept.keys()) {
      if (kept.size <= limit) break;
      kept.delete(oldest);
    }
    return value;
  };
}
