import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StoredEvent } from '@millrace/engine';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type SignedIn, serveOn } from '../../../../fixtures/bad-day.ts';
import { startPostgres } from '../../../../fixtures/postgres.mjs';
import { TALK, talker } from '../../../../fixtures/talker.ts';
import {
  openPostgresStore,
  openSqliteStore,
  type WholeStore as Store,
} from '../../../../fixtures/whole-store.ts';
import { SEALER } from '../store/contract/place-contract.ts';
import { type Database, openDatabase } from '../store/sqlite/open-database.ts';

// The databases that the store has open, so that they can be made as full as a disk.
const opened = new Set<Database>();
const some = openDatabase(':memory:');
const driver: Database = Object.getPrototypeOf(some);
some.close();

let folder: string;
let path: string;
let told: string[];
/** How often a write was begun, also in vain. */
let begins: number;
const closing: (() => Promise<unknown> | unknown)[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'millrace-bad-day-'));
  path = join(folder, 'millrace.sqlite');
  told = [];
  begins = 0;
  vi.spyOn(console, 'error').mockImplementation((...words) => void told.push(words.join(' ')));
  opened.clear();
  const { exec } = driver;
  vi.spyOn(driver, 'exec').mockImplementation(function (this: Database, sql) {
    opened.add(this);
    if (sql.startsWith('BEGIN')) begins += 1;
    return exec.call(this, sql);
  });
});
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  vi.restoreAllMocks();
  vi.useRealTimers();
  rmSync(folder, { recursive: true, force: true });
});

function openStore(lockMs?: number): Store {
  const store = openSqliteStore(path, { sealer: SEALER, ...(lockMs && { lockMs }) });
  closing.push(() => store.close());
  return store;
}

async function serve(...args: Parameters<typeof serveOn>): Promise<SignedIn> {
  const signedIn = await serveOn(...args);
  closing.push(() => signedIn.server.close());
  return signedIn;
}

const written = async (store: Store, runId: string): Promise<StoredEvent[]> =>
  store.readEvents(runId, 0, 10_000);
const begun = (store: Store, runId: string) =>
  expect.poll(async () => (await written(store, runId)).length).toBeGreaterThan(5);
const completed = (store: Store, runId: string) =>
  expect.poll(async () => (await store.getRun(runId))?.status, { interval: 50 }).toBe('completed');
/** A store that counts the calls that failed: a patient caller keeps trying. */
function counting(store: Store): { readonly store: Store; readonly failures: () => number } {
  let failed = 0;
  const watched = new Proxy(store, {
    get(target, name, receiver) {
      const verb: unknown = Reflect.get(target, name, receiver);
      if (typeof verb !== 'function') return verb;
      return (...args: unknown[]) => {
        const result: unknown = Reflect.apply(verb, target, args);
        if (result instanceof Promise)
          result.catch(() => {
            failed += 1;
          });
        return result;
      };
    },
  });
  return { store: watched, failures: () => failed };
}
/** Waits until so many more calls have failed. */
async function failsAgain(failures: () => number, times: number): Promise<void> {
  const before = failures();
  await expect.poll(failures).toBeGreaterThanOrEqual(before + times);
}
const health = async ({ ask }: SignedIn) => (await ask('GET', '/healthz')).status;

/** The run has come to its end, and nothing that was kept before is missing or twice. */
async function expectWhole(store: Store, runId: string, before: readonly StoredEvent[]): Promise<void> {
  const events = await written(store, runId);
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, i) => i + 1));
  expect(events.slice(0, before.length)).toEqual(before);
  expect(events.map(({ type }) => type)).not.toContain('error');
  const answers = (await store.readMessages('chat', 0)).filter(({ role }) => role === 'assistant');
  expect(answers).toMatchObject([{ status: 'completed' }]);
}

