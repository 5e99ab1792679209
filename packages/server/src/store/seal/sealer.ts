import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomFillSync,
} from 'node:crypto';
import { proofKey } from '../../vault/keys.ts';
import { StoreError } from '../store-error.ts';
import { type Row, text } from '../tx.ts';

/** Makes texts unreadable for somebody who has only the database, and readable again. */
export interface Sealer {
  /** Names the key; says nothing about it. */
  readonly keyId: string;
  /** `about` names the place of the text; a text that was moved elsewhere can't be opened there. */
  seal(plain: string, about: string): string;
  /** Throws when the text was changed or moved, or sealed with a key that is not here. */
  open(sealed: string, keyId: string, about: string): string;
  /** A word for a text that only this key can make, the same each time: 43 characters of base64url. */
  mac(text: string, about: string): string;
  /** The key of the proofs that a server with this key makes. */
  proofKey(): KeyObject;
  /** The sealer that it stands for where lines are kept and damage is told once; itself unless given. */
  readonly family?: Sealer;
}

const ALGORITHM = 'aes-256-gcm';
const VERSION = 1;
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const OVERHEAD = 1 + IV_BYTES + TAG_BYTES;

/** A sealer with one key of 32 bytes: AES-256-GCM, as base64 of version, random IV, ciphertext and tag. `keyId` is the key's name where it has another one. */
export function createSealer(key: Uint8Array, keyId = keyIdOf(key)): Sealer {
  if (key.length !== KEY_BYTES)
    throw new Error(`A data key must have ${KEY_BYTES} bytes, not ${key.length}.`);
  const secret = createSecretKey(key);
  // Most keys make no words.
  let macKey: KeyObject | undefined;
  let proving: KeyObject | undefined;
  const makeMacKey = (): KeyObject =>
    createSecretKey(new Uint8Array(hkdfSync('sha256', key, '', 'millrace mac', KEY_BYTES)));
  const bind = (about: string): Buffer => Buffer.from(`${VERSION}:${keyId}:${about}`);

  return {
    keyId,
    seal(plain, about) {
      const iv = nextIv();
      const cipher = createCipheriv(ALGORITHM, secret, iv).setAAD(bind(about));
      const body = [cipher.update(plain, 'utf8'), cipher.final()];
      return Buffer.concat([Buffer.of(VERSION), iv, ...body, cipher.getAuthTag()]).toString('base64');
    },
    open(sealed, sealedWith, about) {
      if (sealedWith !== keyId) {
        throw new Error(`${about} is encrypted with the key ${sealedWith}, which is not available.`);
      }
      const bytes = Buffer.from(sealed, 'base64');
      if (bytes.length < OVERHEAD || bytes[0] !== VERSION) throw broken(about);
      const decipher = createDecipheriv(ALGORITHM, secret, bytes.subarray(1, 1 + IV_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAAD(bind(about)).setAuthTag(bytes.subarray(-TAG_BYTES));
      try {
        const text = decipher.update(bytes.subarray(1 + IV_BYTES, -TAG_BYTES), undefined, 'utf8');
        return text + decipher.final('utf8');
      } catch {
        throw broken(about);
      }
    },
    mac(plain, about) {
      macKey ??= makeMacKey();
      return createHmac('sha256', macKey)
        .update(JSON.stringify([about, plain]))
        .digest('base64url');
    },
    proofKey() {
      proving ??= proofKey(key);
      return proving;
    },
  };
}

/** The name of a key; says nothing about it. */
export function keyIdOf(key: Uint8Array): string {
  return createHash('sha256').update('millrace data key').update(key).digest('hex').slice(0, 16);
}

/** True if the seal of a row fits its content: `about` names all that must not be changed. A planted row has none. */
export function isSealed(sealer: Sealer, row: Row, about: string): boolean {
  try {
    return sealer.open(text(row, 'seal'), text(row, 'key_id'), about) === '';
  } catch {
    return false;
  }
}

// Asking for random bytes costs as much as sealing a short text, so they are fetched for many IVs at once.
const ivs = Buffer.alloc(256 * IV_BYTES);
let usedIvs = ivs.length;

/** Random bytes that were not used before. */
function nextIv(): Buffer {
  if (usedIvs === ivs.length) {
    randomFillSync(ivs);
    usedIvs = 0;
  }
  usedIvs += IV_BYTES;
  return ivs.subarray(usedIvs - IV_BYTES, usedIvs);
}

function broken(about: string): StoreError {
  return new StoreError(
    'store_corrupt',
    `${about} can't be decrypted: it was changed, or belongs elsewhere. Restore a backup of the database.`,
  );
}
