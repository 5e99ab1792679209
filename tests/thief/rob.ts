import { isLong } from '../../fixtures/long.ts';
import { type Burglary, burgle, type Source } from './burgle.ts';
import { exceptionOf, LOCKS, marksIn } from './exceptions.ts';
import type { Loot, LootFile } from './loot.ts';
import { type Found, findMarks, guessed, hashesOf } from './marks.ts';
import { isDatabase, type Sealed, sealedIn } from './sealed-values.ts';

/** All that somebody learns who has only the loot. */
export interface Robbery {
  readonly marks: readonly Found[];
  /** The places of what was opened with something that lay beside it. */
  readonly opened: readonly string[];
  readonly tried: number;
}

/** Longer files are texts, whose words are tried, and not each of their bytes. */
const SMALL_FILE = 4096;
/** Longer values are contents. */
const SMALL_VALUE = 128;

/** Looks for marks and keys everywhere. What is known to open needs only its key. */
export function rob(loot: Loot, known: Opened): Robbery {
  const sealed = sealedIn(loot);
  const { opened, tried } = burgle(sealed, sourcesIn(loot, sealed), known);
  return { marks: marksOf(loot), opened: [...opened.keys()].map(({ where }) => where), tried };
}

function marksOf({ files, cells }: Loot): Found[] {
  const inCells = cells.flatMap(({ table, column, value }) => {
    const bytes = value instanceof Uint8Array ? Buffer.from(value) : Buffer.from(String(value));
    return findMarks(bytes, `${table}.${column}`);
  });
  return [...files.flatMap(marksIn), ...inCells];
}

function sourcesIn({ files, cells }: Loot, sealed: readonly Sealed[]): Source[] {
  const isSealed = new Set(sealed.map(({ cell }) => cell?.value));
  const values = new Set(cells.map(({ value }) => value).filter((value) => !isSealed.has(value)));
  return [
    ...[...values].flatMap((value): Source[] => {
      if (value instanceof Uint8Array)
        return [{ value: Buffer.from(value), depth: value.length <= SMALL_VALUE ? 'windows' : 'whole' }];
      return typeof value === 'string'
        ? [{ value, depth: value.length <= SMALL_VALUE ? 'windows' : 'whole' }]
        : [];
    }),
    ...files.filter(({ name }) => exceptionOf(name) === undefined).flatMap(sourcesOfFile),
  ];
}

/** A key in a page of a database or in its log stands between other texts, so both ends of each run of letters count. */
function sourcesOfFile({ name, bytes }: LootFile): Source[] {
  const text = bytes.toString('latin1');
  const runs = text.match(/[A-Za-z0-9+/_-]{43,}={0,2}/g) ?? [];
  const ends = new Set(runs.flatMap((run) => [43, 44, 64].flatMap((n) => [run.slice(0, n), run.slice(-n)])));
  const isBase = isDatabase(name, bytes);
  const words = [...ends].map((value): Source => ({ value, depth: isBase ? 'bytes' : 'whole' }));
  const inner = bytes.length <= SMALL_FILE || isLong;
  if (isBase && !inner) return words;
  return [...words, { value: bytes, depth: inner ? 'windows' : 'whole' }];
}

/** The same with the keys: all that is sealed, and all of it that opened. */
export interface Opened extends Burglary {
  readonly sealed: readonly Sealed[];
  /** The places of what did not open. */
  readonly closed: readonly string[];
}

export function openAll(loot: Loot, keys: readonly Buffer[]): Opened {
  const sealed = sealedIn(loot).filter(({ body }) => body.length > 0);
  const {
    opened,
    keys: used,
    tried,
  } = burgle(
    sealed,
    keys.map((value) => ({ value, depth: 'whole' })),
  );
  // A credential of a vault is a pair whose private half is on a device or made of a token: the vault key in it opens here by the home key.
  const isOutside = ({ cell }: Sealed): boolean => cell?.table === 'vault_wraps' && cell.row['public'] !== '';
  const closed = sealed.filter((each) => !opened.has(each) && !isOutside(each)).map(({ where }) => where);
  return { sealed, opened, keys: used, closed, tried };
}

/** The stored words that are a hash of something that is only known to who can open it, and of what. */
export function guess({ cells, files }: Loot, { opened }: Opened): string[] {
  const hashes = hashesOf(partsOf([...opened.values()].map(String)));
  const told = cells.flatMap(({ table, column, value }) => {
    const of = typeof value === 'string' && value.length >= 16 ? guessed(hashes, value) : undefined;
    return of === undefined ? [] : [`${table}.${column} is a hash of ${of}`];
  });
  const named = files.flatMap(({ name }) =>
    exceptionOf(name) === undefined && !name.startsWith(LOCKS)
      ? name.split(/[/.]/).flatMap((part) => {
          const of = part.length >= 16 ? guessed(hashes, part) : undefined;
          return of === undefined ? [] : [`the file ${name} is named by a hash of ${of}`];
        })
      : [],
  );
  return [...new Set([...told, ...named])];
}

const MOST_FIELDS = 7;

/** The texts and the parts of texts that somebody who guesses would try: values, objects, lists, and objects without some fields. */
function partsOf(texts: readonly string[]): Set<string> {
  const parts = new Set<string>();
  for (const text of texts) {
    add(text);
    try {
      walk(JSON.parse(text), true);
    } catch {
      // It is no JSON.
    }
  }
  return parts;

  function add(text: string): void {
    if (text.length <= 2000) parts.add(text);
  }

  function walk(value: unknown, isWhole: boolean): void {
    if (typeof value === 'string') add(value);
    if (typeof value !== 'object' || value === null) return;
    add(canonical(value));
    const inner = Object.values(value);
    for (const each of inner) walk(each, false);
    if (Array.isArray(value)) return;
    const strings = inner.filter((each) => typeof each === 'string');
    for (const a of strings) for (const b of strings) if (a !== b) add(JSON.stringify([a, b]));
    if (isWhole && inner.length <= MOST_FIELDS)
      for (const some of subsets(Object.entries(value))) add(canonical(some));
  }
}

function subsets(entries: readonly (readonly [string, unknown])[]): object[] {
  return Array.from({ length: 2 ** entries.length }, (_, bits) =>
    Object.fromEntries(entries.filter((_entry, i) => (bits >> i) & 1)),
  );
}

/** JSON with the keys of each object in order. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );
