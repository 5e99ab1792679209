import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { tagChatKey } from '../../vault/chat-key-tag.ts';
import { accountKeys, chatPair } from '../../vault/keys.ts';
import { wrapKeyTo } from '../../vault/wrapped-key.ts';
import { FIRST_ACCOUNT } from '../account.ts';
import { wrapPlace } from '../keyring/chat-secret.ts';
import { derivedKeys } from '../keyring/personal-keys.ts';
import { base64, openHomeWrap } from '../keyring/vault-rows.ts';
import type { Row } from '../tx.ts';
import { fillStore } from './filled-contract.ts';
import {
  ANSWER,
  DELTA,
  lease,
  type MakePlace,
  message,
  SEALER,
  START,
  storeUnderTest,
} from './place-contract.ts';

/** The keys of accounts, chats and runs. */
export function vaultContract(makePlace: MakePlace): void {
  const at = storeUnderTest(makePlace);
  beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}));
  afterEach(() => vi.restoreAllMocks());
  const keysIn = async (table: string, column = 'key_id', where = '1 = 1'): Promise<string[]> => {
    const rows = await at.place.ask(
      `SELECT DISTINCT ${column} AS name FROM ${table} WHERE ${column} IS NOT NULL AND ${column} <> '' AND ${where}`,
    );
    return rows.map((row) => String(row['name'])).sort();
  };
  const one = async (sql: string): Promise<Row> => {
    const [row] = await at.place.ask(sql);
    if (row === undefined) throw new Error(`Nothing: ${sql}`);
    return row;
  };

  test('S70 the rows of a chat, of a run and of an account have keys of their own; the server key seals what the server reads alone', async () => {
    await fillStore(at.store);
    await at.store.putMemory({ app: 'a', name: 'b', value: 'c', updated_at: 1 });
    for (const n of [1, 2]) {
      const [chat] = await keysIn('chat_keys', 'key_id', `chat_id = 'chat-${n}'`);
      expect(await keysIn('chat_events', 'key_id', `chat_id = 'chat-${n}'`)).toEqual([chat]);
      expect(await keysIn('chats', 'key_id', `id = 'chat-${n}'`)).toEqual([chat]);
      const [run] = await keysIn('runs', 'key_id', `id = 'run-${n}'`);
      expect(await keysIn('run_events', 'key_id', `run_id = 'run-${n}'`)).toEqual([run]);
    }
    expect(await keysIn('chat_keys')).toHaveLength(2);
    expect(new Set([...(await keysIn('chat_keys')), ...(await keysIn('runs')), SEALER.keyId]).size).toBe(5);
    const own = await keysIn('memories');
    expect(own).toHaveLength(1);
    expect(own).not.toContain(SEALER.keyId);
    for (const table of ['projects', 'answer_settings']) expect(await keysIn(table)).toEqual(own);
    expect(await keysIn('chats', 'place_key_id')).toEqual(own);
    for (const table of ['rules', 'accounts']) expect(await keysIn(table)).toEqual([SEALER.keyId]);
  });

  test('S71 a key of a chat or a run that was changed, moved or planted opens nothing, and the chat goes on under a new one', async () => {
    await fillStore(at.store);
    await at.place.ask("UPDATE chat_keys SET sealed = 'AAAA' WHERE chat_id = 'chat-1'");
    expect(await at.store.readMessages('chat-1', 0)).toMatchObject([
      { error: { code: 'unreadable' } },
      { error: { code: 'unreadable' } },
    ]);
    await at.store.postMessage(message({ commandId: 'c', messageId: 'm', runId: 'r', text: 'On we go' }));
    expect((await at.store.readMessages('chat-1', 0)).at(-1)).toMatchObject({ text: 'On we go' });
    // The key of another chat is none of this one.
    const before = await at.store.readMessages('chat-2', 0);
    await at.place.ask("UPDATE chat_keys SET chat_id = 'chat-3' WHERE chat_id = 'chat-2'");
    await at.place.ask("UPDATE chat_keys SET chat_id = 'chat-2' WHERE chat_id = 'chat-1'");
    expect(await at.store.readMessages('chat-2', 0)).not.toEqual(before);
    // A run whose key is another run's does not run.
    await at.place.ask(
      "UPDATE runs SET key_id = (SELECT key_id FROM runs WHERE id = 'run-1') WHERE id = 'run-2'",
    );
    expect(await at.store.getRun('run-2')).toBeUndefined();
  });

  test('S72 whoever knows only the public half of an account can seal a chat key to it, which counts with its tag alone', async () => {
    await fillStore(at.store);
    const personal = derivedKeys(SEALER);
    const wrap = await one("SELECT payload FROM vault_wraps WHERE kind = 'home'");
    const keys = accountKeys(openHomeWrap(FIRST_ACCOUNT, personal, String(wrap['payload'])));
    expect((await one('SELECT public FROM vaults'))['public']).toBe(base64(keys.publicKey));
    const secret = new Uint8Array(32).fill(3);
    const { keyId, publicKey } = chatPair(secret);
    const place = { account: FIRST_ACCOUNT, chatId: 'chat-1' };
    await at.place.ask(
      `INSERT INTO chat_keys (account_id, chat_id, key_id, public, sealed, made_by, tag, created_at)
       VALUES ('first', 'chat-1', ?, ?, ?, 'somebody', 'AAAA', 9999)`,
      ...[keyId, base64(publicKey), base64(wrapKeyTo(keys.publicKey, wrapPlace(place, keyId), secret))],
    );
    const before = await at.store.readMessages('chat-1', 0);
    await at.store.putTitle('chat-1', 'Mine', 'person');
    expect(await keysIn('chats', 'key_id', "id = 'chat-1'")).not.toEqual([keyId]);
    // With the tag of the account it is the newest key.
    const tag = tagChatKey(keys.own, { account: FIRST_ACCOUNT, chat: 'chat-1', publicKey });
    await at.place.ask('UPDATE chat_keys SET tag = ? WHERE key_id = ?', base64(tag), keyId);
    await at.store.putTitle('chat-1', 'Ours', 'person');
    expect(await keysIn('chats', 'key_id', "id = 'chat-1'")).toEqual([keyId]);
    expect((await at.store.getChat('chat-1'))?.title).toBe('Ours');
    expect(await at.store.readMessages('chat-1', 0)).toEqual(before);
  });

  test('S73 a run has a capsule while it is open, also when it goes on or hands over, and none afterwards', async () => {
    const claim = await at.claimed();
    const open = async () =>
      (await at.place.ask("SELECT run_id FROM run_keys WHERE capsule <> '' ORDER BY run_id")).map(
        (row) => row['run_id'],
      );
    expect(await open()).toEqual(['run-1']);
    await at.store.append(claim, 0, [START], 1, 'durable');
    const followUp = { runId: 'run-2', events: [START], lease: lease('w') };
    await at.store.handOver(claim, 1, [DELTA], 2, followUp);
    expect(await open()).toEqual(['run-1', 'run-2']);
    const stopped = { type: 'cancelled' } as const;
    await at.store.endRun(claim, 2, stopped, { ...ANSWER, status: 'cancelled' }, 3);
    expect(await open()).toEqual(['run-2']);
    const { store } = at;
    const [chat] = await store.listChats();
    expect(
      await store.continueRun({ commandId: 'go', runId: 'run-1', rev: chat?.seq ?? 0, ts: 9_000 }),
    ).toMatchObject({ type: 'continued', fresh: true });
    expect(await open()).toEqual(['run-1', 'run-2']);
    // Without its capsule, and in another process, the chat opens it.
    await at.place.ask("UPDATE run_keys SET capsule = 'AAAA'");
    const other = await at.openAnother();
    const types = (await other.readEvents('run-1', 0, 99)).map(({ type }) => type);
    expect(types).toEqual(['step_start', 'content_block_delta', 'cancelled', 'continue']);
    await other.freshenCapsules();
    const again = await other.claimRun('run-1', lease('other', 99_000));
    const more = { runId: 'run-1', fence: again?.fence ?? 0 };
    expect(await other.append(more, 4, [DELTA], 10_000, 'relaxed')).toHaveLength(1);
  });

  test('S74 with a chat its keys go, and with an account its vault', async () => {
    await fillStore(at.store);
    await at.store.requestCancel({ commandId: 'x', runId: 'run-2', ts: 1 });
    await at.store.changePlaces({ ids: ['chat-1'], deleted: true, ts: 1 });
    await at.store.eraseDeleted(1);
    expect((await at.place.ask('SELECT chat_id FROM chat_keys')).map((row) => row['chat_id'])).toEqual([
      'chat-2',
    ]);
    expect((await at.place.ask('SELECT run_id FROM run_keys')).map((row) => row['run_id'])).toEqual([
      'run-2',
    ]);
    // A chat with the same id has another secret.
    await at.store.createChat('chat-1', 2);
    await at.store.postMessage(message({ commandId: 'again', text: 'Anew' }));
    expect(await at.store.readMessages('chat-1', 0)).toMatchObject([{ text: 'Anew' }]);
    const claim = await at.store.claimRun('run-1', lease('w', 99_000));
    expect(
      await at.store.append({ runId: 'run-1', fence: claim?.fence ?? 0 }, 0, [START], 3, 'relaxed'),
    ).toHaveLength(1);
  });

  test('S74 a run id that is used again, after another process erased the first one, is sealed with the key that its row names', async () => {
    const other = await at.openAnother();
    const claim = await at.claimed();
    await at.store.append(claim, 0, [START], 1, 'relaxed');
    await other.requestCancel({ commandId: 'x', runId: 'run-1', ts: 1 });
    await other.endRun(claim, 1, { type: 'complete' }, ANSWER, 2);
    await other.changePlaces({ ids: ['chat-1'], deleted: true, ts: 1 });
    await other.eraseDeleted(1);
    await other.createChat('chat-1', 2);
    await other.postMessage(message({ commandId: 'again' }));
    const anew = await other.claimRun('run-1', lease('w', 99_000));
    // This process has kept the key of the first one.
    await at.store.append({ runId: 'run-1', fence: anew?.fence ?? 0 }, 0, [START, DELTA], 3, 'relaxed');
    const third = await at.openAnother();
    for (const store of [at.store, other, third])
      expect((await store.readEvents('run-1', 0, 9)).map(({ type }) => type)).toEqual([
        'step_start',
        'content_block_delta',
      ]);
  });
}
