import { once } from 'node:events';
import { createSseDecoder } from '@millrace/engine';
import type { ChatChanges } from '@millrace/engine/run';
import { afterEach, expect, test } from 'vitest';
import { isLong } from '../../../../../fixtures/long.ts';
import { memoryStoreOf, type WholeStore } from '../../../../../fixtures/whole-store.ts';
import { type Bus, CHATS_TOPIC, createBus, NO_CHAT } from '../../agent/log/bus.ts';
import { createSealer } from '../../store/seal/sealer.ts';
import type { Connection } from '../../store/sqlite/connection.ts';
import { openMemoryDatabase } from '../../store/sqlite/open-memory-store.ts';
import { queryOf, type Tx } from '../../store/tx.ts';
import { createOpenDevices } from '../stream/open-devices.ts';
import { sendChats } from './sync-route.ts';

let store: WholeStore;
let bus: Bus;
/** Rows that the store has read. */
let read: number;
const gone = new AbortController();
afterEach(() => store.close());

/** A store with so many chats that counts the rows it reads. */
function open(chats: number): void {
  const sealer = createSealer(new Uint8Array(32));
  const database = openMemoryDatabase(sealer);
  function* counted<T>(body: Tx<T>): Tx<T> {
    let turn = body.next([]);
    while (!turn.done) {
      const rows = yield queryOf(turn.value);
      read += rows.length;
      turn = body.next(rows);
    }
    return turn.value;
  }
  const counting: Connection = { ...database, read: (body) => database.read(counted(body)) };
  store = memoryStoreOf(counting, sealer);
  database.ask(`INSERT INTO chats (account_id, id, title, next_seq, created_at, updated_at)
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${chats})
    SELECT (SELECT id FROM accounts), 'c' || i, '', 2, i, i FROM n`);
  bus = createBus();
  read = 0;
}

/** Follows the list. Returns what was told next, after which the reader waits again. */
function follow(): () => Promise<ChatChanges> {
  const told: ChatChanges[] = [];
  const events = new EventTarget();
  const decoder = createSseDecoder({
    onEvent({ data }) {
      told.push(JSON.parse(data));
      events.dispatchEvent(new Event('told'));
    },
  });
  const parts = {
    store,
    bus,
    models: { list: () => [], find: () => undefined },
    devices: createOpenDevices(),
  };
  const stream = { signal: gone.signal, send: decoder.feed, ready: async () => {}, end: () => {} };
  void sendChats({ ...parts, device: 'me', vaultRev: () => 0 }, stream);
  return async () => {
    if (told.length === 0) await once(events, 'told');
    return told.shift() ?? { chats: [] };
  };
}

const MANY = isLong ? 100_000 : 5_000;

/** The rows that are read to tell of one chat each after so many other changes. */
async function readsOfChanges(chats: number): Promise<number[]> {
  open(chats);
  const next = follow();
  expect((await next()).chats).toHaveLength(chats);
  const reads: number[] = [];
  const tell = async (about: string): Promise<ChatChanges> => {
    read = 0;
    bus.publish(CHATS_TOPIC, about);
    const news = await next();
    reads.push(read);
    return news;
  };
  await store.putTitle('c3', 'Three', 'person');
  expect(await tell('c3')).toEqual({ chats: [expect.objectContaining({ id: 'c3', title: 'Three' })] });
  await store.changePlaces({ ids: ['c4'], deleted: true, ts: 9 });
  expect(await tell('c4')).toEqual({ chats: [], gone: ['c4'] });
  await store.changeAnswers(undefined, { prompt: 'Short.' });
  expect(await tell(NO_CHAT)).toEqual({ chats: [], settings_rev: 1 });
  return reads;
}

test('S350 to tell of a change of one chat reads as much with 10 chats as with 100,000', async () => {
  const few = await readsOfChanges(10);
  expect(few.every((rows) => rows < 10)).toBe(true);
  await store.close();
  expect(await readsOfChanges(MANY)).toEqual(few);
});

test('S351 a hint that names no chat, and one of more chats than are read one by one, reads the whole list', async () => {
  open(1200);
  const next = follow();
  await next();
  await store.changePlaces({ ids: ['c7'], deleted: true, ts: 9 });
  bus.publish(CHATS_TOPIC);
  expect(await next()).toEqual({ chats: [], gone: ['c7'] });
  for (const id of ['c1', 'c2', 'c3']) await store.putTitle(id, 'New', 'person');
  read = 0;
  for (let i = 1; i <= 1100; i++) bus.publish(CHATS_TOPIC, `c${i}`);
  expect((await next()).chats).toHaveLength(3);
  // A chat that is read by itself costs two rows.
  expect(read).toBeLessThan(1300);
});

test('S352 a chat is told of with its first message, not before', async () => {
  open(1);
  const next = follow();
  await next();
  await store.createChat('new', 5);
  bus.publish(CHATS_TOPIC, 'new');
  await store.createChat('other', 5);
  const ids = { commandId: 'x', chatId: 'new', messageId: 'm', runId: 'r' };
  await store.postMessage({ ...ids, text: 'Hi', model: 'a/b', ts: 6 });
  bus.publish(CHATS_TOPIC, 'new');
  expect((await next()).chats).toEqual([expect.objectContaining({ id: 'new', title: 'Hi', run_id: 'r' })]);
});
