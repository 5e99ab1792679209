import { Client } from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { isLong } from '../../../../../fixtures/long.ts';
import { newSchema, postgresPlace, postgresUrl } from '../../../../../fixtures/test-postgres.ts';
import {
  openPostgresStore,
  type WholeStore as Store,
  wholeStore,
} from '../../../../../fixtures/whole-store.ts';
import { SEALER } from '../contract/place-contract.ts';
import { storeContract } from '../contract/store-contract.ts';
import { upgradeContract } from '../contract/upgrade-contract.ts';
import { derivedKeys } from '../keyring/personal-keys.ts';
import { SCHEMA_VERSION } from '../schema/schema.ts';
import { createSealer } from '../seal/sealer.ts';
import type { Row, SqlValue } from '../tx.ts';
import { storeOf } from '../whole/store-of.ts';
import { readAddress } from './address.ts';
import { type Connection, createConnection } from './connection.ts';
import { numberPlaceholders } from './placeholders.ts';
import { getTypeParser } from './value-types.ts';

let url: string;
let admin: Client;
beforeAll(async () => {
  url = await postgresUrl();
  admin = new Client(url);
  await admin.connect();
});
afterAll(async () => {
  await Promise.all(places.flatMap(({ idle }) => idle).map((connection) => connection.close()));
  await admin.end();
});

const open = (address: string): Promise<Store> => openPostgresStore(address, { sealer: SEALER });

/** A schema, and connections to it that no store uses now: a session that has prepared its statements is dear to Postgres. */
interface Place {
  readonly schema: string;
  readonly address: string;
  readonly idle: Connection[];
}

/** Places that a test has left as a store of `SEALER` finds them when nothing has happened: to make one takes longer than a test. */
const places: Place[] = [];

/** A store with keys of its own, on a connection that another one has left if there is one. */
async function enterPlace({ address, idle }: Place): Promise<Store> {
  const connection = idle.pop() ?? createConnection(readAddress(address));
  const close = async (): Promise<void> => {
    idle.push(connection);
  };
  const driver = { dialect: { writesInWith: true }, ...connection, close };
  return wholeStore(storeOf(driver, SEALER, derivedKeys(SEALER)));
}

/** Leaves of a schema only its tables, the first account, and the key that it was made with. */
async function emptied(place: Place): Promise<void> {
  const { schema } = place;
  const tables = (await tablesOf(schema)).filter((name) => name !== 'millrace_schema' && name !== 'accounts');
  await admin.query(
    [
      ...tables.map((name) => `DELETE FROM ${schema}.${name}`),
      `DELETE FROM ${schema}.accounts WHERE id <> 'first'`,
      `INSERT INTO ${schema}.meta VALUES ('key_id', '${SEALER.keyId}')`,
    ].join('; '),
  );
  places.push(place);
}

async function tablesOf(schema: string): Promise<string[]> {
  const { rows } = await admin.query<{ name: string }>(
    'SELECT tablename AS name FROM pg_tables WHERE schemaname = $1',
    [schema],
  );
  return rows.map(({ name }) => name);
}

// The verbs are those of SQLite, where all is tried: here a share of what takes seconds.
storeContract(
  'postgres',
  async () => {
    const used = places.pop();
    const schema = used?.schema ?? newSchema();
    const address = await postgresPlace(schema);
    const place = used ?? { schema, address, idle: [] };
    let isUntouched = used !== undefined;
    let intruder: Promise<Client> | undefined;
    return {
      async open(sealer) {
        const isEmpty = isUntouched && sealer === SEALER;
        isUntouched = false;
        return isEmpty ? enterPlace(place) : openPostgresStore(address, { sealer });
      },
      /** Every row of every table, as text. */
      async dump() {
        const texts: string[] = [];
        for (const name of await tablesOf(schema)) {
          const { rows } = await admin.query<{ row: string }>(
            `SELECT t::text AS row FROM ${schema}.${name} t`,
          );
          texts.push(...rows.map(({ row }) => row));
        }
        return new TextEncoder().encode(texts.join('\n'));
      },
      async ask(sql, ...params) {
        intruder ??= enter(schema);
        return (await (await intruder).query(numberPlaceholders(sql), params)).rows;
      },
      async remove() {
        await (await intruder)?.end();
        await emptied(place);
      },
    };
  },
  isLong ? {} : { days: 8, edits: 7 },
);