test('L80 a full disk is told once; nothing is lost, and runs go on when there is room', async () => {
  const { store, failures } = counting(openStore());
  const signedIn = await serve(store, talker(10, 'x'.repeat(2000)));
  await store.createChat('other', 1);
  const runId = await signedIn.send();
  await begun(store, runId);
  const [database] = opened;
  const [{ page_count: pages } = { page_count: 0 }] = database?.prepare('PRAGMA page_count').all() ?? [];
  for (const each of opened) each.exec(`PRAGMA max_page_count = ${pages}`);
  await expect.poll(() => health(signedIn)).toBe(507);
  const before = await written(store, runId);
  await failsAgain(failures, 3);
  const full = await signedIn.ask('POST', '/api/chats/other/messages', {
    command_id: 'big',
    text: 'x'.repeat(300_000),
  });
  expect([full.status, full.json]).toMatchObject([507, { code: 'store_full' }]);
  expect(await health(signedIn)).toBe(507);
  expect(await store.getRun(runId)).toMatchObject({ status: 'ready' });
  for (const each of opened) each.exec('PRAGMA max_page_count = 1000000');
  await completed(store, runId);
  await expectWhole(store, runId, before);
  await expect.poll(() => health(signedIn)).toBe(200);
  expect(told).toEqual([
    expect.stringMatching(/^There is no space left to write .*millrace\.sqlite\. Free some space/),
    'The store works again.',
  ]);
});

