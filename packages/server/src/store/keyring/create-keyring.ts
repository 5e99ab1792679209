import { randomBytes } from 'node:crypto';
import { wrappingKey } from '../../vault/keys.ts';
import { unwrapKey, wrapKey, wrapKeyTo } from '../../vault/wrapped-key.ts';
import { createSealer, keyIdOf, type Sealer } from '../seal/sealer.ts';
import { integer, type Row, type Tx, text, textOrNull } from '../tx.ts';
import { bytesOf, CHAT_KEY_COLUMNS, type ChatSecret, makeChatSecret, openChatSecret } from './chat-secret.ts';
import type { ChatSealer, Keyring } from './keyring.ts';
import { layeredSealer, lockedSealer } from './layered-sealer.ts';
import type { PersonalKeys } from './personal-keys.ts';
import { Recent } from './recent.ts';
import { base64, findVault, makeVault, type Vault } from './vault-rows.ts';

const KEY_BYTES = 32;
/** For more chats than these their keys are read by one query. */
const ONE_BY_ONE = 8;

/** The keyring of an account, with its vault: closed until a transaction has found or made the vault. */
export interface AccountRing extends Keyring {
  readonly isOpen: boolean;
  /** Reads the vault, if there is one. */
  find(): Tx<Vault | undefined>;
  /** Reads or makes the vault. */
  make(): Tx<Vault>;
  /** Takes the vault that a transaction has read or made, once it is over. */
  take(vault: Vault): void;
  /** The account was removed: nothing of it can be opened any more, and no vault is made. */
  close(): void;
}

/** The opened keys that all accounts of a store share the room for. */
export interface OpenKeys {
  readonly chats: Recent<ChatSecret>;
  readonly runs: Recent<Sealer>;
}

/** Each opened key is a few hundred bytes. */
const MOST_OPEN = 4096;

export const createOpenKeys = (): OpenKeys => ({
  chats: new Recent(MOST_OPEN),
  runs: new Recent(MOST_OPEN),
});

interface RingOptions {
  readonly account: string;
  /** The sealer of the server for this account. */
  readonly root: Sealer;
  readonly personal: PersonalKeys;
  readonly open: OpenKeys;
}

/**
 * The keys of an account. Opened chat secrets are kept by the row that they were opened from, so what was kept is never another key
 * than the row's. Kept keys of runs may be older than their row.
 */
