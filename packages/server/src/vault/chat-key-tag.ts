import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import { type ChatKeyClaim, tagText } from '@millrace/engine/vault';

/** Vouches for a chat key: the HMAC-SHA256 of its account, chat and public half, by the `own` key of the account. */
export function tagChatKey(own: KeyObject, claim: ChatKeyClaim): Uint8Array {
  return new Uint8Array(createHmac('sha256', own).update(tagText(claim)).digest());
}

/** Tells whether a tag vouches for a chat key. */
export function checkChatKey(own: KeyObject, claim: ChatKeyClaim, tag: Uint8Array): boolean {
  const right = tagChatKey(own, claim);
  return tag.length === right.length && timingSafeEqual(tag, right);
}
