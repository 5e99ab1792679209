import { type Bytes, toHex, utf8 } from './bytes.ts';
import { type SealMode, VAULT_VERSION } from './envelope.ts';
import type { SEAL_LABELS } from './labels.ts';
import { keyIdOf } from './public-key.ts';

/** The place of a record. A record that was moved to another one can't be opened there. */
export interface RecordPlace {
  readonly account: string;
  readonly chat: string;
  /** The kind of the op that wrote it: `put`, `title`, `draft`. */
  readonly kind: string;
  readonly msgId: string;
  /** Counts the changes of a message. */
  readonly rev: number;
}

/** The purpose of a key that is wrapped. */
export type WrapPurpose = Exclude<keyof typeof SEAL_LABELS, 'record'>;

/** The place of a wrapped key. */
export interface WrapPlace {
  readonly account: string;
  readonly purpose: WrapPurpose;
  /** The row that has it: the id of a credential, a chat, a chat key or a run. */
  readonly id: string;
}

/** A chat key of an account, as a device vouches for it. */
export interface ChatKeyClaim {
  readonly account: string;
  readonly chat: string;
  readonly publicKey: Uint8Array;
}

/** Bound to a record: the JSON `[2, mode, account, chat, kind, msg_id, rev, key_id]`. Throws for a `rev` that is no count. */
export function boundToRecord(place: RecordPlace, mode: SealMode, keyId: string): Bytes {
  return json(mode, ...coordinates(place), keyId);
}

/** Bound to a wrapped key: the JSON `[2, mode, purpose, account, id, key_id]`. */
export function boundToKey({ account, purpose, id }: WrapPlace, mode: SealMode, keyId: string): Bytes {
  return json(mode, purpose, account, id, keyId);
}

/** The text of the tag of a chat key: the JSON `[2, "chat_key", account, chat, key_id, public]`. */
export function tagText({ account, chat, publicKey }: ChatKeyClaim): Bytes {
  return json('chat_key', account, chat, keyIdOf(publicKey), toHex(publicKey));
}

/** The text by which a device that came by a link vouches for its key: the JSON `[2, "device_link", account, key_id, public]`. */
export function linkText(account: string, publicKey: Uint8Array): Bytes {
  return json('device_link', account, keyIdOf(publicKey), toHex(publicKey));
}

/** The text of the proof of a record, with its SHA-256 in hex: the JSON `[2, "proof", account, chat, kind, msg_id, rev, hash]`. Throws for a `rev` that is no count. */
export function proofText(place: RecordPlace, hash: string): Bytes {
  return json('proof', ...coordinates(place), hash);
}

function coordinates({ account, chat, kind, msgId, rev }: RecordPlace): readonly (string | number)[] {
  if (!Number.isSafeInteger(rev) || rev < 0) throw new Error(`The rev of a record is a count, not ${rev}.`);
  return [account, chat, kind, msgId, rev];
}

// JSON keeps apart what a plain joining would not: no two lists have the same text, not even with halves of surrogate pairs.
function json(...parts: readonly (string | number)[]): Bytes {
  return utf8(JSON.stringify([VAULT_VERSION, ...parts]));
}
