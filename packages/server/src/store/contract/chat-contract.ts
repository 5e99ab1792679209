import { expect, test } from 'vitest';
import { FIRST_ACCOUNT } from '../account.ts';
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
    await at.store.putToken('a', FIRST_ACCOUNT, 100);
    expect(await at.store.takeToken('a', 50)).toEqual({ account: FIRST_ACCOUNT, confirmedAt: null });
    expect(await at.store.takeToken('a', 50)).toBeUndefined();
    await at.store.putToken('b', FIRST_ACCOUNT, 100);
    expect(await at.store.takeToken('b', 100)).toBeUndefined();
  });

  test('H4 a session holds until it ends or is dropped', async () => {
    const facts = { account: FIRST_ACCOUNT, name: 'Pixel 9', createdAt: 1, confirmedAt: 1, expiresAt: 100 };
    await at.store.putSession({ ...facts, hash: 's', keyHash: 'k' });
    await at.store.putSession({ ...facts, hash: 't', keyHash: 'l' });
    expect(await at.store.findSession('s', 'k', 99)).toMatchObject({
      session: { ...facts, hash: 's', seenAt: 1 },
    });
    expect(await at.store.findSession('s', 'k', 100)).toBeUndefined();
    // Each half of a session is good for nothing without the other.
    expect(await at.store.findSession('s', 'l', 99)).toBeUndefined();
    expect(await at.store.findSession('t', 'k', 99)).toBeUndefined();
    expect(await at.store.findSession('s', '', 99)).toBeUndefined();
    expect(await at.store.dropSession('other', 's')).toBe(false);
    expect(await at.store.dropSession(FIRST_ACCOUNT, 's')).toBe(true);
    expect(await at.store.findSession('s', 'k', 1)).toBeUndefined();
  });
}
