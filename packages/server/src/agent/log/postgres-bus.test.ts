import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { startPostgres } from '../../../../../fixtures/postgres.mjs';
import { newSchema, postgresUrl } from '../../../../../fixtures/test-postgres.ts';
import { openPostgresBus, type PostgresBus } from './postgres-bus.ts';

let url: string;
let admin: Client;
let schema: string;
let open: PostgresBus[] = [];

beforeAll(async () => {
  url = await postgresUrl();
  admin = new Client(url);
  await admin.connect();
});
afterAll(() => admin.end());
beforeEach(async () => {
  schema = newSchema();
  await admin.query(`CREATE SCHEMA ${schema}`);
});
afterEach(async () => {
  await Promise.all(open.map((bus) => bus.close()));
  open = [];
});

async function newBus(address = `${url}?schema=${schema}`, options = {}): Promise<PostgresBus> {
  const bus = await openPostgresBus(address, options);
  open.push(bus);
  return bus;
}

/** Counts how often a topic wakes. */
function count(bus: PostgresBus, topic: string): { woken: number } {
  const counter = { woken: 0 };
  bus.subscribe(topic, () => {
    counter.woken += 1;
  });
  return counter;
}

/** Resolves when all that `from` has published before has come to `to`. */
async function settle(from: PostgresBus, to: PostgresBus): Promise<void> {
  const end = count(to, 'end');
  from.publish('end');
  await expect.poll(() => end.woken).toBeGreaterThan(0);
}

test('L36 a topic wakes its subscribers here at once and on the other node, and nobody else', async () => {
  const [a, b] = [await newBus(), await newBus()];
  const [here, there, other] = [count(a, 'run:1'), count(b, 'run:1'), count(b, 'run:2')];
  const stop = b.subscribe('run:1', () => expect.fail('Its subscription had ended.'));
  stop();
  a.publish('run:1');
  expect(here.woken).toBe(1);
  await settle(a, b);
  await settle(b, a);
  expect([here.woken, there.woken, other.woken]).toEqual([1, 1, 0]);
});

test('L370 a hint says which part of its topic is new, on every node, and without one any part may be', async () => {
  const [a, b] = [await newBus(), await newBus()];
  const heard: (string | undefined)[] = [];
  b.subscribe('chats', (about) => heard.push(about));
  a.publish('chats', 'c#1');
  a.publish('chats', '');
  a.publish('chats');
  await settle(a, b);
  expect(heard).toEqual(['c#1', '', undefined]);
});

test('L36 what is published together is told together', async () => {
  const [a, b] = [await newBus(), await newBus()];
  const topics = Array.from({ length: 500 }, (_, i) => `run:${i}:${'x'.repeat(100)}`);
  const counters = topics.map((topic) => count(b, topic));
  for (let i = 0; i < 3; i += 1) for (const topic of topics) a.publish(topic);
  await settle(a, b);
  expect(new Set(counters.map(({ woken }) => woken))).toEqual(new Set([1]));
});

test('L36 nodes on another schema hear nothing', async () => {
  const [a, b] = [await newBus(), await newBus()];
  const elsewhere = await newBus(url);
  const heard = count(elsewhere, 'run:1');
  a.publish('run:1');
  await settle(a, b);
  // Its own channel is in order.
  await settle(await newBus(url), elsewhere);
  expect(heard.woken).toBe(0);
});

test('L36 after a lost session everybody is woken once and hears again', async () => {
  const a = await newBus();
  const b = await newBus(`${url}?schema=${schema}&application_name=${schema}`);
  const counter = count(b, 'run:1');
  await admin.query(
    'SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE application_name = $1',
    [schema],
  );
  await expect.poll(() => counter.woken).toBe(1);
  await settle(a, b);
  a.publish('run:1');
  await settle(a, b);
  expect(counter.woken).toBe(2);
});

test('L36 what is published while there is no session is told by the next one', async () => {
  await admin.query(`CREATE ROLE ${schema} LOGIN; GRANT USAGE ON SCHEMA ${schema} TO ${schema}`);
  const a = await newBus(`${url.replace('postgres@', `${schema}@`)}?schema=${schema}`);
  const b = await newBus();
  const [here, there] = [count(a, 'run:1'), count(b, 'run:1')];
  await admin.query(`ALTER ROLE ${schema} NOLOGIN`);
  await admin.query('SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE usename = $1', [
    schema,
  ]);
  // A round trip later the end of the session, which came first, has been read.
  await admin.query('SELECT 1');
  a.publish('run:1');
  expect(here.woken).toBe(1);
  await admin.query(`ALTER ROLE ${schema} LOGIN`);
  await expect.poll(() => there.woken).toBe(1);
});

test('L36 what was being told when the session was lost is told by the next one', async () => {
  // The first message about run:1 ends its own session; a sequence counts also what is undone.
  await admin.query(`CREATE SEQUENCE ${schema}.told`);
  await admin.query(`CREATE FUNCTION ${schema}.pg_notify(channel text, payload text) RETURNS void LANGUAGE plpgsql AS $$
    BEGIN
      IF payload LIKE '%run:1%' AND nextval('${schema}.told') = 1 THEN
        PERFORM pg_terminate_backend(pg_backend_pid());
      END IF;
      PERFORM pg_catalog.pg_notify(channel, payload);
    END $$`);
  const a = await newBus(`${url}?options=-csearch_path%3D${schema},pg_catalog`);
  const b = await newBus();
  const counter = count(b, 'run:1');
  a.publish('run:1');
  await expect.poll(() => counter.woken).toBe(1);
});

test('L36 what was published is told before the bus ends', async () => {
  const [a, b] = [await newBus(), await newBus()];
  const counter = count(b, 'run:1');
  a.publish('run:1');
  await a.close();
  await expect.poll(() => counter.woken).toBe(1);
});

test.each([
  ['refuses', "BEGIN RAISE EXCEPTION 'not here' USING ERRCODE = '0A000'; END"],
  ['swallows', 'BEGIN RETURN; END'],
])('L36 where Postgres %s NOTIFY everybody is woken again and again', async (_, body) => {
  await admin.query(
    `CREATE FUNCTION ${schema}.pg_notify(text, text) RETURNS void LANGUAGE plpgsql AS $$ ${body} $$`,
  );
  const bus = await newBus(`${url}?options=-csearch_path%3D${schema},pg_catalog`, { pollMs: 5 });
  const counter = count(bus, 'run:1');
  await expect.poll(() => counter.woken).toBeGreaterThan(3);
});

test('L36 a bus outlives a Postgres that is gone for a while', async () => {
  const postgres = await startPostgres();
  try {
    const [a, b] = [await newBus(postgres.url), await newBus(postgres.url)];
    const counter = count(b, 'run:1');
    await postgres.kill();
    a.publish('run:1');
    await postgres.restart();
    await expect.poll(() => counter.woken).toBeGreaterThan(0);
    await settle(a, b);
  } finally {
    await Promise.all(open.splice(0).map((bus) => bus.close()));
    await postgres.stop();
  }
}, 60_000);

test('L35 a bus that can reach no Postgres says so', async () => {
  await expect(openPostgresBus('postgres://x:s3cret@127.0.0.1:9/x')).rejects.toThrow(
    /^Postgres at 127\.0\.0\.1:9 does not respond\. Start it/,
  );
});

test('L36 everybody is woken now and then: a node may die before it tells', async () => {
  const bus = await newBus(undefined, { beatMs: 5 });
  const silent = count(bus, 'run:1');
  await expect.poll(() => silent.woken).toBeGreaterThan(2);
});
