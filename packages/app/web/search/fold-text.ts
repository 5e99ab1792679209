/** A text as it is compared: without case and accents. Pure. */
export const foldText = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** The words that somebody looks for. Pure. */
export const wordsOf = (query: string): readonly string[] => [
  ...new Set(
    foldText(query)
      .split(/\s+/)
      .filter((word) => word !== ''),
  ),
];

/** Tells whether a folded text has all of these words. Pure. */
export const hasWords = (folded: string, words: readonly string[]): boolean =>
  words.every((word) => folded.includes(word));

/** A part of a text, and whether it is one of the words that were looked for. */
export interface Piece {
  readonly text: string;
  readonly isHit: boolean;
}

/** Cuts a text at the words that were looked for: joined, the pieces are the text. Pure. */
export function cutAtWords(text: string, words: readonly string[]): readonly Piece[] {
  const { folded, starts } = foldPlaces(text);
  const isHit = new Array<boolean>(text.length).fill(false);
  for (const word of words) {
    for (let at = folded.indexOf(word); at >= 0 && word !== ''; at = folded.indexOf(word, at + word.length)) {
      isHit.fill(true, starts[at], starts[at + word.length] ?? text.length);
    }
  }
  const pieces: Piece[] = [];
  for (let from = 0, to = 1; from < text.length; from = to++) {
    while (to < text.length && isHit[to] === isHit[from]) to++;
    pieces.push({ text: text.slice(from, to), isHit: isHit[from] === true });
  }
  return pieces;
}

/** The folded text with the place in the text that each of its characters comes from. */
function foldPlaces(text: string): { readonly folded: string; readonly starts: readonly number[] } {
  let folded = '';
  const starts: number[] = [];
  // A letter and its accents are one.
  for (const [letter, at] of Array.from(
    text.matchAll(/\P{M}\p{M}*|\p{M}+/gu),
    (found) => [found[0], found.index] as const,
  )) {
    const plain = foldText(letter);
    folded += plain;
    for (let i = 0; i < plain.length; i++) starts.push(at);
  }
  return { folded, starts };
}

/** So many characters of a text stand before the first hit. */
const BEFORE = 40;
const MOST = 160;

/** The part of a text around the first of these words, in one line. Pure. */
export function excerptOf(text: string, words: readonly string[]): string {
  const { folded, starts } = foldPlaces(text);
  const hits = words.map((word) => folded.indexOf(word)).filter((at) => at >= 0);
  const hit = starts[Math.min(...hits)] ?? 0;
  const begin = hit <= BEFORE ? 0 : text.indexOf(' ', hit - BEFORE) + 1 || hit - BEFORE;
  const from = begin > hit ? hit : begin;
  const line = text
    .slice(from, from + MOST * 2)
    .replace(/\s+/g, ' ')
    .trim();
  const shown = line.length > MOST ? `${line.slice(0, MOST).trimEnd()}…` : line;
  return from > 0 ? `…${shown}` : shown;
}
