import { expect, test } from 'vitest';
import { type MakePlace, message, storeUnderTest } from './place-contract.ts';

/** The list of chats, and who may come in. */
export function chatContract(makePlace: MakePlace): void {
  const at = storeUnderTest(makePlace);

  test('L7 the list shows chats that hold a message, newest first, with the run that works', async () => {
    await at.store.createChat('empty', 1);
    await at.claimed();
    await at.store.createChat('chat-2', 2);
    const long = `${'word '.repeat(40)}\nsecond line`;
    await at.store.postMessage(
      message({ commandId: 'c2', chatId: 'chat-2', messageId: 'm2', runId: 'r2', text: long, ts: 2_000 }),
    );
    const chats = await at.store.listChats();
    expect(chats.map((chat) => chat.id)).toEqual(['chat-2', 'chat-1']);
    expect(chats[1]).toEqual({
      id: 'chat-1',
      title: 'Hello',
      updated_at: 1_000,
      seq: 1,
      epoch: 0,
      run_id: 'run-1',
      waiting: false,
    });
    expect(chats[0]?.title).toMatch(/^word word .*word…$/);
    expect(await at.store.getChat('chat-1')).toEqual(chats[1]);
    expect(await at.store.getChat('empty')).toMatchObject({ title: '', seq: 0 });
    expect(await at.store.getChat('nowhere')).toBeUndefined();
  });

  test('L7 making a chat that exists leaves it as it is', async () => {
    await at.claimed();
    const before = await at.store.getChat('chat-1');
    await at.store.createChat('chat-1', 99);
    expect(await at.store.getChat('chat-1')).toEqual(before);
  });

  test('H3 a start token works once and not after its time', async () => {
    await at.store.putToken('a', 100);
    expect(await at.store.takeToken('a', 50)).toBe(true);
    expect(await at.store.takeToken('a', 50)).toBe(false);
    await at.store.putToken('b', 100);
    expect(await at.store.takeToken('b', 100)).toBe(false);
  });

  test('H4 a session holds until it ends or is dropped', async () => {
    await at.store.putSession({ hash: 's', keyHash: 'k', expiresAt: 100 });
    await at.store.putSession({ hash: 't', keyHash: 'l', expiresAt: 100 });
    expect(await at.store.hasSession('s', 'k', 99)).toBe(true);
    expect(await at.store.hasSession('s', 'k', 100)).toBe(false);
    // Each half of a session is good for nothing without the other.
    expect(await at.store.hasSession('s', 'l', 99)).toBe(false);
    expect(await at.store.hasSession('t', 'k', 99)).toBe(false);
    expect(await at.store.hasSession('s', '', 99)).toBe(false);
    await at.store.dropSession('s');
    expect(await at.store.hasSession('s', 'k', 1)).toBe(false);
  });
}
