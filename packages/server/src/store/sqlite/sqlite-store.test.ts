import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FILE_PIECE } from '@millrace/engine/run';
import { afterEach, expect, test } from 'vitest';
import { openSqliteStore } from '../../../../../fixtures/whole-store.ts';
import { FIRST_ACCOUNT } from '../account.ts';
import { SEALER } from '../contract/place-contract.ts';
import { storeContract } from '../contract/store-contract.ts';
import { bytes } from '../tx.ts';
import { openDataKey } from './data-key.ts';
import { holdFolder } from './hold-folder.ts';
import { openDatabase } from './open-database.ts';

const folders: string[] = [];
function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'millrace-store-'));
  folders.push(path);
  return path;
}
afterEach(() => {
  for (const path of folders.splice(0)) rmSync(path, { recursive: true, force: true });
});

/** The bytes of all files of a database. */
function dump(path: string): Buffer {
  return Buffer.concat(readdirSync(path).map((file) => readFileSync(join(path, file))));
}

storeContract('sqlite', () => {
  let intruder: ReturnType<typeof openDatabase> | undefined;
  const path = mkdtempSync(join(tmpdir(), 'millrace-store-'));
  return {
    open: async (sealer) => openSqliteStore(join(path, 'millrace.sqlite'), { sealer }),
    dump: async () => dump(path),
    async ask(sql, ...params) {
      if (intruder === undefined) {
        intruder = openDatabase(join(path, 'millrace.sqlite'));
        intruder.exec('PRAGMA synchronous = OFF');
      }
      return intruder.prepare(sql).all(...params);
    },
    remove() {
      intruder?.close();
      rmSync(path, { recursive: true, force: true });
    },
  };
});

