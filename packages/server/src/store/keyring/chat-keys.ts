import { wrapKeyTo } from '../../vault/wrapped-key.ts';
import { createEntrySealer } from '../seal/chat-entry.ts';
import type { Sealer } from '../seal/sealer.ts';
import { integer, type Row, type Tx, text } from '../tx.ts';
import { VaultLockedError } from '../vault-locked-error.ts';
import { addToCapsules, openChatCapsules } from './chat-capsules.ts';
import { CHAT_KEY_COLUMNS, type ChatSecret, makeChatSecret, openChatSecret } from './chat-secret.ts';
import type { ChatSealer, Keyring } from './keyring.ts';
import { layeredSealer } from './layered-sealer.ts';
import type { RingParts } from './open-keys.ts';
import { base64, type Vault } from './vault-rows.ts';

/** For more chats than these their keys are read by one query. */
const ONE_BY_ONE = 8;

/** The part of a keyring that is about chats. */
export interface ChatKeys extends Pick<Keyring, 'chat' | 'openChat' | 'openChats'> {
  /** The secrets of a chat that can be opened, newest first. */
  secretsOf(chatId: string): Tx<ChatSecret[]>;
}

/** The keys of the chats of an account. Opened secrets are kept by the row that they were opened from: what was kept is never another key than the row's. */
export function createChatKeys(parts: RingParts): ChatKeys {
  const { account, root, open, vault: vaultNow, isLocked, isHome, held } = parts;
  /** The name of a row with all that it is opened by. */
  const nameOf = ({ keys }: Vault, ...row: [chatId: string, keyId: string, sealed: string]): string =>
    JSON.stringify([account, keys.keyId, ...row]);

  /** The secret of a row; `keep` it for the next time. */
  function secretIn(row: Row, keep: boolean): ChatSecret[] {
    const vault = vaultNow();
    if (vault === undefined) return [];
    const name = nameOf(vault, text(row, 'chat_id'), text(row, 'key_id'), text(row, 'sealed'));
    const secret = open.chats.get(name) ?? openChatSecret(vault, account, row);
    if (secret === undefined) return [];
    if (keep) open.chats.set(name, secret);
    return [secret];
  }

  /** The rows of the keys of a chat, newest first. */
  function* keyRows(chatId: string): Tx<Row[]> {
    if (vaultNow() === undefined) return [];
    return yield [
      `SELECT ${CHAT_KEY_COLUMNS} FROM chat_keys WHERE account_id = :account AND chat_id = ? ORDER BY created_at DESC, key_id`,
      chatId,
    ];
  }

  /** The secrets of a chat whose account is locked: those of its open runs. */
  function* lockedSecrets(chatId: string): Tx<ChatSecret[]> {
    for (const run of held.values()) if (run.chatId === chatId) return [...run.secrets];
    const secrets = yield* openChatCapsules(parts, chatId);
    if (secrets.length === 0) throw new VaultLockedError();
    return secrets;
  }

  function* secretsOf(chatId: string): Tx<ChatSecret[]> {
    if (isLocked()) return yield* lockedSecrets(chatId);
    return (yield* keyRows(chatId)).flatMap((row) => secretIn(row, true));
  }

  function chatSealer(chatId: string, secrets: readonly ChatSecret[]): ChatSealer {
    const [newest] = secrets;
    const sealer = { ...readerOf(secrets), chatId, secrets };
    if (newest === undefined) return { ...sealer, sealRunKey: undefined };
    return {
      ...sealer,
      sealRunKey: (id, key) =>
        base64(wrapKeyTo(newest.records.publicKey, { account, purpose: 'run_key', id }, key)),
    };
  }

  function readerOf(secrets: readonly ChatSecret[]): Omit<ChatSealer, 'sealRunKey' | 'chatId' | 'secrets'> {
    const rows = sealerOf(secrets);
    const family = rows.family ?? rows;
    return { ...rows, ...createEntrySealer({ account, root, rows, secrets }), family };
  }

  function sealerOf(secrets: readonly ChatSecret[]): Sealer {
    const [own, ...older] = secrets.map(({ rows }) => rows);
    return own === undefined ? root : layeredSealer(own, ...older, root);
  }

  return {
    secretsOf,
    *chat(chatId, ts = 0) {
      if (isLocked()) return chatSealer(chatId, yield* lockedSecrets(chatId));
      const rows = yield* keyRows(chatId);
      const secrets = rows.flatMap((row) => secretIn(row, true));
      const vault = vaultNow();
      const isGood = secrets[0]?.isFormer === false;
      if (isGood || vault === undefined) return chatSealer(chatId, secrets);
      const { secret, sealed, values } = makeChatSecret(vault, { account, chatId });
      // It must be the newest, also behind one that can't be opened.
      const newest = rows.reduce((latest, row) => Math.max(latest, integer(row, 'created_at') + 1), ts);
      yield [
        `INSERT INTO chat_keys (account_id, chat_id, key_id, public, sealed, made_by, tag, created_at)
         VALUES (:account, ?, ?, ?, ?, ?, ?, ?)`,
        ...[chatId, ...values, newest],
      ];
      open.chats.set(nameOf(vault, chatId, secret.keyId, sealed), secret);
      // Open runs that go on by themselves write their answers under it, too.
      if (!isHome() && rows.length > 0) yield* addToCapsules(parts, chatId, secret);
      return chatSealer(chatId, [secret, ...secrets]);
    },
    *openChat(chatId) {
      return readerOf(yield* secretsOf(chatId));
    },
    *openChats(chatIds) {
      const sealers = new Map<string, Sealer>();
      if (chatIds.length <= ONE_BY_ONE) {
        for (const id of chatIds) sealers.set(id, sealerOf(yield* secretsOf(id)));
      } else if (isLocked()) {
        throw new VaultLockedError();
      } else if (vaultNow() !== undefined) {
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
  };
}
