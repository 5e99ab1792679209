/** A value that both databases take as a parameter or give back. */
export type SqlValue = string | number | null | Uint8Array;
export type Row = Readonly<Record<string, SqlValue>>;
export type Query = readonly [sql: string, ...params: SqlValue[]];

/**
 * The only query that a transaction writes, so the transaction may end with it. A body that asks for more after it, because
 * it wrote nothing, does so in another transaction.
 */
export interface Final {
  readonly final: Query;
}

/**
 * The body of a transaction: it yields queries and gets their rows back.
 * A generator, so that one SQL text drives a synchronous and an asynchronous driver.
 */
export type Tx<T> = Generator<Query | Final, T, Row[]>;

export const queryOf = (step: Query | Final): Query => ('final' in step ? step.final : step);

/** The SQL that differs between the databases. */
export interface Dialect {
  /** True if a WITH may hold an UPDATE, so that one statement can append to a log. */
  readonly writesInWith: boolean;
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

export function bytes(row: Row, column: string): Uint8Array {
  // libsql gives a bare buffer.
  const value: unknown = row[column];
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  if (!(value instanceof Uint8Array)) throw new TypeError(`Column ${column} holds no bytes.`);
  return value;
}

export function textOrNull(row: Row, column: string): string | null {
  return row[column] === null ? null : text(row, column);
}

export function integerOrNull(row: Row, column: string): number | null {
  return row[column] === null ? null : integer(row, column);
}
