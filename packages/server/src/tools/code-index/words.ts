/** Words that stand everywhere and say nothing. */
const COMMON: ReadonlySet<string> = new Set(
  `a all an and any are as at be by can do does for from has have how if in into is it its no not of on one or so such that the
their them then there these they this to was what when where which who with you
await async case catch class const else export extends function import interface let new null private public readonly return
self static string number boolean type undefined var void while`.split(/\s+/),
);

const MOST_LETTERS = 64;

/**
 * The words of a text, as they are looked for: names are taken apart (`readFile`, `read_file`, `HTTPServer2`) and also kept
 * whole, in small letters, without the endings of English. Pure. Linear.
 */
export function wordsOf(text: string): string[] {
  const words: string[] = [];
  for (const [name] of text.matchAll(/[\p{L}\p{N}_$]+/gu)) {
    // Keys and hashes in code are no words.
    if (name.length > MOST_LETTERS) continue;
    const parts = partsOf(name);
    for (const part of parts) add(words, part);
    if (parts.length > 1) add(words, parts.join(''));
  }
  return words;
}

function partsOf(name: string): readonly string[] {
  return name.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}\p{Lm}\p{M}]+|\p{N}+/gu) ?? [];
}

function add(words: string[], part: string): void {
  const word = part.toLowerCase();
  if (word.length > 1 && !COMMON.has(word)) words.push(stemOf(word));
}

/** A word without the ending that its other forms have too; not grammar, only the same for most forms of one word. */
function stemOf(word: string): string {
  if (word.length < 5) return word.length > 3 && /[^s]s$/.test(word) ? word.slice(0, -1) : word;
  return word
    .replace(/(?:ies|ied)$/, 'y')
    .replace(/(?:ations?|ators?)$/, 'at')
    .replace(/(?:ings?|ers?|ed|es|e|s)$/, '')
    .replace(/([^aeiouls])\1$/, '$1');
}
