import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { WholeStore as Store } from '../../../../../fixtures/whole-store.ts';
import { ANSWER, DELTA, lease, type MakePlace, message, START, storeUnderTest } from './place-contract.ts';

const ids = (n: number) => ({
  ...{ commandId: `cmd-${n}`, chatId: `chat-${n}`, messageId: `msg-${n}`, runId: `run-${n}` },
});

/** A chat with a message and its answer. */
async function answered(store: Store, n: number, projectId?: string): Promise<void> {
  await store.createChat(`chat-${n}`, n, projectId);
  await store.postMessage(message({ ...ids(n), ts: n }));
  const run = await store.claimRun(`run-${n}`, lease());
  await store.endRun({ runId: `run-${n}`, fence: run?.fence ?? 0 }, 0, { type: 'complete' }, ANSWER, n);
}

/** Pins, the archive, deletion and its undo. */
export function placeOfChatsContract(makePlace: MakePlace): void {
  const at = storeUnderTest(makePlace);
  const listed = async (): Promise<string[]> => (await at.store.listChats()).map(({ id }) => id);

  test('L345 pins and the archive hold after a restart, and are no news of a chat', async () => {
    for (const n of [1, 2]) await answered(at.store, n);
    const both = ['chat-1', 'chat-2', 'nowhere', 'chat-1'];
    expect(await at.store.changePlaces({ ids: both, pinned: true, ts: 9 })).toEqual({
      type: 'changed',
      ids: ['chat-1', 'chat-2'],
      stopped: [],
    });
    await at.store.changePlaces({ ids: ['chat-2'], pinned: false, archived: true, ts: 9 });
    const store = await at.reopen();
    expect(await store.getChat('chat-1')).toMatchObject({ pinned: true, updated_at: 1 });
    const second = await store.getChat('chat-2');
    expect(second).toMatchObject({ archived: true, updated_at: 2 });
    expect(second).not.toHaveProperty('pinned');
    await store.changePlaces({ ids: ['chat-2'], archived: false, ts: 9 });
    expect(await store.getChat('chat-2')).not.toHaveProperty('archived');
  });

  test('L346 a deleted chat is gone for every reader, comes back as it was, and only what is deleted comes back', async () => {
    for (const n of [1, 2]) await answered(at.store, n);
    await at.store.changePlaces({ ids: ['chat-1'], pinned: true, ts: 9 });
    const before = await at.store.getChat('chat-1');
    const gone = { type: 'changed', ids: ['chat-1'], stopped: [] };
    expect(await at.store.changePlaces({ ids: ['chat-1'], deleted: true, ts: 10 })).toEqual(gone);
    expect(await listed()).toEqual(['chat-2']);
    expect(await at.store.getChat('chat-1')).toBeUndefined();
    expect(await at.store.putTitle('chat-1', 'X', 'person')).toBe(false);
    const again = message({ ...ids(3), chatId: 'chat-1' });
    expect(await at.store.postMessage(again)).toEqual({ type: 'no_chat' });
    // To delete it again, to pin or to make it changes nothing of it.
    const none = { type: 'changed', ids: [], stopped: [] };
    expect(await at.store.changePlaces({ ids: ['chat-1'], deleted: true, ts: 99 })).toEqual(none);
    expect(await at.store.changePlaces({ ids: ['chat-1'], archived: true, ts: 99 })).toEqual(none);
    await at.store.createChat('chat-1', 99);
    const store = await at.reopen();
    await store.changePlaces({ ids: ['chat-1'], deleted: false, ts: 11 });
    expect(await store.getChat('chat-1')).toEqual(before);
    expect(await store.readMessages('chat-1', 0)).toHaveLength(2);
  });

  test('C32 what was deleted is erased with all that it holds, after its time and not before', async () => {
    for (const n of [1, 2, 3]) await answered(at.store, n);
    await at.store.changePlaces({ ids: ['chat-1'], deleted: true, ts: 100 });
    await at.store.changePlaces({ ids: ['chat-2'], deleted: true, ts: 200 });
    expect(await at.store.eraseDeleted(99)).toBe(0);
    // The times are in the store: another process may do it.
    const store = await at.reopen();
    expect(await store.eraseDeleted(100)).toBe(1);
    expect(await store.eraseDeleted(100)).toBe(0);
    await store.changePlaces({ ids: ['chat-1', 'chat-2'], deleted: false, ts: 300 });
    expect(await listed()).toEqual(['chat-3', 'chat-2']);
    expect(await store.readMessages('chat-1', 0)).toEqual([]);
    expect(await store.getRun('run-1')).toBeUndefined();
    expect(await store.readEvents('run-1', 0, 10)).toEqual([]);
    for (const table of ['chat_events', 'runs', 'chats']) {
      const column = table === 'chats' ? 'id' : 'chat_id';
      expect(await at.place.ask(`SELECT * FROM ${table} WHERE ${column} = 'chat-1'`), table).toEqual([]);
    }
  });

  test('L347 the runs of a deleted chat are asked to stop, in the same transaction, and it is erased when they have ended', async () => {
    const run = await at.claimed();
    await at.store.append(run, 0, [START, DELTA], 2_000, 'durable');
    const deleted = await at.store.changePlaces({ ids: ['chat-1'], deleted: true, ts: 2_001 });
    expect(deleted).toEqual({ type: 'changed', ids: ['chat-1'], stopped: ['run-1'] });
    // No step after the commit is needed: a worker that takes the run up sees the wish.
    const store = await at.reopen();
    expect(await store.getRun('run-1')).toMatchObject({ cancelAt: 2_001, status: 'ready' });
    expect(await store.eraseDeleted(9_999)).toBe(0);
    await store.endRun(run, 2, { type: 'cancelled' }, { ...ANSWER, status: 'cancelled' }, 2_002);
    expect(await store.eraseDeleted(9_999)).toBe(1);
    expect(await store.getRun('run-1')).toBeUndefined();
  });

  test('L347 a run that waits, and one that a deleted chat hands over to, are asked to stop too', async () => {
    const run = await at.claimed();
    await at.store.park(run, 0, null);
    await at.store.changePlaces({ ids: ['chat-1'], deleted: true, ts: 2_001 });
    expect(await at.store.getRun('run-1')).toMatchObject({ cancelAt: 2_001, status: 'ready' });
    const taken = await at.store.claimRun('run-1', lease('w', 9_000));
    const claim = { runId: 'run-1', fence: taken?.fence ?? 0 };
    const followUp = { runId: 'run-2', events: [START], lease: lease('w', 9_000) };
    const handed = await at.store.handOver(claim, 0, [DELTA], 9_001, followUp);
    expect(handed).toMatchObject({ run: { id: 'run-2', cancelAt: 2_001 } });
  });

  test('L363 a change of one chat among many opens only what changed', async () => {
    const { store } = at;
    for (let n = 1; n <= 20; n++) await answered(store, n);
    await store.changePlaces({
      ids: Array.from({ length: 20 }, (_, i) => `chat-${i + 1}`),
      pinned: true,
      ts: 9,
    });
    const before = await store.listChats();
    // Nothing can be opened again from now on.
    await at.place.ask("DELETE FROM chat_keys WHERE chat_id <> 'chat-7'");
    expect(await store.listChats()).toEqual(before);
    await store.putTitle('chat-7', 'Another name', 'person');
    await store.changePlaces({ ids: ['chat-8'], pinned: false, ts: 9 });
    const after = new Map((await store.listChats()).map((chat) => [chat.id, chat]));
    expect([...after.keys()].toSorted()).toEqual(before.map(({ id }) => id).toSorted());
    for (const { id, title } of before)
      expect(after.get(id)?.title).toBe(id === 'chat-7' ? 'Another name' : title);
    expect(after.get('chat-8')?.pinned).toBeUndefined();
  });

  test('L348 whatever two devices do to places at once, each chat ends in a state that one order of the acts gives', async () => {
    const other = await at.openAnother();
    const one = fc.record({
      chat: fc.nat(1),
      by: fc.boolean(),
      change: fc.constantFrom<object>(
        ...[{ pinned: true }, { pinned: false }, { archived: true }, { archived: false }],
        ...[{ deleted: true }, { deleted: false }],
      ),
    });
    for (const n of [1, 2]) await answered(at.store, n);
    await fc.assert(
      fc.asyncProperty(fc.array(one, { minLength: 2, maxLength: 6 }), async (acts) => {
        await at.store.changePlaces({ ids: ['chat-1', 'chat-2'], deleted: false, ts: 1 });
        await Promise.all(
          acts.map(({ chat, by, change }) =>
            (by ? at.store : other).changePlaces({ ids: [`chat-${chat + 1}`], ...change, ts: 5 }),
          ),
        );
        // Both see the same, and every place is readable.
        const seen = await at.store.listChats();
        expect(await other.listChats()).toEqual(seen);
        const back = await other.changePlaces({ ids: ['chat-1', 'chat-2'], deleted: false, ts: 6 });
        expect(back).toMatchObject({ ids: ['chat-1', 'chat-2'] });
        const asked = (n: number, field: string): unknown[] =>
          acts.flatMap(({ chat, change }) =>
            chat + 1 === n && field in change ? [Reflect.get(change, field)] : [],
          );
        for (const n of [1, 2]) {
          const line = await at.store.getChat(`chat-${n}`);
          if (asked(n, 'deleted').includes(true)) continue;
          for (const field of ['pinned', 'archived'] as const) {
            const wishes = asked(n, field);
            if (wishes.length > 0) expect(wishes).toContain(line?.[field] ?? false);
          }
        }
      }),
      { numRuns: 10 },
    );
  });
}
