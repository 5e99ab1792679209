export interface ReplacePattern {
  /** With the flag `g`. */
  readonly regex: RegExp;
  /** As `String.replace` reads it. */
  readonly replacement: string;
}

export interface Replaced {
  readonly text: string;
  readonly matches: number;
}

/** No file may be larger. */
const MOST_CHARACTERS = 10 * 1024 * 1024;
/** So many pieces are joined at once. */
const PIECES = 10_000;

/**
 * Replaces all matches as `String.replace` does; undefined when the text would get too long, which a short replacement can make
 * it without end. Pure. How long it takes is up to the regular expression.
 */
export function replaceMatches(
  text: string,
  { regex, replacement }: ReplacePattern,
  most = MOST_CHARACTERS,
): Replaced | undefined {
  let parts: readonly Part[] | undefined;
  const done: string[] = [];
  let pieces: string[] = [];
  let [matches, size, from] = [0, 0, 0];
  const add = (piece: string): boolean => {
    if (piece === '') return true;
    size += piece.length;
    if (pieces.push(piece) > PIECES) {
      done.push(pieces.join(''));
      pieces = [];
    }
    return size <= most;
  };
  for (const match of text.matchAll(regex)) {
    matches += 1;
    parts ??= replacementParts(replacement, match.groups !== undefined);
    let fits = add(text.slice(from, match.index));
    from = match.index + match[0].length;
    for (const part of parts) fits = fits && add(typeof part === 'string' ? part : part(match, text, from));
    if (!fits) return undefined;
  }
  return add(text.slice(from)) ? { text: [...done, ...pieces].join(''), matches } : undefined;
}

type Part = string | ((match: RegExpExecArray, text: string, end: number) => string);

/** A replacement as texts and what stands for parts of a match, as the language defines them: `$<` is text where no group has a name. */
function replacementParts(replacement: string, hasNames: boolean): readonly Part[] {
  const parts: Part[] = [];
  let from = 0;
  const lastName = hasNames ? replacement.lastIndexOf('>') : -1;
  for (const { index, 0: mark } of replacement.matchAll(/\$(?:[$&`'<]|\d\d?)/g)) {
    const isName = mark === '$<';
    // In a name, or without its end.
    if (index < from || (isName && index > lastName)) continue;
    const end = isName ? replacement.indexOf('>', index) + 1 : index + mark.length;
    parts.push(replacement.slice(from, index), partOf(replacement.slice(index, end)));
    from = end;
  }
  return [...parts, replacement.slice(from)];
}

function partOf(mark: string): Part {
  switch (mark) {
    case '$$':
      return '$';
    case '$&':
      return ([all]) => all;
    case '$`':
      return ({ index }, text) => text.slice(0, index);
    case "$'":
      return (_, text, end) => text.slice(end);
  }
  if (mark.startsWith('$<')) return ({ groups }) => groups?.[mark.slice(2, -1)] ?? '';
  return (match) => numbered(mark, match);
}

/** `$12` is the twelfth group, or where there are fewer the first one and a 2. */
function numbered(mark: string, match: RegExpExecArray): string {
  const groups = match.length - 1;
  const both = Number(mark.slice(1));
  if (both >= 1 && both <= groups) return match[both] ?? '';
  const first = Number(mark.charAt(1));
  if (mark.length === 3 && first >= 1 && first <= groups) return `${match[first] ?? ''}${mark.charAt(2)}`;
  return mark;
}