test('L8 a database of a newer version is refused and left as it is', async () => {
  const path = join(folder(), 'millrace.sqlite');
  await openSqliteStore(path, { sealer: SEALER }).close();
  const database = openDatabase(path);
  database.exec('PRAGMA user_version = 999');
  database.close();
  expect(() => openSqliteStore(path, { sealer: SEALER })).toThrow(/newer Millrace \(schema 999/);
});

test('L380 a store that a newer version has upgraded meanwhile writes nothing and says so', async () => {
  const path = join(folder(), 'millrace.sqlite');
  const server = openSqliteStore(path, { sealer: SEALER });
  const store = server.of(FIRST_ACCOUNT);
  await store.createChat('before', 1);
  const newer = openDatabase(path);
  newer.exec('PRAGMA user_version = 999');
  await expect(store.createChat('after', 2)).rejects.toMatchObject({
    code: 'store_newer',
    message: expect.stringContaining('was upgraded by a newer Millrace (schema 999'),
  });
  expect(newer.prepare('SELECT id FROM chats').all()).toEqual([{ id: 'before' }]);
  newer.close();
  await server.close();
});

test('L9 one data folder has one server, also seen from another process', () => {
  const path = folder();
  const release = holdFolder(path);
  const other = `import Database from 'libsql'; new Database(process.argv[1]).exec('BEGIN EXCLUSIVE')`;
  const tryFromOutside = () =>
    spawnSync(process.execPath, ['--input-type=module', '-e', other, join(path, 'lock.sqlite')], {
      encoding: 'utf8',
    });
  expect(tryFromOutside().stderr).toMatch(/locked/);
  expect(() => holdFolder(path)).toThrow(/Another Millrace is already using/);
  release();
  expect(tryFromOutside().status).toBe(0);
  holdFolder(path)();
});

test('H50 the files of a database and its key are for nobody else, whatever the folder and the umask allow', async ({
  skip,
}) => {
  if (process.platform === 'win32') skip('Windows has other rights.');
  const place = folder();
  chmodSync(place, 0o755);
  const before = process.umask(0);
  try {
    const data = join(place, 'made', 'data');
    const path = join(data, 'millrace.sqlite');
    const modes = (): string[] =>
      readdirSync(data).map((name) => `${name} ${(statSync(join(data, name)).mode & 0o777).toString(8)}`);
    const release = holdFolder(data);
    openDataKey(data);
    const store = openSqliteStore(path, { sealer: SEALER });
    await store.createChat('chat', 1);
    const made = modes();
    expect(made.map((each) => each.split(' ')[0])).toEqual(
      expect.arrayContaining([
        'data.key',
        'lock.sqlite',
        'millrace.sqlite',
        'millrace.sqlite-shm',
        'millrace.sqlite-wal',
      ]),
    );
    expect(made.filter((each) => !each.endsWith(' 600'))).toEqual([]);
    expect(statSync(data).mode & 0o777).toBe(0o700);
    // A file that an earlier version left readable is made private when it is opened.
    for (const name of readdirSync(data)) chmodSync(join(data, name), 0o644);
    openDataKey(data);
    const again = openSqliteStore(path, { sealer: SEALER });
    release();
    holdFolder(data)();
    expect(modes().filter((each) => !each.endsWith(' 600'))).toEqual([]);
    await again.close();
    await store.close();
  } finally {
    process.umask(before);
  }
});

test('S65 what is deleted is overwritten: no piece of a sealed text is left in the file or its log', async () => {
  const place = folder();
  const path = join(place, 'millrace.sqlite');
  const store = openSqliteStore(path, { sealer: SEALER });
  const reader = openDatabase(path);
  const ask = (sql: string) => reader.prepare(sql).all();
  for (let n = 0; n < 50; n += 1) {
    await store.createChat(`chat-${n}`, n);
    await store.postMessage({
      ...{ commandId: `c${n}`, chatId: `chat-${n}`, messageId: `m${n}`, runId: `r${n}`, model: 'm', ts: n },
      text: `${n} `.repeat(200),
    });
    await store.requestCancel({ commandId: `s${n}`, runId: `r${n}`, ts: n });
  }
  ask("UPDATE runs SET status = 'cancelled'");
  // Pieces from the middle of each: a row may lie on several pages.
  const pieces = ask('SELECT payload FROM chat_events').flatMap(({ payload }) => {
    const text = String(payload);
    return [text.slice(20, 60), text.slice(-80, -40)];
  });
  expect(pieces).toHaveLength(100);
  const traces = (): number => {
    ask('PRAGMA wal_checkpoint(TRUNCATE)');
    const bytes = dump(place);
    return pieces.filter((piece) => bytes.includes(piece)).length;
  };
  expect(traces()).toBe(100);
  const ids = Array.from({ length: 50 }, (_, n) => `chat-${n}`);
  await store.changePlaces({ ids, deleted: true, ts: 60 });
  for (let turn = 0; turn < 3; turn += 1) await store.eraseDeleted(60);
  expect(ask('SELECT id FROM chats')).toEqual([]);
  expect(traces()).toBe(0);
  reader.close();
  await store.close();
});

test('B7 no bytes of a file that was erased are left in the file of the database or its log, also after a crash in between', async () => {
  const place = folder();
  const path = join(place, 'millrace.sqlite');
  const store = openSqliteStore(path, { sealer: SEALER });
  const reader = openDatabase(path);
  const ask = (sql: string) => reader.prepare(sql).all();
  const body = randomBytes(3 * FILE_PIECE);
  await store.createChat('c', 1);
  await store.beginFile({ id: 'f', name: 'f', type: '', size: body.length, all: body.length, ts: 1 });
  for (const index of [0, 1, 2])
    await store.putPiece({
      id: 'f',
      index,
      bytes: body.subarray(index * FILE_PIECE, (index + 1) * FILE_PIECE),
      ts: 1,
    });
  await store.finishFile({ id: 'f', hash: 'h', type: '', ts: 1 });
  const ids = { commandId: 'x', chatId: 'c', messageId: 'm', runId: 'r', model: 'm', ts: 1 };
  await store.postMessage({ ...ids, text: '', files: [{ id: 'f' }] });
  ask("UPDATE runs SET status = 'cancelled'");
  // Some bytes of each tenth of each piece: it lies on many pages.
  const pieces = ask('SELECT payload FROM file_pieces').flatMap((row) => {
    const sealed = Buffer.from(bytes(row, 'payload'));
    return Array.from({ length: 10 }, (_, n) => sealed.subarray(n * 50_000 + 99, n * 50_000 + 131));
  });
  const traces = (): number => {
    ask('PRAGMA wal_checkpoint(TRUNCATE)');
    const found = dump(place);
    return pieces.filter((piece) => found.includes(piece)).length;
  };
  expect(traces()).toBe(30);
  await store.changePlaces({ ids: ['c'], deleted: true, ts: 2 });
  await store.eraseDeleted(2);
  await store.close();
  const again = openSqliteStore(path, { sealer: SEALER });
  expect(await again.accountsToErase(2)).toEqual(['first']);
  while ((await again.sweepFiles(2)) > 0);
  expect(traces()).toBe(0);
  reader.close();
  await again.close();
});
