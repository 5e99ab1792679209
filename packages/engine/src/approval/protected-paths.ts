import { beginsWithStar, type NameGlob, nameGlob, namesMeet, plainName, shellGlob } from './globs.ts';
import { fold, inRoot, isAbsolute, looseNames, loosePath, plainPath } from './paths.ts';
import type { ShellWord } from './shell-program.ts';

interface ProtectedPath {
  readonly names: readonly ProtectedName[];
  readonly absolute: boolean;
}

interface ProtectedName {
  readonly text: string;
  readonly glob: NameGlob;
}

/** Tells which paths lead into a protected one. */
export interface Protection {
  readonly path: (path: string) => boolean;
  /** The same for a word of a command, which may be a path, have one in it, or stand for files by `*`. */
  readonly word: (word: ShellWord) => boolean;
}

// They decide what runs later: hooks, and the rules of this very policy.
const ALWAYS = ['.git', '.millrace'];

/**
 * Protects `.git`, `.millrace` and the given paths with all that is below, in any spelling. A relative one is meant in every
 * folder. An absolute one is meant where it is; if nobody knows where a relative path begins, its last name is enough. One that
 * the root is in does not hold there: to work in a folder is to be allowed there. Pure.
 */
export function protect(paths: readonly string[], root: string | undefined): Protection {
  const all = [...ALWAYS, ...paths].map(compile).filter(({ names }) => names.length > 0);
  const rootNames = globNames(root === undefined ? [] : loosePath(root).slice(1));
  const loose = all.map(({ names, absolute }) => (absolute ? names.slice(-1) : names));
  return {
    path: (path) => {
      const spellings = spellingsOf(path).map(globNames);
      const full = isAbsolute(path) ? path : root === undefined ? undefined : `${root}/${path}`;
      const plain = plainPath(inRoot(path, root));
      const isIn = plain !== undefined && plain[0] !== '';
      const from = full === undefined ? undefined : globNames(loosePath(full).slice(1));
      return all.some(({ names, absolute }, i) =>
        absolute && from !== undefined
          ? fits(from, 0, names) && !(isIn && fits(rootNames, 0, names))
          : spellings.some((each) => contains(each, loose[i] ?? names)),
      );
    },
    word: (word) => {
      const text = word.text.replace(/[=:,@;\s"'()<>|&{}]/g, '/');
      return spellingsOf(text)
        .map((names) => wordNames(names, word.glob))
        .some((each) => loose.some((names) => contains(each, names)));
    },
  };
}

/** A path as it is written, and where it leads if folders are what they seem. */
function spellingsOf(path: string): readonly (readonly string[])[] {
  const names = looseNames(path);
  return names.includes('..') ? [names, loosePath(path)] : [names];
}

function compile(path: string): ProtectedPath {
  const names = looseNames(path.replace(/\/\*\*$/, '')).map((text) => ({ text, glob: nameGlob(text) }));
  return { names, absolute: isAbsolute(path) };
}

interface SpelledName {
  readonly text: string;
  readonly glob: NameGlob;
  /** Stars at its beginning do not stand for a dot. */
  readonly stars: boolean;
}

function globNames(names: readonly string[]): readonly SpelledName[] {
  return names.map((text) => ({ text, glob: plainName(text), stars: false }));
}

/** The names in a word of a command, also those behind a short option: `-C.git`. */
function wordNames(names: readonly string[], glob: boolean): readonly SpelledName[] {
  const bare = names.map((name) => (/^-[^-]/.test(name) && name.length > 2 ? name.slice(2) : name));
  if (!glob) return globNames(bare);
  return bare.map((text) => {
    const open = shellGlob(text);
    return { text, glob: open, stars: beginsWithStar(open) };
  });
}

/** Tells whether some run of names is the protected path. */
function contains(names: readonly SpelledName[], path: readonly ProtectedName[]): boolean {
  return names.some((_, from) => fits(names, from, path));
}

function fits(names: readonly SpelledName[], from: number, path: readonly ProtectedName[]): boolean {
  return path.every((each, i) => {
    const name = names[from + i];
    return name !== undefined && (meets(name, each) || isShortName(name.text, each.text));
  });
}

function meets(name: SpelledName, { text, glob }: ProtectedName): boolean {
  if (name.text === text) return true;
  return !(name.stars && text.startsWith('.')) && namesMeet(name.glob, glob);
}

/** Tells whether this is the short name that Windows keeps beside a long one: `GIT~1` of `.git`. */
function isShortName(name: string, long: string): boolean {
  const [, start] = /^([^~]{1,6})~\d{1,6}(?:\.[^.]{0,3})?$/.exec(name) ?? [];
  return start !== undefined && fold(long).replace(/[. ]/g, '').startsWith(start);
}
