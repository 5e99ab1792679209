import fc from 'fast-check';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningPostgres, startPostgres } from '../../../../../fixtures/postgres.mjs';
import { postgresUrl } from '../../../../../fixtures/test-postgres.ts';
import { StoreLostError } from '../store-error.ts';
import type { Query, Row, Tx } from '../tx.ts';
import { readAddress } from './address.ts';
import { type Connection, createConnection } from './connection.ts';

let url: string;
let admin: Client;
let connection: Connection;
const tables: string[] = [];

beforeAll(async () => {
  url = await postgresUrl();
  admin = new Client(url);
  await admin.connect();
  connection = createConnection(readAddress(url));
});
afterAll(async () => {
  await connection.close();
  for (const table of tables) await admin.query(`DROP TABLE ${table}`);
  await admin.end();
});

const one = (...query: Query) =>
  function* (): Tx<Row | undefined> {
    return (yield query)[0];
  };

/** A table with one number in it, 0. */
async function newTable(): Promise<string> {
  const table = `counter_${process.pid}_${tables.length}`;
  await admin.query(`CREATE TABLE ${table} (n bigint PRIMARY KEY); INSERT INTO ${table} VALUES (0)`);
  tables.push(table);
  return table;
}
const numberIn = async (table: string) => (await connection.read(one(`SELECT n FROM ${table}`)))?.['n'];
const raise = (code: string): Query => [
  `DO $$ BEGIN RAISE EXCEPTION 'raised' USING ERRCODE = '${code}'; END $$`,
];
const END_SESSION: Query = ['SELECT pg_terminate_backend(pg_backend_pid())'];

test('L31 values come back as they went in', async () => {
  const text = fc.string({ unit: 'grapheme' }).filter((said) => !said.includes('\0'));
  await fc.assert(
    fc.asyncProperty(fc.maxSafeInteger(), text, async (number, said) => {
      const query =
        "SELECT CAST(? AS bigint) AS n, CAST(? AS text) AS t, 'what?' AS q, CAST(? AS text) AS nil";
      expect(await connection.read(one(query, number, said, null))).toEqual({
        n: number,
        t: said,
        q: 'what?',
        nil: null,
      });
    }),
    { numRuns: 50 },
  );
  const query =
    'SELECT 1 = 1 AS yes, 1 = 2 AS no, count(*) AS c, sum(x) AS s FROM (VALUES (CAST(2 AS bigint))) AS v(x)';
  expect(await connection.read(one(query))).toEqual({ yes: 1, no: 0, c: 1, s: 2 });
});

test('L31 a statement is prepared once for each session', async () => {
  const single = createConnection(readAddress(url), { sessions: 1 });
  for (const n of [1, 2, 3]) await single.read(one('SELECT CAST(? AS bigint) AS repeated', n));
  const query = "SELECT count(*) AS n FROM pg_prepared_statements WHERE statement LIKE '%AS repeated'";
  expect(await single.read(one(query))).toEqual({ n: 1 });
  await single.close();
});

test('L32 a body that throws leaves nothing behind, and its session is used again', async () => {
  const table = await newTable();
  const single = createConnection(readAddress(url), { sessions: 1 });
  const body = function* (): Tx<void> {
    yield [`UPDATE ${table} SET n = 7`];
    throw new RangeError('Stop.');
  };
  await expect(single.write(body)).rejects.toThrow(RangeError);
  await expect(single.write(one(`INSERT INTO ${table} VALUES (CAST(? AS bigint), 2)`, 1))).rejects.toThrow(
    /more expressions/,
  );
  expect(await single.write(one(`SELECT n FROM ${table}`))).toEqual({ n: 0 });
  await single.close();
});

test('L32 bodies that read, think and write the same row at once lose nothing', async () => {
  const table = await newTable();
  let made = 0;
  const body = function* (): Tx<void> {
    made += 1;
    const [row] = yield [`SELECT n FROM ${table}`];
    yield [`UPDATE ${table} SET n = ?`, Number(row?.['n']) + 1];
  };
  await Promise.all(Array.from({ length: 6 }, () => connection.write(body)));
  expect(await numberIn(table)).toBe(6);
  expect(made).toBeGreaterThan(6);
});

test('L32 bodies that look for a row and make it at once make it once', async () => {
  const table = await newTable();
  const body = function* (): Tx<string> {
    const [row] = yield [`SELECT n FROM ${table} WHERE n = 5`];
    if (row !== undefined) return 'known';
    yield [`INSERT INTO ${table} VALUES (5)`];
    return 'made';
  };
  const said = await Promise.all(Array.from({ length: 6 }, () => connection.write(body)));
  expect(said.filter((word) => word === 'made')).toHaveLength(1);
});

test.each(['40001', '40P01'])('L32 %s makes the body again, a few times', async (code) => {
  for (const failures of [2, Number.POSITIVE_INFINITY]) {
    let made = 0;
    const done = connection.write(function* (): Tx<number> {
      made += 1;
      if (made <= failures) yield raise(code);
      return made;
    });
    if (failures === 2) expect(await done).toBe(3);
    else await expect(done).rejects.toMatchObject({ code });
    expect(made).toBeLessThan(20);
  }
});

