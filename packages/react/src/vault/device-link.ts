import { type Bytes, KEY_BYTES, KEY_LABELS, linkText, utf8 } from '@millrace/engine/vault';
import { hkdf } from './keys.ts';

const HMAC = { name: 'HMAC', hash: 'SHA-256' };

/** Proves under the secret of a link that a public key is this device's. The server never sees the secret, so it can't put a key of its own in the place. */
export async function signDevice(secret: Uint8Array, account: string, publicKey: Uint8Array): Promise<Bytes> {
  const signed = await crypto.subtle.sign('HMAC', await linkKey(secret), linkText(account, publicKey));
  return new Uint8Array(signed);
}

/** Tells whether a device that has the secret of a link vouches for a public key. */
export async function checkDevice(
  secret: Uint8Array,
  account: string,
  publicKey: Uint8Array,
  mac: Uint8Array,
): Promise<boolean> {
  return crypto.subtle.verify(
    'HMAC',
    await linkKey(secret),
    Uint8Array.from(mac),
    linkText(account, publicKey),
  );
}

async function linkKey(secret: Uint8Array): Promise<CryptoKey> {
  const key = await hkdf(secret, utf8(KEY_LABELS.link), KEY_BYTES);
  return crypto.subtle.importKey('raw', key, HMAC, false, ['sign', 'verify']);
}
