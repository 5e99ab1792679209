import { withoutCr } from '../lines.ts';

/** Where lines stand, and how well they fit: `exact`, or `loose` with other white space and quotes. */
export interface FoundLines {
  readonly at: number;
  readonly fit: 'exact' | 'loose';
}

const REACH = 40;

/**
 * Finds lines among others: at the line that is said, then ever further away from it, 40 lines at most; first as they are, then
 * with other white space and quotes. Where no line is said they must stand in one place only; several places are given back.
 * Pure.
 */
export function findLines(
  lines: readonly string[],
  search: readonly string[],
  near: number | undefined,
): FoundLines | readonly number[] {
  const from = near === undefined ? 0 : Math.max(0, near - REACH);
  const part = near === undefined ? lines : lines.slice(from, near + search.length + REACH);
  for (const [fit, form] of [
    ['exact', withoutCr],
    ['loose', looseLine],
  ] as const) {
    const places = placesOf(part.map(form), search.map(form)).map((at) => at + from);
    const [at] = near === undefined ? places : nearest(places, near);
    if (at === undefined) continue;
    if (near === undefined && places.length > 1) return places;
    return { at, fit };
  }
  return [];
}

function placesOf(lines: readonly string[], search: readonly string[]): readonly number[] {
  const places: number[] = [];
  for (let at = 0; at + search.length <= lines.length; at++)
    if (search.every((line, i) => line === lines[at + i])) places.push(at);
  return places;
}

function nearest(places: readonly number[], near: number): readonly number[] {
  const away = (at: number): number => Math.abs(at - near);
  return [...places].sort((a, b) => away(a) - away(b) || a - b);
}

/** A line as models tend to write it down from memory. */
function looseLine(line: string): string {
  const bare = line.trim();
  // Most lines are plain, and a large file has many of them.
  if (!/[^\x20-\x7e]| {2}/.test(bare)) return bare;
  return bare
    .replace(/\s+/g, ' ')
    .replace(/[‘’‚‛]/g, "'")
    .replace(/[“”„‟]/g, '"')
    .replace(/[–—]/g, '-')
    .replaceAll('…', '...');
}