test('L32 durable and relaxed writes differ in what their commit waits for', async () => {
  const query = one("SELECT current_setting('synchronous_commit') AS s");
  expect(await connection.write(query)).toEqual({ s: 'on' });
  expect(await connection.write(query, 'durable')).toEqual({ s: 'on' });
  expect(await connection.write(query, 'relaxed')).toEqual({ s: 'off' });
});

test('L33 a session that ends in the middle is told once, and the next use has a new one', async () => {
  const table = await newTable();
  for (const use of [connection.write, connection.read]) {
    let made = 0;
    const lost = use(function* (): Tx<void> {
      made += 1;
      if (use === connection.write) yield [`UPDATE ${table} SET n = 7`];
      yield END_SESSION;
    });
    await expect(lost).rejects.toBeInstanceOf(StoreLostError);
    await expect(lost).rejects.toMatchObject({
      code: 'store_lost',
      message: expect.stringMatching(/^Postgres at 127\.0\.0\.1:\d+ failed: .*It will be tried again\.$/),
    });
    expect(made).toBe(1);
  }
  expect(await numberIn(table)).toBe(0);
});

test('L33 sessions that end while nobody uses them harm nobody', async () => {
  const single = createConnection(readAddress(url), { sessions: 1 });
  const pid = (await single.read(one('SELECT pg_backend_pid() AS pid')))?.['pid'];
  await admin.query('SELECT pg_terminate_backend($1, 5000)', [pid]);
  await expect
    .poll(() => single.read(one('SELECT pg_backend_pid() AS pid')).catch(() => ({ pid })))
    .not.toEqual({ pid });
  await single.close();
});

test('L33 a session that ends while it commits is told, and not tried again', async () => {
  const table = await newTable();
  await admin.query(`CREATE FUNCTION ${table}_end() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END'`);
  await admin.query(`CREATE CONSTRAINT TRIGGER at_commit AFTER UPDATE ON ${table}
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ${table}_end()`);
  let made = 0;
  const lost = connection.write(function* (): Tx<void> {
    made += 1;
    yield [`UPDATE ${table} SET n = 7`];
  });
  await expect(lost).rejects.toThrow(StoreLostError);
  await expect(lost).rejects.toThrow(/Whether the last write was kept is not known/);
  expect(made).toBe(1);
});

test('L32 Postgres ends a transaction whose node hangs, so that its locks are free', async () => {
  const query = one("SELECT current_setting('idle_in_transaction_session_timeout') AS t");
  expect(await connection.write(query)).toEqual({ t: '5s' });
});

async function withOwnPostgres(use: (postgres: RunningPostgres, own: Connection) => Promise<void>) {
  const postgres = await startPostgres();
  const own = createConnection(readAddress(postgres.url));
  try {
    await own.write(one('CREATE TABLE t (n bigint)'));
    await use(postgres, own);
  } finally {
    await own.close();
    await postgres.stop();
  }
}

test('L33 a commit that was kept although its connection was lost is told as unknown', async () => {
  await withOwnPostgres(async (postgres, own) => {
    const observer = new Client(postgres.url);
    await observer.connect();
    // Now every durable commit waits for a standby that never comes; by then it is in the log.
    await observer.query("ALTER SYSTEM SET synchronous_standby_names = 'nobody'");
    await observer.query('SELECT pg_reload_conf()');
    await expect
      .poll(async () => (await observer.query('SHOW synchronous_standby_names')).rows)
      .toEqual([{ synchronous_standby_names: 'nobody' }]);
    const lost = own.write(one('INSERT INTO t VALUES (1)'));
    lost.catch(() => {});
    await expect
      .poll(async () => {
        const waiting = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'";
        return (await observer.query(waiting)).rowCount;
      })
      .toBe(1);
    await expect(lost).rejects.toThrow(
      /Whether the last write was kept is not known\. It will be tried again/,
    );
    expect((await observer.query('SELECT n FROM t')).rows).toHaveLength(1);
    await observer.end();
  });
}, 60_000);

test('L33 a Postgres that is gone for a while is lost, and found again', async () => {
  await withOwnPostgres(async (postgres, own) => {
    await own.write(one('INSERT INTO t VALUES (1)'));
    await postgres.kill();
    await expect(own.write(one('INSERT INTO t VALUES (2)'))).rejects.toThrow(StoreLostError);
    await expect(own.read(one('SELECT n FROM t'))).rejects.toThrow(/does not respond/);
    await postgres.restart();
    expect(await own.read(one('SELECT sum(n) AS n FROM t'))).toEqual({ n: 1 });
    // A pause alone changes nothing.
    const goOn = postgres.pause();
    const written = own.write(one('INSERT INTO t VALUES (2)'));
    goOn();
    await written;
    expect(await own.read(one('SELECT sum(n) AS n FROM t'))).toEqual({ n: 3 });
  });
}, 60_000);
