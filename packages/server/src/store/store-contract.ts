import type { RunEvent } from '@millrace/engine';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FencedError, type NewMessage, type Store } from './store.ts';

const START: RunEvent = { type: 'step_start', step: 1, attempt: 1 };
const DELTA: RunEvent = {
  type: 'content_block_delta',
  index: 0,
  delta: { type: 'text_delta', text: 'Grüße 🌊' },
};

function message(more: Partial<NewMessage> = {}): NewMessage {
  return {
    commandId: 'cmd-1',
    chatId: 'chat-1',
    messageId: 'msg-1',
    runId: 'run-1',
    text: 'Hello',
    model: 'demo/demo',
    ts: 1_000,
    ...more,
  };
}

/** The laws that every store keeps. `open` opens the same place again each time it is called. */
export function storeContract(
  name: string,
  makePlace: () => { open(): Promise<Store>; remove(): void },
): void {
  describe(name, () => {
    let place: ReturnType<typeof makePlace>;
    let store: Store;
    beforeEach(async () => {
      place = makePlace();
      store = await place.open();
    });
    afterEach(async () => {
      await store.close();
      place.remove();
    });

    async function claimedRun(): Promise<{ runId: string; fence: number }> {
      await store.createChat('chat-1', 1);
      await store.postMessage(message());
      const run = await store.claimRun('run-1');
      if (run === undefined) throw new Error('The run could not be claimed.');
      return { runId: run.id, fence: run.fence };
    }

    test('L1 events get gapless numbers and come back as they went in', async () => {
      const run = await claimedRun();
      await store.append(run, [START], 5, 'durable');
      await store.append(run, [DELTA, DELTA], 6, 'relaxed');
      const events = await store.readEvents('run-1', 0, 100);
      expect(events).toEqual([
        { ...START, seq: 1, fence: 1, ts: 5 },
        { ...DELTA, seq: 2, fence: 1, ts: 6 },
        { ...DELTA, seq: 3, fence: 1, ts: 6 },
      ]);
      expect(await store.readEvents('run-1', 1, 1)).toEqual(events.slice(1, 2));
    });

    test('L2 an older fence is refused and leaves nothing behind', async () => {
      const old = await claimedRun();
      const fresh = await store.claimRun('run-1');
      expect(fresh?.fence).toBe(old.fence + 1);
      await expect(store.append(old, [DELTA], 5, 'relaxed')).rejects.toBeInstanceOf(FencedError);
      await expect(
        store.endRun(old, { type: 'complete' }, { role: 'assistant', text: 'x', status: 'completed' }, 5),
      ).rejects.toBeInstanceOf(FencedError);
      expect(await store.readEvents('run-1', 0, 100)).toEqual([]);
      expect(await store.readMessages('chat-1', 1)).toEqual([]);
    });

    test('L3 ending a run writes its message once and closes the log', async () => {
      const run = await claimedRun();
      const record = { role: 'assistant', text: 'Answer', status: 'completed' } as const;
      await store.endRun(run, { type: 'complete' }, record, 9);
      expect(await store.readMessages('chat-1', 1)).toEqual([{ ...record, id: 'run-1', seq: 2, ts: 9 }]);
      expect((await store.getRun('run-1'))?.status).toBe('completed');
      expect(await store.claimRun('run-1')).toBeUndefined();
      await expect(store.append(run, [DELTA], 10, 'relaxed')).rejects.toBeInstanceOf(FencedError);
    });

    test('L4 the same command gives the same answer and one message', async () => {
      await store.createChat('chat-1', 1);
      const first = await store.postMessage(message());
      const again = await store.postMessage(message({ messageId: 'msg-2', runId: 'run-2' }));
      expect(first).toEqual({ type: 'sent', sent: { message_id: 'msg-1', run_id: 'run-1' }, fresh: true });
      expect(again).toEqual({ type: 'sent', sent: { message_id: 'msg-1', run_id: 'run-1' }, fresh: false });
      expect(await store.readMessages('chat-1', 0)).toHaveLength(1);
    });

    test('L5 a chat works on one run at a time', async () => {
      await store.createChat('chat-1', 1);
      await store.postMessage(message());
      const second = message({ commandId: 'cmd-2', messageId: 'msg-2', runId: 'run-2' });
      expect(await store.postMessage(second)).toEqual({ type: 'run_active', runId: 'run-1' });
      expect(await store.postMessage(message({ commandId: 'cmd-3', chatId: 'nowhere' }))).toEqual({
        type: 'no_chat',
      });
    });

    test('L6 what was written is there after the store is opened again', async () => {
      const run = await claimedRun();
      await store.append(run, [START, DELTA], 5, 'relaxed');
      const before = await store.readEvents('run-1', 0, 100);
      await store.close();
      store = await place.open();
      expect(await store.readEvents('run-1', 0, 100)).toEqual(before);
      expect(await store.readyRuns()).toEqual(['run-1']);
      expect((await store.claimRun('run-1'))?.fence).toBe(2);
    });

    test('L7 the list shows chats that hold a message, newest first, with the run that works', async () => {
      await store.createChat('empty', 1);
      await claimedRun();
      await store.createChat('chat-2', 2);
      const long = `${'word '.repeat(40)}\nsecond line`;
      await store.postMessage(
        message({ commandId: 'c2', chatId: 'chat-2', messageId: 'm2', runId: 'r2', text: long, ts: 2_000 }),
      );
      const chats = await store.listChats();
      expect(chats.map((chat) => chat.id)).toEqual(['chat-2', 'chat-1']);
      expect(chats[1]).toEqual({ id: 'chat-1', title: 'Hello', updated_at: 1_000, seq: 1, run_id: 'run-1' });
      expect(chats[0]?.title).toMatch(/^word word .*word…$/);
      expect(await store.getChat('chat-1')).toEqual(chats[1]);
      expect(await store.getChat('nowhere')).toBeUndefined();
    });

    test('L1 text of any kind comes back as it went in', async () => {
      const hostile = 'NUL \0, half a pair \ud800, 🌊, \u2028, "quotes", \\, </script>, עברית';
      await store.createChat('chat-1', 1);
      await store.postMessage(message({ text: hostile }));
      await store.claimRun('run-1');
      const said: RunEvent = {
        type: 'content_block_delta',
        index: 0,
        delta: { type: 'text_delta', text: hostile },
      };
      await store.append({ runId: 'run-1', fence: 1 }, [said], 1, 'durable');
      expect((await store.readMessages('chat-1', 0))[0]?.text).toBe(hostile);
      expect((await store.readEvents('run-1', 0, 1))[0]).toMatchObject(said);
      expect((await store.getChat('chat-1'))?.title).toBe(
        'NUL  , half a pair \uFFFD, 🌊,  , "quotes", \\, </script>, עברית',
      );
    });

    test('H3 a start token works once and not after its time', async () => {
      await store.putToken('a', 100);
      expect(await store.takeToken('a', 50)).toBe(true);
      expect(await store.takeToken('a', 50)).toBe(false);
      await store.putToken('b', 100);
      expect(await store.takeToken('b', 100)).toBe(false);
    });

    test('H4 a session holds until it ends or is dropped', async () => {
      await store.putSession('s', 100);
      expect(await store.hasSession('s', 99)).toBe(true);
      expect(await store.hasSession('s', 100)).toBe(false);
      await store.dropSession('s');
      expect(await store.hasSession('s', 1)).toBe(false);
    });
  });
}
