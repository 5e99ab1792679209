import { randomBytes } from 'node:crypto';
import { keyIdOf } from '@millrace/engine/vault';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { WholeStore } from '../../../../../fixtures/whole-store.ts';
import type { NamedPair } from '../../vault/keys.ts';
import { unwrapKey, wrapKeyTo } from '../../vault/wrapped-key.ts';
import { pairOf } from '../../vault/x25519.ts';
import { FIRST_ACCOUNT } from '../account.ts';
import { openChatSecret } from '../keyring/chat-secret.ts';
import { base64, vaultKeysOf } from '../keyring/vault-rows.ts';
import { VaultLockedError } from '../vault-locked-error.ts';
import type { CredentialKind } from '../vault-store.ts';
import { fillStore } from './filled-contract.ts';
import { ANSWER, DELTA, lease, type MakePlace, message, START, storeUnderTest } from './place-contract.ts';

const MINUTE = 60_000;

/** The keys of devices: who opens a vault, and what happens while nobody does. */
export function deviceContract(makePlace: MakePlace): void {
  const at = storeUnderTest(makePlace);
  beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}));
  afterEach(() => {
    vi.restoreAllMocks();
    vi.useRealTimers();
  });

  const pairs = new Map<string, NamedPair>();
  const vaultOf = (store: WholeStore = at.store) => store.vaultOf(FIRST_ACCOUNT);

  /** Something that opens the vault from now on. */
  async function add(kind: CredentialKind, more: { readonly of?: string } = {}): Promise<string> {
    const pair = pairOf(randomBytes(32));
    const id = keyIdOf(pair.publicKey);
    pairs.set(id, { ...pair, keyId: id });
    const { publicKey } = pair;
    const facts = { kind, name: `A ${kind}`, publicKey, wrapped: undefined, createdAt: 1, session: '' };
    await vaultOf().prepare();
    await vaultOf().putCredential({ ...facts, ...more });
    await vaultOf().sealTo(id);
    return id;
  }

  /** The vault key, as a credential opens it. */
  async function keyBy(id: string): Promise<Uint8Array> {
    const found = (await vaultOf().credentials()).find((each) => each.id === id);
    const pair = pairs.get(id);
    if (found?.wrapped === undefined || pair === undefined) throw new Error('It opens nothing.');
    const place = { account: FIRST_ACCOUNT, purpose: 'vault_key', id } as const;
    const opened = unwrapKey(pair, place, found.wrapped);
    if (opened.problem !== undefined) throw new Error(opened.problem);
    return opened.plain;
  }

  /** No home key from now on. */
  async function onlyDevices(): Promise<string> {
    const recovery = await add('recovery');
    expect(await vaultOf().dropHome()).toBe('dropped');
    await rotate();
    return recovery;
  }

  async function rotate(store = at.store): Promise<void> {
    for (;;) {
      const left = await vaultOf(store).rotateSome();
      if (left === 0) return;
      // On databases that servers share the former key stays for a while.
      if (left === 'later') vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * MINUTE });
    }
  }

  /** All that a person can read. */
  const readAll = async (store = at.store): Promise<unknown> => [
    await store.listChats(),
    await store.readMessages('chat-1', 0),
    await store.readMessages('chat-2', 0),
    await store.listProjects(),
    await store.readAnswers(),
    await store.listMemories(),
    await store.readEvents('run-1', 0, 1000),
    await store.readEvents('run-2', 0, 1000),
  ];

  test('S102 without a home key and without a device nothing is read or written, and nothing is said to be damaged', async () => {
    await fillStore(at.store);
    await at.store.putMemory({ app: 'a', name: 'b', value: 'c', updated_at: 1 });
    const before = await readAll();
    const id = await onlyDevices();
    const key = await keyBy(id);
    expect(await readAll()).toEqual(before);
    const dump = async (): Promise<unknown> =>
      (await at.place.ask('SELECT id, title, next_seq FROM chats ORDER BY id')).concat(
        await at.place.ask('SELECT key_id, sealed FROM chat_keys ORDER BY key_id'),
      );
    await vaultOf().lock();
    for (const reopened of [false, true]) {
      const store = reopened ? await at.reopen() : at.store;
      const rows = await dump();
      for (const act of [
        () => store.listChats(),
        () => store.readMessages('chat-1', 0),
        () => store.listProjects(),
        () => store.readAnswers(),
        () => store.listMemories(),
        () => store.readEvents('run-1', 0, 10),
        () => store.createChat('chat-9', 1),
        () => store.putMemory({ app: 'a', name: 'x', value: 'c', updated_at: 1 }),
        () => store.putTitle('chat-1', 'New', 'person'),
      ])
        await expect(act()).rejects.toThrow(VaultLockedError);
      expect(await dump()).toEqual(rows);
    }
    expect(console.error).not.toHaveBeenCalled();
    expect(await vaultOf().unlock(randomBytes(32))).toBe(false);
    expect(await vaultOf().unlock(key)).toBe(true);
    expect(await readAll()).toEqual(before);
  });

  test('S103 an open run goes on by itself without a home key, also in another process, and leaves no capsule', async () => {
    await fillStore(at.store);
    const id = await onlyDevices();
    await at.store.createChat('chat-3', 1);
    await at.store.postMessage(
      message({ chatId: 'chat-3', commandId: 'c3', messageId: 'm3', runId: 'run-3', text: 'Go' }),
    );
    const capsules = async () =>
      (await at.place.ask("SELECT run_id FROM chat_capsules WHERE run_id = 'run-3'")).length;
    expect(await capsules()).toBe(1);
    const key = await keyBy(id);
    const store = await at.reopen();
    const run = await store.claimRun('run-3', lease('w', 5_000));
    const claim = { runId: 'run-3', fence: run?.fence ?? 0 };
    await store.append(claim, 0, [START], 1, 'durable');
    expect(await store.readMessages('chat-3', 0)).toMatchObject([{ text: 'Go' }]);
    await store.handOver(claim, 1, [DELTA], 2, { runId: 'run-4', events: [START], lease: lease('w', 5_000) });
    await store.endRun(claim, 2, { type: 'complete' }, ANSWER, 3);
    expect(await capsules()).toBe(0);
    await store.endRun({ runId: 'run-4', fence: 1 }, 1, { type: 'complete' }, ANSWER, 4);
    expect(await at.place.ask("SELECT run_id FROM chat_capsules WHERE chat_id = 'chat-3'")).toEqual([]);
    await expect(store.readMessages('chat-3', 0)).rejects.toThrow(VaultLockedError);
    await vaultOf(store).unlock(key);
    expect(await store.readMessages('chat-3', 0)).toMatchObject([
      ...[{ text: 'Go' }, { text: 'Answer' }, { text: 'Answer' }],
    ]);
  });

  test('S104 a run of a sealed chat keeps its keys in memory alone: after a crash it waits for a device', async () => {
    await fillStore(at.store);
    const id = await onlyDevices();
    await at.store.createChat('chat-3', 1);
    expect(await vaultOf().sealChat('chat-3', true)).toBe(true);
    expect(await vaultOf().sealChat('chat-9', true)).toBe(false);
    await at.store.postMessage(
      message({ chatId: 'chat-3', commandId: 'c3', messageId: 'm3', runId: 'run-3', text: 'Go' }),
    );
    const kept = async () => [
      ...(await at.place.ask("SELECT capsule FROM run_keys WHERE run_id = 'run-3' AND capsule <> ''")),
      ...(await at.place.ask("SELECT capsule FROM chat_capsules WHERE run_id = 'run-3'")),
    ];
    expect(await kept()).toEqual([]);
    const key = await keyBy(id);
    // The process that has it goes on while the account is locked.
    const run = await at.store.claimRun('run-3', lease('w', 5_000));
    await vaultOf().lock();
    const claim = { runId: 'run-3', fence: run?.fence ?? 0 };
    await at.store.append(claim, 0, [START], 1, 'durable');
    expect(await at.store.readMessages('chat-3', 0)).toHaveLength(1);
    await expect(at.store.readMessages('chat-1', 0)).rejects.toThrow(VaultLockedError);
    // After a crash nobody takes it up, until a device comes.
    const store = await at.reopen();
    const ids = async (): Promise<string[]> =>
      (await store.claimableRuns(1_000_000, 10)).map((each) => each.id);
    expect(await ids()).not.toContain('run-3');
    expect(await store.claimRun('run-3', lease('x', 1_000_000))).toBeUndefined();
    await vaultOf(store).unlock(key);
    expect(await ids()).toContain('run-3');
    const again = await store.claimRun('run-3', lease('x', 1_000_000));
    await store.endRun({ runId: 'run-3', fence: again?.fence ?? 0 }, 1, { type: 'complete' }, ANSWER, 3);
    expect(await store.readMessages('chat-3', 0)).toHaveLength(2);
    // Changed while a run is open, it holds for that run.
    await store.postMessage(
      message({ chatId: 'chat-3', commandId: 'c4', messageId: 'm4', runId: 'run-5', text: 'On' }),
    );
    await vaultOf(store).sealChat('chat-3', false);
    expect(
      (await at.place.ask("SELECT run_id FROM chat_capsules WHERE run_id = 'run-5'")).length,
    ).toBeGreaterThan(0);
  });

  test('S105 with a device its vault key goes: what is written afterwards opens with the new one alone', async () => {
    await fillStore(at.store);
    await at.store.putMemory({ app: 'a', name: 'b', value: 'c', updated_at: 1 });
    const [mine, theirs] = [await add('device'), await add('device')];
    const stolen = await keyBy(theirs);
    const before = await readAll();
    expect(await vaultOf().revoke(theirs)).toBe('revoked');
    expect(await vaultOf().revoke(theirs)).toBe('no_credential');
    expect((await vaultOf().facts()).rotation).toEqual({ done: 0, total: 2 });
    const fresh = await keyBy(mine);
    expect(fresh).not.toEqual(stolen);
    // Before its turn in the background a chat that is written to gets its new secret.
    await at.store.putTitle('chat-2', 'Later', 'person');
    const names = await at.place.ask("SELECT key_id FROM chat_keys WHERE chat_id = 'chat-2'");
    expect(names).toHaveLength(2);
    expect(await vaultOf().unlock(stolen)).toBe(false);
    await rotate();
    expect((await vaultOf().facts()).rotation).toBeUndefined();
    expect(await at.place.ask("SELECT id FROM vault_wraps WHERE kind = 'former'")).toEqual([]);
    const [list, ...rest] = (await readAll()) as unknown[];
    expect(rest).toEqual((before as unknown[]).slice(1));
    expect(list).toMatchObject([{}, {}]);
    // The same in a process that has only the database and the home key.
    const store = await at.reopen();
    expect(((await readAll(store)) as unknown[]).slice(1)).toEqual(rest);
    // No wrapped secret of a chat opens with the stolen key.
    const rows = await at.place.ask('SELECT * FROM chat_keys');
    expect(rows.length).toBeGreaterThan(2);
    for (const row of rows) {
      expect(openChatSecret({ ...vaultKeysOf(stolen), formers: [] }, FIRST_ACCOUNT, row)).toBeUndefined();
      expect(openChatSecret({ ...vaultKeysOf(fresh), formers: [] }, FIRST_ACCOUNT, row)).toBeDefined();
    }
  });

  test('S106 a process that ends while chats get new keys leaves the rest to the next one, and everything reads as before', async () => {
    await fillStore(at.store);
    const device = await add('device');
    for (let i = 0; i < 40; i += 1) await at.store.createChat(`more-${i}`, 1);
    const before = await readAll();
    await vaultOf().revoke(device);
    expect(await vaultOf().rotateSome()).toBeGreaterThan(0);
    let store = await at.reopen();
    expect(await readAll(store)).toEqual(before);
    // Another one is revoked before it is over.
    const second = await add('device');
    await vaultOf(store).revoke(second);
    await vaultOf(store).rotateSome();
    store = await at.reopen();
    expect(await readAll(store)).toEqual(before);
    await rotate(store);
    expect(await readAll(store)).toEqual(before);
    expect(await at.place.ask("SELECT name FROM meta WHERE name LIKE 'rotation%'")).toEqual([]);
  });

  test('S107 a credential that was changed or planted without the server key opens nothing, and gets no key', async () => {
    const device = await add('device');
    const planted = pairOf(randomBytes(32)).publicKey;
    const fake = wrapKeyTo(
      planted,
      { account: FIRST_ACCOUNT, purpose: 'vault_key', id: keyIdOf(planted) },
      new Uint8Array(32),
    );
    await at.place.ask(
      `INSERT INTO vault_wraps (account_id, id, kind, payload, created_at, public, facts, key_id)
       SELECT account_id, ?, kind, ?, created_at, ?, facts, key_id FROM vault_wraps WHERE id = ?`,
      ...[keyIdOf(planted), base64(fake), base64(planted), device],
    );
    expect((await vaultOf().credentials()).map(({ id }) => id)).toEqual([device]);
    await at.place.ask('UPDATE vault_wraps SET public = ? WHERE id = ?', base64(planted), device);
    expect(await vaultOf().credentials()).toEqual([]);
    // Without a way in that counts the home key stays.
    expect(await vaultOf().dropHome()).toBe('no_other_way');
    expect(await vaultOf().facts()).toMatchObject({ home: 'on', isOpen: true });
  });

  test('S113 a device that was revoked and put back by somebody who can write the database opens nothing, and gets no key', async () => {
    const [mine, stolen] = [await add('device'), await add('device')];
    const [row = {}] = await at.place.ask('SELECT * FROM vault_wraps WHERE id = ?', stolen);
    expect(await vaultOf().revoke(stolen)).toBe('revoked');
    const names = Object.keys(row);
    await at.place.ask(
      `INSERT INTO vault_wraps (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
      ...Object.values(row),
    );
    const ids = async () => (await vaultOf().credentials()).map(({ id }) => id);
    expect(await ids()).toEqual([mine]);
    // The next vault key is not sealed to it either.
    const other = await add('device');
    expect(await vaultOf().revoke(other)).toBe('revoked');
    expect(await ids()).toEqual([mine]);
    expect(await at.place.ask('SELECT payload FROM vault_wraps WHERE id = ?', stolen)).toEqual([
      { payload: row['payload'] },
    ]);
    expect(await vaultOf().revoke(stolen)).toBe('no_credential');
  });

  test('S108 the vault key is replaced for tokens that work no more, as soon as somebody shows it', async () => {
    const token = { hash: 'h', account: FIRST_ACCOUNT, name: 't', scopes: ['read'], createdAt: 1 } as const;
    await at.store.putApiToken({ ...token, id: 'token-1', expiresAt: 1_000 });
    const [id, recovery] = [await add('token', { of: 'token-1' }), await add('recovery')];
    const key = await keyBy(recovery);
    expect(await keyBy(id)).toEqual(key);
    expect(await vaultOf().tidy(999)).toBe(false);
    expect(await vaultOf().tidy(1_000)).toBe(true);
    await expect(keyBy(id)).rejects.toThrow();
    expect(await keyBy(recovery)).not.toEqual(key);
    // While it is locked the wish is noted.
    expect(await vaultOf().dropHome()).toBe('dropped');
    await rotate();
    await at.store.putApiToken({ ...token, id: 'token-2', hash: 'i', expiresAt: null });
    await add('token', { of: 'token-2' });
    const second = await keyBy(recovery);
    await vaultOf().lock();
    await at.store.dropApiToken(FIRST_ACCOUNT, 'token-2');
    expect(await vaultOf().tidy(1)).toBe(false);
    await vaultOf().unlock(second);
    expect(await vaultOf().tidy(1)).toBe(true);
    expect(await keyBy(recovery)).not.toEqual(second);
  });

  test('S109 another process hears that the vault key was replaced, and that the home key is gone', async () => {
    await fillStore(at.store);
    const other = await at.openAnother();
    const before = await readAll(other);
    const device = await add('device');
    await add('device');
    await vaultOf().revoke(device);
    await vaultOf(other).refresh();
    expect(await readAll(other)).toEqual(before);
    await other.createChat('chat-3', 1);
    await add('recovery');
    expect(await vaultOf(other).dropHome()).toBe('dropped');
    await vaultOf().refresh();
    await expect(at.store.listChats()).rejects.toThrow(VaultLockedError);
  });
}
