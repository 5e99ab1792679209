import { cpSync, lstatSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../packages/server/src/store/sqlite/open-database.ts';

export type Value = string | number | bigint | boolean | null | Uint8Array | Date;

/** A stored value, and the row that it is in. */
export interface Cell {
  readonly table: string;
  readonly column: string;
  readonly value: Value;
  readonly row: Readonly<Record<string, Value>>;
}

export interface LootFile {
  /** From the data folder on. */
  readonly name: string;
  readonly bytes: Buffer;
}

/** Everything that a thief carries away. */
export interface Loot {
  readonly files: readonly LootFile[];
  readonly cells: readonly Cell[];
}

/** Every file below a folder, as it is now. */
export function takeFiles(folder: string): LootFile[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((name) => {
    const path = join(folder, name);
    const facts = lstatSync(path);
    if (facts.isSymbolicLink()) return [{ name, bytes: Buffer.from(readlinkSync(path)) }];
    return facts.isFile() ? [{ name, bytes: readFileSync(path) }] : [];
  });
}

/** The data folder, with every row of every database in it. */
export function takeFolder(folder: string): Loot {
  const copy = mkdtempSync(join(tmpdir(), 'millrace-thief-'));
  try {
    cpSync(folder, copy, { recursive: true, verbatimSymlinks: true });
    return takeCopy(copy);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/** The same of a folder that nobody needs as it is: to look into a database may change its files. */
export function takeCopy(folder: string): Loot {
  // First the files: opening a database takes its log in.
  const files = takeFiles(folder);
  const databases = files.filter(
    ({ bytes }) => bytes.subarray(0, 15).toString('latin1') === 'SQLite format 3',
  );
  return { files, cells: databases.flatMap(({ name }) => readRows(join(folder, name))) };
}

/** Every row of every table of a database. */
function readRows(path: string): Cell[] {
  const database = openDatabase(path);
  try {
    const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
    return tables.flatMap(({ name }) =>
      cellsOf(String(name), database.prepare(`SELECT * FROM "${name}"`).all()),
    );
  } finally {
    database.close();
  }
}

export const cellsOf = (table: string, rows: readonly Readonly<Record<string, Value>>[]): Cell[] =>
  rows.flatMap((row) =>
    Object.entries(row).map(([column, value]) => ({ table, column, value: plainValue(value), row })),
  );

/** Drivers have several kinds of bytes. */
function plainValue(value: Value | ArrayBuffer): Value {
  if (value instanceof Date || typeof value !== 'object' || value === null) return value;
  return value instanceof Uint8Array ? value : Buffer.from(value);
}
