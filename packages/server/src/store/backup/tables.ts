import { SCHEMA } from '../schema/schema.ts';

/** The tables of a store, by their names. */
export const TABLES: readonly string[] = SCHEMA.flatMap((statement) => {
  const [, name] = /^CREATE TABLE (\w+)/.exec(statement) ?? [];
  return name === undefined ? [] : [name];
});

/** The rows of a table that are in memory at once: a piece of a file is large. */
export const rowsAtOnce = (table: string): number => (table === 'file_pieces' ? 16 : 500);
