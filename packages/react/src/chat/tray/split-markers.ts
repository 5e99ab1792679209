import type { ToolHistoryEntry } from '@millrace/engine/run';

export type TextPiece =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'tool'; readonly entry: ToolHistoryEntry; readonly index: number };

const MARKER = /\[\[tool:(0|[1-9]\d{0,8})\]\]/g;
const BEGINNING = /\[(\[(t(o(o(l(:(\d{1,9}\]?)?)?)?)?)?)?)?$/;

/**
 * Cuts a text at the markers of its calls. A marker without an entry, a second one of a number, and one that is escaped
 * (`[\[tool:0]]`) are text. Joined with their markers, the pieces are the text. Pure, linear.
 */
export function splitMarkers(text: string, history: readonly ToolHistoryEntry[]): TextPiece[] {
  const pieces: TextPiece[] = [];
  const seen = new Set<number>();
  let end = 0;
  for (const { 0: marker, 1: digits, index: place } of text.matchAll(MARKER)) {
    const index = Number(digits);
    const entry = history[index];
    if (entry === undefined || seen.has(index)) continue;
    seen.add(index);
    pieces.push({ type: 'text', text: text.slice(end, place) }, { type: 'tool', entry, index });
    end = place + marker.length;
  }
  pieces.push({ type: 'text', text: text.slice(end) });
  return pieces;
}

/** A growing text, without an end that the next piece could turn into a marker. Pure. */
export function withoutHalfMarker(text: string): string {
  const half = BEGINNING.exec(text.slice(-24))?.[0] ?? '';
  return text.slice(0, text.length - half.length);
}
