import { randomBytes } from 'node:crypto';
import { checkChatKey, tagChatKey } from '../../vault/chat-key-tag.ts';
import { type ChatKeys, chatKeys, chatPair, rowKey } from '../../vault/keys.ts';
import { unwrapKey, wrapKey } from '../../vault/wrapped-key.ts';
import { createSealer, type Sealer } from '../seal/sealer.ts';
import { type Row, type SqlValue, text } from '../tx.ts';
import { base64, bytesOf, type Vault } from './vault-rows.ts';

const KEY_BYTES = 32;

/** A secret of a chat, opened. */
export interface ChatSecret {
  readonly keyId: string;
  /** Seals the rows of the chat that the server writes. */
  readonly rows: Sealer;
  /** Seals records; the keys of its runs are sealed to its pair. Made when it is first asked for: most secrets open a title alone. */
  readonly records: ChatKeys;
}

/** The place of a secret. */
export interface ChatKeyPlace {
  readonly account: string;
  readonly chatId: string;
}

export const CHAT_KEY_COLUMNS = 'chat_id, key_id, public, sealed, tag, created_at';

/** Makes a secret, and the values of its row: key id, public half, sealed secret, maker and tag. */
export function makeChatSecret(
  vault: Vault,
  place: ChatKeyPlace,
): { secret: ChatSecret; sealed: string; values: SqlValue[] } {
  const bytes = randomBytes(KEY_BYTES);
  const records = chatKeys(bytes);
  const { account, chatId } = place;
  const claim = { account, chat: chatId, publicKey: records.publicKey };
  const sealed = base64(wrapKey(vault.chatWrap, wrapPlace(place, records.keyId), bytes));
  const tag = base64(tagChatKey(vault.keys.own, claim));
  const values = [records.keyId, base64(records.publicKey), sealed, 'server', tag];
  return {
    secret: {
      keyId: records.keyId,
      rows: createSealer(rowKey(bytes, 'chatRows'), records.keyId),
      records,
    },
    sealed,
    values,
  };
}

/**
 * Opens the secret of a row; undefined when the row was changed, or belongs elsewhere. Whoever knows the public half of an account can
 * seal to it, so such a row counts only with its tag.
 */
export function openChatSecret(vault: Vault, account: string, row: Row): ChatSecret | undefined {
  const [chatId, keyId] = [text(row, 'chat_id'), text(row, 'key_id')];
  const place = wrapPlace({ account, chatId }, keyId);
  const sealed = bytesOf(text(row, 'sealed'));
  const own = unwrapKey(vault.chatWrap, place, sealed);
  const opened = own.problem === 'other_key' ? unwrapKey(vault.keys, place, sealed) : own;
  if (opened.problem !== undefined) return undefined;
  const secret = opened.plain;
  if (own.problem !== undefined) {
    const claim = { account, chat: chatId, publicKey: bytesOf(text(row, 'public')) };
    if (chatPair(secret).keyId !== keyId || !checkChatKey(vault.keys.own, claim, bytesOf(text(row, 'tag'))))
      return undefined;
  }
  let records: ChatKeys | undefined;
  return {
    keyId,
    rows: createSealer(rowKey(secret, 'chatRows'), keyId),
    get records() {
      records ??= chatKeys(secret);
      return records;
    },
  };
}

/** The place that a secret is bound to. */
export const wrapPlace = ({ account, chatId }: ChatKeyPlace, keyId: string) =>
  ({ account, purpose: 'chat_secret', id: JSON.stringify([chatId, keyId]) }) as const;
