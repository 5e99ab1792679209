import { randomBytes } from 'node:crypto';
import { checkChatKey, tagChatKey } from '../../vault/chat-key-tag.ts';
import { type ChatKeys, chatKeys, chatPair, rowKey } from '../../vault/keys.ts';
import { unwrapKey, wrapKey } from '../../vault/wrapped-key.ts';
import { createSealer, type Sealer } from '../seal/sealer.ts';
import { type Row, type SqlValue, text } from '../tx.ts';
import { base64, bytesOf, KEY_BYTES, type Vault, type VaultKeys } from './vault-rows.ts';

/** A secret of a chat, opened. */
export interface ChatSecret {
  readonly keyId: string;
  readonly bytes: Uint8Array;
  /** True for one that a vault key before the present one opens: nothing new is sealed with it. */
  readonly isFormer: boolean;
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

/** The columns of a secret that a vault key makes. */
export interface SealedSecret {
  readonly sealed: string;
  readonly tag: string;
}

/** Seals a secret with a vault key, and vouches for it. */
export function sealSecret(
  vault: VaultKeys,
  place: ChatKeyPlace,
  { keyId, bytes, records }: ChatSecret,
): SealedSecret {
  const claim = { account: place.account, chat: place.chatId, publicKey: records.publicKey };
  return {
    sealed: base64(wrapKey(vault.chatWrap, wrapPlace(place, keyId), bytes)),
    tag: base64(tagChatKey(vault.keys.own, claim)),
  };
}

/** Makes a secret, and the values of its row: key id, public half, sealed secret, maker and tag. */
export function makeChatSecret(
  vault: VaultKeys,
  place: ChatKeyPlace,
): { secret: ChatSecret; sealed: string; values: SqlValue[] } {
  const bytes = randomBytes(KEY_BYTES);
  const secret = secretOf(bytes, chatPair(bytes).keyId, false);
  const { sealed, tag } = sealSecret(vault, place, secret);
  return { secret, sealed, values: [secret.keyId, base64(secret.records.publicKey), sealed, 'server', tag] };
}

/**
 * Opens the secret of a row; undefined when the row was changed, or belongs elsewhere. Whoever knows the public half of an account can
 * seal to it, so such a row counts only with its tag.
 */
export function openChatSecret(vault: Vault, account: string, row: Row): ChatSecret | undefined {
  const own = openedBy(vault, account, row, false);
  if (own !== undefined) return own;
  for (const former of vault.formers) {
    const opened = openedBy(former, account, row, true);
    if (opened !== undefined) return opened;
  }
  return undefined;
}

function openedBy(vault: VaultKeys, account: string, row: Row, isFormer: boolean): ChatSecret | undefined {
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
  return secretOf(secret, keyId, isFormer);
}

/** A secret with its keys. */
export function secretOf(bytes: Uint8Array, keyId: string, isFormer: boolean): ChatSecret {
  let records: ChatKeys | undefined;
  return {
    ...{ keyId, bytes, isFormer },
    rows: createSealer(rowKey(bytes, 'chatRows'), keyId),
    get records() {
      records ??= chatKeys(bytes);
      return records;
    },
  };
}

/** The place that a secret is bound to. */
export const wrapPlace = ({ account, chatId }: ChatKeyPlace, keyId: string) =>
  ({ account, purpose: 'chat_secret', id: JSON.stringify([chatId, keyId]) }) as const;
