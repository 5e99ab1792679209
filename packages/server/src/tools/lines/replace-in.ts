import { count, joinLines, splitLines } from './lines.ts';
import { replaceMatches } from './replace-matches.ts';

/** The replacement that a call asks for. */
export interface ReplaceWish {
  readonly path: string;
  readonly search: string;
  readonly replace: string;
  readonly start_line?: number | undefined;
  readonly end_line?: number | undefined;
  readonly use_regex?: boolean | undefined;
  readonly ignore_case?: boolean | undefined;
}

export type Replacement = { readonly text: string; readonly matches: number } | { readonly problem: string };

/** The text with every match replaced, or why nothing is. A regular expression may take forever. Pure. */
export function replaceIn(text: string, wish: ReplaceWish): Replacement {
  const { path, start_line = 1, end_line = Number.POSITIVE_INFINITY } = wish;
  const { lines, ended } = splitLines(text);
  if (start_line > Math.max(1, lines.length))
    return { problem: `${path} has only ${count(lines.length, 'line')}.` };
  const end = Math.min(end_line, lines.length);
  const part = joinLines({ lines: lines.slice(start_line - 1, end), ended: end === lines.length && ended });
  const done = replaceMatches(part, patternOf(wish));
  if (done === undefined) return { problem: `${path} would be larger than 10 MB, so it was not changed.` };
  if (done.matches === 0) return { problem: `Nothing in ${path} matches, so it was not changed.` };
  const before = lines.slice(0, start_line - 1).map((line) => `${line}\n`);
  const after = joinLines({ lines: lines.slice(end), ended });
  const joint = end < lines.length ? '\n' : '';
  return { text: [...before, done.text, joint, after].join(''), matches: done.matches };
}

function patternOf({ search, replace, use_regex = false, ignore_case = false }: ReplaceWish) {
  const flags = ignore_case ? 'gim' : 'gm';
  // Behind the last line break there is no line that ^ could begin.
  if (use_regex)
    return { regex: new RegExp(`(?!(?<=\\n)(?![^]))(?:${search})`, flags), replacement: replace };
  const plain = search
    .replaceAll('\r\n', '\n')
    .replace(/[\\^$.*+?()[\]{}|/-]/g, (char) => (char === '-' ? '\\x2d' : `\\${char}`));
  // In a replacement $ begins a reference, and $$ is the character.
  const replacement = replace.replaceAll('\r\n', '\n').replaceAll('$', '$$$$');
  return { regex: new RegExp(plain, flags), replacement };
}