test('L380 a store that a newer version has upgraded meanwhile writes nothing and says so', async () => {
  const schema = newSchema();
  const store = await open(await postgresPlace(schema));
  await store.createChat('before', 1);
  const upgrading = await enter(schema);
  await upgrading.query(
    'BEGIN; LOCK TABLE millrace_schema IN ACCESS EXCLUSIVE MODE; UPDATE millrace_schema SET version = 999',
  );
  // These wait for the upgrade, which is not over yet; one of them is a statement that travels with its end.
  const late = [store.createChat('after', 2), store.deleteRule('r')];
  const refused = late.map((verb) => expect(verb).rejects.toMatchObject({ code: 'store_newer' }));
  await upgrading.query('COMMIT');
  await Promise.all(refused);
  await expect(store.createChat('after', 2)).rejects.toThrow('was upgraded by a newer Millrace (schema 999');
  expect((await upgrading.query('SELECT id FROM chats')).rows).toEqual([{ id: 'before' }]);
  await upgrading.end();
  await store.close();
});

test('L26 a database opens only with its key', async () => {
  const address = await postgresPlace();
  await (await open(address)).close();
  const other = createSealer(new Uint8Array(32).fill(8));
  await expect(openPostgresStore(address, { sealer: other })).rejects.toThrow(/is encrypted with the key/);
});

/** As somebody comes who has the database, and no store. */
async function enter(schema: string): Promise<Client> {
  const client = new Client({ connectionString: url, types: { getTypeParser } });
  await client.connect();
  await client.query(`SET search_path = ${schema}`);
  return client;
}

upgradeContract(async () => {
  const schema = newSchema();
  const place = await postgresPlace(schema);
  await admin.query(`CREATE SCHEMA IF NOT EXISTS ${schema}`);
  const client = await enter(schema);
  onTestFinished(() => client.end());
  const ask = async (sql: string, ...params: SqlValue[]): Promise<Row[]> =>
    (await client.query(numberPlaceholders(sql), params)).rows;
  return {
    ask,
    version: async () => Number((await ask('SELECT version FROM millrace_schema'))[0]?.['version']),
    async setVersion(version) {
      await ask('CREATE TABLE millrace_schema (version bigint NOT NULL)');
      await ask('INSERT INTO millrace_schema VALUES (?)', version);
    },
    shape: () =>
      ask(
        `SELECT table_name AS owner, column_name AS name, data_type, is_nullable, column_default
         FROM information_schema.columns WHERE table_schema = ?
         -- The key of a table that was made again has a number in its name.
         UNION ALL SELECT tablename, replace(indexname, 'pkey1', 'pkey'), replace(replace(indexdef, ?, ''), 'pkey1', 'pkey'), '', '' FROM pg_indexes WHERE schemaname = ?
         ORDER BY 1, 2`,
        schema,
        `${schema}.`,
        schema,
      ),
    open: (sealer) => openPostgresStore(place, { sealer }),
  };
});

test('L34 eight servers that open an empty place at once upgrade it once', async () => {
  const schema = newSchema();
  const place = await postgresPlace(schema);
  const stores = await Promise.all(Array.from({ length: 8 }, () => open(place)));
  await Promise.all(stores.map((store, i) => store.createChat(`chat-${i % 3}`, 1)));
  const { rows } = await admin.query(`SELECT version::int FROM ${schema}.millrace_schema`);
  expect(rows).toEqual([{ version: SCHEMA_VERSION }]);
  expect((await admin.query(`SELECT id FROM ${schema}.chats`)).rows).toHaveLength(3);
  await Promise.all(stores.map((store) => store.close()));
});

test('L34 a schema may also be chosen the way libpq does', async () => {
  const schema = newSchema();
  await admin.query(`CREATE SCHEMA ${schema}`);
  const store = await open(`${url}?options=-c%20search_path%3D${schema}`);
  await store.createChat('here', 1);
  await store.close();
  expect((await admin.query(`SELECT id FROM ${schema}.chats`)).rows).toEqual([{ id: 'here' }]);
});

