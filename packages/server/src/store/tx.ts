/** A value that both databases take as a parameter or give back. */
export type SqlValue = string | number | null;
export type Row = Readonly<Record<string, SqlValue>>;
export type Query = readonly [sql: string, ...params: SqlValue[]];

/**
 * The body of a transaction: it yields queries and gets their rows back.
 * A generator, so that one SQL text drives a synchronous and an asynchronous driver.
 */
export type Tx<T> = Generator<Query, T, Row[]>;

/** Where the databases need different words. */
export interface Dialect {
  /** Ends a SELECT whose rows are changed next: takes them and passes over those that somebody else has. */
  readonly skipLocked: string;
}

export function text(row: Row, column: string): string {
  const value = row[column];
  if (typeof value !== 'string') throw new TypeError(`Column ${column} holds no text.`);
  return value;
}

export function integer(row: Row, column: string): number {
  const value = row[column];
  if (typeof value !== 'number') throw new TypeError(`Column ${column} holds no number.`);
  return value;
}

export function textOrNull(row: Row, column: string): string | null {
  return row[column] === null ? null : text(row, column);
}

export function integerOrNull(row: Row, column: string): number | null {
  return row[column] === null ? null : integer(row, column);
}
