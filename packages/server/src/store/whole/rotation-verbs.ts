import { randomBytes } from 'node:crypto';
import { wrapKeyTo } from '../../vault/wrapped-key.ts';
import { CHAT_KEY_COLUMNS, openChatSecret, sealSecret } from '../keyring/chat-secret.ts';
import type { AccountRing } from '../keyring/create-keyring.ts';
import type { RingOptions } from '../keyring/open-keys.ts';
import {
  base64,
  KEY_BYTES,
  putHomeWrap,
  type Vault,
  vaultKeysOf,
  wrapFormer,
  wrapHome,
} from '../keyring/vault-rows.ts';
import { integer, type Tx, text } from '../tx.ts';
import { dropMeta, getMeta, putMeta } from '../verbs/account/meta-verbs.ts';
import { listCredentials, writeCredential } from '../verbs/vault/credential-verbs.ts';
import { resealFormer } from './reseal-verbs.ts';

// A vault key that somebody may have who must not is replaced. From that transaction on nothing new is sealed with the one before: a
// chat that is written to gets a new secret first. The others get theirs in the background, and a kill in between loses nothing: the
// former key is there, under the new one, until nothing needs it.

type Parts = Pick<RingOptions, 'account' | 'root' | 'personal'>;

/** The place where a rotation notes how far it is: the last chat that has its new key. */
const cursorName = (account: string): string => `rotation:${account}`;

/** Gives the account a new vault key, sealed to everything that opens the vault now. Take it when the transaction is over. */
export function* replaceVaultKey({ account, root, personal }: Parts, old: Vault, home: boolean): Tx<Vault> {
  const keys = vaultKeysOf(randomBytes(KEY_BYTES));
  const now = Date.now();
  // Those that count are those of the key of before.
  const credentials = yield* listCredentials(root);
  yield ['UPDATE vaults SET public = ? WHERE account_id = :account', base64(keys.keys.publicKey)];
  for (const credential of credentials) {
    if (credential.wrapped === undefined) continue;
    const place = { account, purpose: 'vault_key', id: credential.id } as const;
    yield* writeCredential(root, {
      ...credential,
      wrapped: wrapKeyTo(credential.publicKey, place, keys.secret),
    });
  }
  if (home) yield* putHomeWrap(wrapHome(account, personal, keys.secret), now);
  const formers = [old, ...old.formers];
  for (const former of formers) {
    const { id, wrapped } = wrapFormer(account, keys, former);
    yield [
      `INSERT INTO vault_wraps (account_id, id, kind, payload, created_at) VALUES (:account, ?, 'former', ?, ?)
       ON CONFLICT (account_id, id) DO UPDATE SET payload = excluded.payload`,
      ...[id, wrapped, now],
    ];
  }
  yield* putMeta(cursorName(account), '');
  return { ...keys, formers };
}

/** How far the rotation of an account is; undefined when none is under way. */
export function* rotationOf(account: string): Tx<{ done: number; total: number } | undefined> {
  const at = yield* getMeta(cursorName(account));
  if (at === undefined) return undefined;
  const [row] = yield [
    `SELECT count(*) AS total, COALESCE(SUM(CASE WHEN id <= ? THEN 1 ELSE 0 END), 0) AS done FROM chats WHERE account_id = :account`,
    at,
  ];
  return {
    done: row === undefined ? 0 : integer(row, 'done'),
    total: row === undefined ? 0 : integer(row, 'total'),
  };
}

/** Gives the next chat new keys, or with the last one the rows of no chat. False when nothing is left. */
export function* rotateNext(
  account: string,
  ring: AccountRing,
  vault: Vault,
  canEnd: (formedAt: number) => boolean,
): Tx<'more' | 'wait' | 'done'> {
  const at = yield* getMeta(cursorName(account));
  if (at === undefined) return 'done';
  const [chat] = yield [
    'SELECT id FROM chats WHERE account_id = :account AND id > ? ORDER BY id LIMIT 1',
    at,
  ];
  if (chat !== undefined) {
    const chatId = text(chat, 'id');
    yield* rotateChat(ring, vault, account, chatId);
    yield* putMeta(cursorName(account), chatId);
    return 'more';
  }
  for (const former of vault.formers) if (!(yield* resealFormer(ring, former.rows))) return 'more';
  const formers = yield [
    "SELECT id, created_at FROM vault_wraps WHERE account_id = :account AND kind = 'former' ORDER BY created_at DESC",
  ];
  // Another server may still seal with the key that it knew.
  if (formers.some((row) => !canEnd(integer(row, 'created_at')))) return 'wait';
  yield ["DELETE FROM vault_wraps WHERE account_id = :account AND kind = 'former'"];
  yield* dropMeta(cursorName(account));
  return 'done';
}

/** Puts the secrets of a chat under the vault key of now, and makes a new one. */
function* rotateChat(ring: AccountRing, vault: Vault, account: string, chatId: string): Tx<void> {
  // Locks the row of the chat, as every other writer does first.
  yield ['UPDATE chats SET next_seq = next_seq WHERE account_id = :account AND id = ?', chatId];
  yield* ring.chat(chatId);
  const rows = yield [
    `SELECT ${CHAT_KEY_COLUMNS} FROM chat_keys WHERE account_id = :account AND chat_id = ?`,
    chatId,
  ];
  for (const row of rows) {
    const secret = openChatSecret(vault, account, row);
    if (secret === undefined || !secret.isFormer) continue;
    const { sealed, tag } = sealSecret(vault, { account, chatId }, secret);
    yield [
      'UPDATE chat_keys SET sealed = ?, tag = ? WHERE account_id = :account AND chat_id = ? AND key_id = ?',
      ...[sealed, tag, chatId, secret.keyId],
    ];
  }
  // An open run that goes on by itself must be able to write its answer under the new secret.
  const open = yield [
    "SELECT id FROM runs WHERE account_id = :account AND chat_id = ? AND status IN ('ready', 'waiting')",
    chatId,
  ];
  for (const run of open) yield* ring.closeCapsule(text(run, 'id'));
}