test('L8 a database of a newer version is refused and left as it is', async () => {
  const schema = newSchema();
  const place = await postgresPlace(schema);
  await (await open(place)).close();
  await admin.query(`UPDATE ${schema}.millrace_schema SET version = 999`);
  await expect(open(place)).rejects.toThrow(/newer Millrace \(schema 999/);
  const { rows } = await admin.query(`SELECT version::int FROM ${schema}.millrace_schema`);
  expect(rows).toEqual([{ version: 999 }]);
});

test('L5 messages that come to one chat at once, at several servers, make one run', async () => {
  const place = await postgresPlace();
  const stores = await Promise.all(Array.from({ length: 4 }, () => open(place)));
  await stores[0]?.createChat('chat-1', 1);
  const results = await Promise.all(
    stores.map((store, i) =>
      store.postMessage({
        commandId: `c${i}`,
        chatId: 'chat-1',
        messageId: `m${i}`,
        runId: `r${i}`,
        text: 'Hello',
        model: 'demo/demo',
        ts: 1,
      }),
    ),
  );
  expect(results.map(({ type }) => type).sort()).toEqual(['run_active', 'run_active', 'run_active', 'sent']);
  expect(await stores[0]?.claimableRuns(1, 10)).toHaveLength(1);
  await Promise.all(stores.map((store) => store.close()));
});

test('L4 one command that comes to several servers at once is done once', async () => {
  const place = await postgresPlace();
  const stores = await Promise.all(Array.from({ length: 4 }, () => open(place)));
  await stores[0]?.createChat('chat-1', 1);
  const message = { commandId: 'c', chatId: 'chat-1', text: 'Hello', model: 'demo/demo', ts: 1 };
  const results = await Promise.all(
    stores.map((store, i) => store.postMessage({ ...message, messageId: `m${i}`, runId: `r${i}` })),
  );
  const sent = results.map((result) => (result.type === 'sent' ? result.sent.run_id : result.type));
  expect(new Set(sent).size).toBe(1);
  expect(results.filter((result) => result.type === 'sent' && result.fresh)).toHaveLength(1);
  await Promise.all(stores.map((store) => store.close()));
});

test('L35 a Postgres that cannot be had is told in one sentence, without the password', async () => {
  const { host, hostname } = new URL(url);
  const reader = `reader_${process.pid}`;
  await admin.query("CREATE ROLE with_password LOGIN PASSWORD 'right'");
  await admin.query(`CREATE ROLE ${reader} LOGIN`);
  const cases: readonly (readonly [address: string, sentence: RegExp])[] = [
    [`postgres://with_password:s3cret@${host}/postgres`, /refused the password of with_password\. Correct/],
    [`postgres://with_password@${host}/postgres`, /requires a password for with_password\. Add it/],
    [`postgres://nobody:s3cret@${host}/postgres`, /does not let nobody in.*Correct the user/],
    [
      `postgres://postgres:s3cret@${host}/nowhere`,
      /has no database nowhere\. Create it \(createdb nowhere\)/,
    ],
    [
      `postgres://postgres:s3cret@nowhere.invalid/x`,
      /host of Postgres at nowhere\.invalid:5432 was not found/,
    ],
    [`postgres://postgres:s3cret@${hostname}:9/x`, /Postgres at 127\.0\.0\.1:9 does not respond\. Start it/],
    [
      `postgres://${reader}:s3cret@${host}/postgres?schema=closed`,
      new RegExp(`${reader} has no rights.*GRANT`),
    ],
    [
      `postgres://${reader}:s3cret@${host}/postgres?options=-csearch_path%3Dnone`,
      /names no schema.*\?schema=/,
    ],
    [
      `postgres://postgres:s3cret@${host}/postgres?schema=a-b`,
      /must be lowercase letters, digits and _, not a-b/,
    ],
    ['postgres://postgres:s3cret@exa mple:port/x', /can't be read\. It looks like postgres:\/\/user/],
    ['mysql://root:s3cret@localhost/x', /^A Postgres address looks like postgres:\/\/user/],
  ];
  for (const [address, sentence] of cases) {
    const error: unknown = await open(address).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    if (!(error instanceof Error)) throw new Error(`${address} was opened.`);
    expect(error.message).toMatch(sentence);
    expect(error.message).not.toMatch(/s3cret|\n/);
  }
});
