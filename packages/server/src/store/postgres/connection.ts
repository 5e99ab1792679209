import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool, type PoolClient } from 'pg';
import type { Durability } from '../store.ts';
import { StoreError, StoreLostError } from '../store-error.ts';
import { queryOf, type Row, type Tx } from '../tx.ts';
import type { Address } from './address.ts';
import type { ConnectionOptions } from './connection-options.ts';
import { explain, isConflict, isLost, troubleOf } from './failure.ts';
import { numberPlaceholders } from './placeholders.ts';
import { getTypeParser } from './value-types.ts';

/** Bodies are given as functions, because one that conflicts with another transaction is made and run again. */
export interface Connection {
  /** Runs a body as one transaction: all of it or, when it throws, nothing. Rejects with StoreLostError when nobody knows which. */
  write<T>(body: () => Tx<T>, durability?: Durability): Promise<T>;
  /** Runs a body of SELECTs. */
  read<T>(body: () => Tx<T>): Promise<T>;
  close(): Promise<void>;
}

/** The schema that transactions write. Where a newer server has upgraded it they write nothing. */
export interface ExpectedSchema {
  readonly version: number;
  refuse(found: number): StoreError;
}

// A transaction that read a row may not write it after another one changed it: it is run again.
// So a body that decides by a row and writes that row decides as if it were alone, as on SQLite.
const BEGIN = 'BEGIN ISOLATION LEVEL REPEATABLE READ; SET LOCAL synchronous_commit =';
const BEGINNINGS: Readonly<Record<Durability, string>> = { durable: `${BEGIN} on`, relaxed: `${BEGIN} off` };
// The lock comes before the first look, so an upgrade is either over and seen, or waits until the transaction is over. The look itself
// fails for another version: what travels behind it is then not done.
const LOOK = 'LOCK TABLE millrace_schema IN ACCESS SHARE MODE; SELECT CAST(CASE version WHEN';
const OTHERWISE = "THEN '0' ELSE 'schema ' || version END AS integer) FROM millrace_schema";
const OTHER_SCHEMA = /"schema (\d+)"/;

/** About a second, with the pauses: the row of a run that is worked on while several people decide is locked half of the time. */
const ATTEMPTS = 16;
const LONGEST_PAUSE_MS = 200;
const QUERY_MS = 30_000;
/** A node that hangs in mid-transaction gives its locks back after this, so that others can claim its runs. */
const HELD_MS = 5_000;

/** Sessions at one Postgres that drive transaction bodies. Connects when it is first used. */
export function createConnection(
  address: Address,
  { sessions = 10 }: ConnectionOptions = {},
  schema?: ExpectedSchema,
): Connection {
  const pool = new Pool({
    ...address.config,
    max: sessions,
    types: { getTypeParser },
    query_timeout: QUERY_MS,
    pipeline: true,
    idle_in_transaction_session_timeout: HELD_MS,
  });
  // A query reports the end of the session that it uses; an idle session just leaves the pool.
  pool.on('connect', (client) => client.on('error', () => {}));
  pool.on('error', () => {});

  const lost = (error: unknown, more = ''): StoreLostError =>
    new StoreLostError(`${explain(error, address)}${more}`, error);

  async function use<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    const client = await pool.connect().catch((error: unknown) => {
      throw lost(error);
    });
    let broken = false;
    try {
      return await work(client);
    } catch (error) {
      broken = error instanceof StoreLostError;
      throw error;
    } finally {
      client.release(broken);
    }
  }

  async function send(client: PoolClient, ...query: Sendable): Promise<Row[]> {
    try {
      const [sql, ...values] = query;
      const statement = values.length === 0 && PLAIN.test(sql) ? { text: sql } : { ...prepared(sql), values };
      return (await client.query<Record<string, Row[string]>>(statement)).rows;
    } catch (error) {
      const trouble = troubleOf(error);
      if (trouble !== undefined) throw new StoreError(trouble, explain(error, address), error);
      if (!isLost(error)) throw error;
      throw lost(error, query[0] === 'COMMIT' ? ' Whether the last write was kept is not known.' : '');
    }
  }

  async function drive<T>(client: PoolClient, body: Tx<T>): Promise<T> {
    let turn = body.next([]);
    while (!turn.done) turn = body.next(await send(client, ...queryOf(turn.value)));
    return turn.value;
  }

  async function begin(client: PoolClient, durability: Durability): Promise<void> {
    const look = schema === undefined ? '' : `; ${LOOK} ${schema.version} ${OTHERWISE}`;
    try {
      await send(client, `${BEGINNINGS[durability]}${look}`);
    } catch (error) {
      const [, found] = OTHER_SCHEMA.exec(String(error)) ?? [];
      throw schema === undefined || found === undefined ? error : schema.refuse(Number(found));
    }
  }

  /** Its frame travels with its queries: the first does not wait for BEGIN, and COMMIT not for a final one. */
  async function transact<T>(client: PoolClient, body: Tx<T>, durability: Durability): Promise<T> {
    let begun = false;
    try {
      let turn = body.next([]);
      while (!turn.done) {
        const [query, isFinal] = [queryOf(turn.value), 'final' in turn.value];
        const sent: Promise<unknown>[] = begun ? [] : [begin(client, durability)];
        const rows = send(client, ...query);
        sent.push(rows);
        // After a query that failed it does nothing but end the transaction.
        if (isFinal) sent.push(send(client, 'COMMIT'));
        begun = true;
        await allOf(sent);
        begun = !isFinal;
        turn = body.next(await rows);
      }
      if (begun) await send(client, 'COMMIT');
      return turn.value;
    } catch (error) {
      if (begun && !(error instanceof StoreLostError)) await send(client, 'ROLLBACK');
      throw error;
    }
  }

  return {
    read: (body) => again(() => use((client) => drive(client, body()))),
    write: (body, durability = 'durable') =>
      again(() => use((client) => transact(client, body(), durability))),
    close: () => pool.end(),
  };
}

/** Waits for all; rejects with the first failure, or, if the connection was lost, with the last report of it. */
async function allOf(sent: readonly Promise<unknown>[]): Promise<void> {
  const failures = (await Promise.allSettled(sent)).flatMap((each) =>
    each.status === 'rejected' ? [each.reason as unknown] : [],
  );
  const failure = failures.findLast((error) => error instanceof StoreLostError) ?? failures[0];
  if (failure !== undefined) throw failure;
}

type Sendable = readonly [sql: string, ...values: Row[string][]];

/** Frames of a transaction; everything else is prepared once for each session. */
const PLAIN = /^(BEGIN|COMMIT|ROLLBACK)\b/;

const statements = new Map<string, { readonly name: string; readonly text: string }>();

/** Texts are written in code, so there are few of them. The name identifies the text, also for a pooler between us and Postgres. */
function prepared(sql: string): { readonly name: string; readonly text: string } {
  let statement = statements.get(sql);
  if (statement === undefined) {
    const text = numberPlaceholders(sql);
    statement = { name: createHash('sha256').update(text).digest('base64url').slice(0, 22), text };
    statements.set(sql, statement);
  }
  return statement;
}

async function again<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === ATTEMPTS || !isConflict(error)) throw error;
      await sleep(Math.random() * Math.min(LONGEST_PAUSE_MS, 5 * 2 ** attempt));
    }
  }
}