/** Another process that holds the database for writing until it is told to end. */
async function holdDatabase(): Promise<() => Promise<void>> {
  const code = `import Database from 'libsql'; const d = new Database(process.argv[1]);
    d.exec('PRAGMA busy_timeout = 5000; BEGIN IMMEDIATE'); console.log('held'); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code, path]);
  await once(child.stdout, 'data');
  return async () => {
    child.kill('SIGKILL');
    await once(child, 'close');
  };
}

test('L81 a database that another process holds for long is told once; the server stays awake, and runs go on', async () => {
  const store = openStore(300);
  // It talks on while the other process starts.
  const signedIn = await serve(store, talker(100));
  const runId = await signedIn.send();
  await begun(store, runId);
  const release = await holdDatabase();
  closing.push(release);
  const before = await written(store, runId);
  await expect.poll(() => health(signedIn)).toBe(503);
  // Reading needs no lock, so what is there can be read.
  expect(await signedIn.ask('GET', '/api/chats')).toMatchObject({ status: 200 });
  let turns = 0;
  const ticking = setInterval(() => {
    turns += 1;
  }, 5);
  const refused = await signedIn.ask('POST', '/api/chats', { id: 'other' });
  clearInterval(ticking);
  expect([refused.status, refused.json]).toMatchObject([503, { code: 'store_locked' }]);
  // A wait inside the driver would have stopped the whole process.
  expect(turns).toBeGreaterThan(5);
  await release();
  closing.pop();
  await completed(store, runId);
  await expectWhole(store, runId, before);
  await expect.poll(() => health(signedIn)).toBe(200);
  expect(told).toEqual([expect.stringMatching(/^Another process has locked /), 'The store works again.']);
});

test('L81 a short lock of another process is not even noticed', async () => {
  const store = openStore();
  const release = await holdDatabase();
  const before = begins;
  const made = store.createChat('chat', 1);
  await expect.poll(() => begins - before).toBeGreaterThan(3);
  await release();
  await made;
  expect(await store.getChat('chat')).toBeDefined();
});

test('L83 damage in the middle of the file is told once, and what can be read is served', async () => {
  const first = openSqliteStore(path, { sealer: SEALER });
  for (const chat of ['a', 'b']) {
    await first.createChat(chat, 1);
    const ids = { commandId: chat, chatId: chat, messageId: `m${chat}`, runId: `run-${chat}` };
    await first.postMessage({ ...ids, text: 'Hi', model: 'test/talker', ts: 1 });
    const claim = await first.claimRun(`run-${chat}`, { owner: 'me', now: 1, leaseMs: 1 });
    const events = Array.from(
      { length: 100 },
      () => ({ type: 'status', message: 'x'.repeat(2000) }) as const,
    );
    await first.append({ runId: `run-${chat}`, fence: claim?.fence ?? 0 }, 0, events, 1, 'durable');
  }
  // All of it into the file itself.
  const [database] = opened;
  database?.prepare('PRAGMA wal_checkpoint(TRUNCATE)').all();
  await first.close();
  const size = statSync(path).size;
  const file = openSync(path, 'r+');
  // The last third holds events, and nothing else.
  writeSync(
    file,
    Buffer.alloc(Math.floor(size / 3), 0xee),
    0,
    Math.floor(size / 3),
    Math.ceil(size / 1.5 / 4096) * 4096 - 4096,
  );
  closeSync(file);

  const { store, failures } = counting(openStore());
  const signedIn = await serve(store, talker(0));
  await expect.poll(() => told.length).toBeGreaterThan(0);
  await failsAgain(failures, 3);
  expect(told).toEqual([expect.stringMatching(/damaged.*restore a backup/i)]);
  expect(await signedIn.ask('GET', '/healthz')).toMatchObject({
    status: 503,
    json: { code: 'store_corrupt' },
  });
  expect(await signedIn.ask('GET', '/api/chats/a/messages')).toMatchObject({ status: 200 });
  expect((await store.getRun('run-b'))?.status).toBe('ready');
});

test.each([3_600_000, -3_600_000])(
  'L85 a clock that jumps by %i ms while runs work harms none of them',
  async (jump) => {
    vi.useFakeTimers({ toFake: ['Date'], now: 1_790_000_000_000 });
    const store = openStore();
    const [first, second] = [
      await serve(store, talker(50), { leaseMs: 1_500 }),
      await serve(store, talker(50), { leaseMs: 1_500 }),
    ];
    const runId = await first.send();
    await begun(store, runId);
    vi.setSystemTime(Date.now() + jump);
    const later = await second.send('later');
    for (const id of [runId, later]) {
      await completed(store, id);
      // Nobody took it from who worked on it, though leases were renewed many times.
      expect((await store.getRun(id))?.fence).toBe(1);
    }
    await expectWhole(store, runId, []);
    expect(told).toEqual([]);
  },
);

test('L304 a lease that a wrong clock wrote is over when nobody renews it', async () => {
  const store = openStore();
  await store.createChat('chat', 1);
  const ids = { commandId: 'c', chatId: 'chat', messageId: 'm', runId: 'run-1' };
  await store.postMessage({ ...ids, text: 'Hi', model: 'test/talker', ts: 1 });
  await store.claimRun('run-1', { owner: 'dead', now: Date.now() + 3_600_000, leaseMs: 600 });
  await serve(store, talker(0), { leaseMs: 600 });
  await completed(store, 'run-1');
  await expectWhole(store, 'run-1', []);
});

test('L304 who is alone waits for no lease, whatever its time', async () => {
  const store = openStore();
  await store.createChat('chat', 1);
  const ids = { commandId: 'c', chatId: 'chat', messageId: 'm', runId: 'run-1' };
  await store.postMessage({ ...ids, text: 'Hi', model: 'test/talker', ts: 1 });
  await store.claimRun('run-1', { owner: 'dead', now: Date.now() + 3_600_000, leaseMs: 15_000 });
  await serve(store, talker(0), { sole: true });
  await completed(store, 'run-1');
});

test('L84 a Postgres that is gone for a while is told once, and runs go on when it is back', async () => {
  const postgres = await startPostgres();
  closing.push(() => postgres.stop());
  const real = await openPostgresStore(postgres.url, { sealer: SEALER });
  closing.push(() => real.close());
  const { store, failures } = counting(real);
  const signedIn = await serve(store, talker(), { leaseMs: 6_000 });
  const runId = await signedIn.send();
  await begun(store, runId);
  await postgres.kill();
  const answer = await signedIn.ask('GET', '/healthz');
  expect([answer.status, answer.json]).toMatchObject([503, { code: 'store_lost' }]);
  expect(await signedIn.ask('GET', '/api/chats')).toMatchObject({
    status: 503,
    json: { code: 'store_lost' },
  });
  await failsAgain(failures, 5);
  await postgres.restart();
  const before = await written(store, runId);
  await completed(store, runId);
  await expectWhole(store, runId, before.slice(0, -1));
  expect((await store.readMessages('chat', 1)).map(({ text }) => text)).toEqual([TALK]);
  await expect.poll(() => health(signedIn)).toBe(200);
  expect(told).toEqual([
    expect.stringMatching(/Postgres at .* It will be tried again\.$/),
    'The store works again.',
  ]);
}, 90_000);