export function createKeyring({ account, root, personal, open }: RingOptions): AccountRing {
  let vault: Vault | undefined;
  let isOpen = false;
  let accountSealer = root;
  const runName = (runId: string): string => JSON.stringify([account, runId]);

  /** The secret of a row, kept where `kept` says so. */
  function secretIn(row: Row, keep: boolean): ChatSecret[] {
    if (vault === undefined) return [];
    const name = JSON.stringify([account, text(row, 'chat_id'), text(row, 'key_id'), text(row, 'sealed')]);
    const secret = open.chats.get(name) ?? openChatSecret(vault, account, row);
    if (secret === undefined) return [];
    if (keep) open.chats.set(name, secret);
    return [secret];
  }

  /** The rows of the keys of a chat, newest first. */
  function* keyRows(chatId: string): Tx<Row[]> {
    if (vault === undefined) return [];
    return yield [
      `SELECT ${CHAT_KEY_COLUMNS} FROM chat_keys WHERE account_id = :account AND chat_id = ? ORDER BY created_at DESC, key_id`,
      chatId,
    ];
  }

  function* secretsOf(chatId: string): Tx<ChatSecret[]> {
    return (yield* keyRows(chatId)).flatMap((row) => secretIn(row, true));
  }

  function chatSealer(secrets: readonly ChatSecret[]): ChatSealer {
    const [newest] = secrets;
    const sealer = sealerOf(secrets);
    if (newest === undefined) return { ...sealer, sealRunKey: undefined };
    return {
      ...sealer,
      sealRunKey: (id, key) =>
        base64(wrapKeyTo(newest.pair.publicKey, { account, purpose: 'run_key', id }, key)),
    };
  }

  function sealerOf(secrets: readonly ChatSecret[]): Sealer {
    const [own, ...older] = secrets.map(({ rows }) => rows);
    return own === undefined ? root : layeredSealer(own, ...older, root);
  }

  function capsuleOf(runId: string, key: Uint8Array): string {
    return base64(wrapKey(wrappingKey(personal.capsule.key, 'capsule'), capsulePlace(account, runId), key));
  }

  /** The key of a run by its capsule, else by its chat. */
  function* runKey(runId: string, row: Row): Tx<Uint8Array | undefined> {
    const capsule = openCapsule(personal, account, runId, row);
    if (capsule !== undefined) return capsule;
    const sealed = textOrNull(row, 'sealed');
    if (sealed === null) return undefined;
    for (const { pair } of yield* secretsOf(text(row, 'chat_id'))) {
      const opened = unwrapKey(pair, { account, purpose: 'run_key', id: runId }, bytesOf(sealed));
      if (opened.problem === undefined) return opened.plain;
    }
    return undefined;
  }

  function* runRow(runId: string): Tx<Row | undefined> {
    const [row] = yield [
      `SELECT r.chat_id, r.key_id, k.sealed, k.capsule, k.capsule_key FROM runs r
       LEFT JOIN run_keys k ON k.account_id = :account AND k.run_id = r.id WHERE r.account_id = :account AND r.id = ?`,
      runId,
    ];
    return row;
  }

  function* runNow(runId: string): Tx<Sealer> {
    const row = yield* runRow(runId);
    if (row === undefined) return root;
    const keyId = text(row, 'key_id');
    const key = keyId === root.keyId ? undefined : yield* runKey(runId, row);
    const sealer =
      keyId === root.keyId
        ? root
        : key === undefined || keyIdOf(key) !== keyId
          ? undefined
          : layeredSealer(createSealer(key), root);
    if (sealer === undefined) return lockedSealer(keyId, root);
    open.runs.set(runName(runId), sealer);
    return sealer;
  }

  return {
    root,
    get account() {
      return accountSealer;
    },
    get isOpen() {
      return isOpen;
    },
    find: () => findVault(account, personal),
    make: () => makeVault(account, personal),
    take(taken) {
      if (isOpen) return;
      [vault, isOpen, accountSealer] = [taken, true, layeredSealer(taken.rows, root)];
    },
    close() {
      [vault, isOpen, accountSealer] = [undefined, true, root];
    },
    *chat(chatId, ts = 0) {
      const rows = yield* keyRows(chatId);
      const secrets = rows.flatMap((row) => secretIn(row, true));
      if (secrets.length > 0 || vault === undefined) return chatSealer(secrets);
      const { secret, values } = makeChatSecret(vault, { account, chatId });
      // It must be the newest, also behind one that can't be opened.
      const newest = rows.reduce((latest, row) => Math.max(latest, integer(row, 'created_at') + 1), ts);
      yield [
        `INSERT INTO chat_keys (account_id, chat_id, key_id, public, sealed, made_by, tag, created_at)
         VALUES (:account, ?, ?, ?, ?, ?, ?, ?)`,
        ...[chatId, ...values, newest],
      ];
      return chatSealer([secret]);
    },
    *openChat(chatId) {
      return sealerOf(yield* secretsOf(chatId));
    },
    *openChats(chatIds) {
      const sealers = new Map<string, Sealer>();
      if (chatIds.length <= ONE_BY_ONE) {
        for (const id of chatIds) sealers.set(id, sealerOf(yield* secretsOf(id)));
      } else if (vault !== undefined) {
        const rows = yield [
          `SELECT ${CHAT_KEY_COLUMNS} FROM chat_keys WHERE account_id = :account ORDER BY created_at DESC, key_id`,
        ];
        const wanted = new Set(chatIds);
        const secrets = new Map<string, ChatSecret[]>();
        for (const row of rows) {
          const id = text(row, 'chat_id');
          if (wanted.has(id)) secrets.set(id, [...(secrets.get(id) ?? []), ...secretIn(row, false)]);
        }
        for (const [id, of] of secrets) sealers.set(id, sealerOf(of));
      }
      return (chatId) => sealers.get(chatId) ?? root;
    },
    *run(runId) {
      return open.runs.get(runName(runId)) ?? (yield* runNow(runId));
    },
    runNow,
    *newRun(chat, runId) {
      if (chat.sealRunKey === undefined) return root;
      const key = randomBytes(KEY_BYTES);
      yield [
        'INSERT INTO run_keys (account_id, run_id, sealed, capsule, capsule_key) VALUES (:account, ?, ?, ?, ?)',
        ...[runId, chat.sealRunKey(runId, key), capsuleOf(runId, key), personal.capsule.id],
      ];
      return layeredSealer(createSealer(key), root);
    },
    *closeCapsule(runId) {
      const row = yield* runRow(runId);
      const key = row && (yield* runKey(runId, row));
      if (key === undefined) return;
      yield [
        'UPDATE run_keys SET capsule = ?, capsule_key = ? WHERE account_id = :account AND run_id = ?',
        ...[capsuleOf(runId, key), personal.capsule.id, runId],
      ];
    },
  };
}

export const capsulePlace = (account: string, id: string) => ({ account, purpose: 'capsule', id }) as const;

/** The key of a run in its capsule; undefined where there is none, or its key is gone. */
export function openCapsule(
  personal: PersonalKeys,
  account: string,
  runId: string,
  row: Row,
): Uint8Array | undefined {
  const capsule = textOrNull(row, 'capsule');
  if (capsule === null || capsule === '') return undefined;
  const key = personal.findCapsule(text(row, 'capsule_key'));
  if (key === undefined) return undefined;
  const opened = unwrapKey(wrappingKey(key, 'capsule'), capsulePlace(account, runId), bytesOf(capsule));
  return opened.problem === undefined ? opened.plain : undefined;
}
