import { type Bytes, type ChatKeyClaim, concat, tagText } from '@millrace/engine/vault';

/** Vouches for a chat key: the HMAC-SHA256 of its account, chat and public half, by the `own` key of the account. */
export async function tagChatKey(own: CryptoKey, claim: ChatKeyClaim): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.sign('HMAC', own, tagText(claim)));
}

/** Tells whether a tag vouches for a chat key. */
export function checkChatKey(own: CryptoKey, claim: ChatKeyClaim, tag: Uint8Array): Promise<boolean> {
  return crypto.subtle.verify('HMAC', own, concat(tag), tagText(claim));
}
