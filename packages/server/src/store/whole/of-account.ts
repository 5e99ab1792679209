import { ACCOUNT_TABLES } from '../account.ts';
import { type Query, queryOf, type SqlValue, type Tx } from '../tx.ts';

// The verbs of an account name it `:account` in their SQL and never get it as a parameter: it comes from here alone. A query that
// names a table of accounts without it is refused, so a verb that forgets it fails in every test that uses it.

/** The body of a transaction for one account. */
export function* ofAccount<T>(account: string, body: Tx<T>): Tx<T> {
  let turn = body.next([]);
  while (!turn.done) {
    const query = withAccount(account, queryOf(turn.value));
    turn = body.next(yield 'final' in turn.value ? { final: query } : query);
  }
  return turn.value;
}

/** A text with a place for each value, and how many other values stand before each place of the account. */
interface Bound {
  readonly sql: string;
  readonly places: readonly number[];
}

const bound = new Map<string, Bound>();

/** Puts the account into a query. Throws when it names a table of accounts more often than the account. */
function withAccount(account: string, [text, ...params]: Query): Query {
  let found = bound.get(text);
  if (found === undefined) {
    found = bind(text);
    bound.set(text, found);
  }
  const values: SqlValue[] = [];
  let at = 0;
  for (const place of found.places) {
    while (at < place) values.push(params[at++] ?? null);
    values.push(account);
  }
  return [found.sql, ...values, ...params.slice(at)];
}

const MARK = ':account';
const TABLES = new RegExp(`\\b(?:FROM|JOIN|INTO|UPDATE)\\s+(?:${ACCOUNT_TABLES.join('|')})\\b`, 'g');

function bind(text: string): Bound {
  const parts = text.split(MARK);
  const named = text.match(TABLES)?.length ?? 0;
  if (parts.length - 1 < named)
    throw new Error(
      `A query names ${named} tables of accounts and the account ${parts.length - 1} times: ${text}`,
    );
  const places: number[] = [];
  let before = 0;
  for (const part of parts.slice(0, -1)) {
    before += part.split('?').length - 1;
    places.push(before);
  }
  return { sql: parts.join('?'), places };
}
