import { integer, type Tx } from '../../tx.ts';

/** As many rows as a table may have that anybody can fill without signing in. */
const MOST_ROWS = 10_000;

/** Forgets the rows of a table that would expire first, if there are too many. */
export function* keepNewest(table: 'challenges' | 'attempts', key: string): Tx<void> {
  const [row] = yield [`SELECT CAST(COUNT(*) AS bigint) AS rows FROM ${table}`];
  const tooMany = integer(row ?? {}, 'rows') - MOST_ROWS;
  if (tooMany > 0)
    yield [
      `DELETE FROM ${table} WHERE ${key} IN (SELECT ${key} FROM ${table} ORDER BY expires_at, ${key} LIMIT ?)`,
      tooMany,
    ];
}
