import { type Bytes, concat, toHex } from './bytes.ts';
import { PAD_BLOCK } from './pad.ts';
import { KEY_BYTES, KEY_ID_BYTES, keyIdBytes } from './public-key.ts';
import type { VaultProblem } from './vault-problem.ts';

/** The first byte of all that the vault seals. */
export const VAULT_VERSION = 2;
/** The bytes of an IV of AES-GCM. */
export const IV_BYTES = 12;
/** The bytes of a tag of AES-GCM. */
export const TAG_BYTES = 16;

/** AES-256-GCM under a key that both sides have, or HPKE to a public key. */
export const SEAL_MODES = { cipher: 1, hpke: 2 } as const;
/** The number of a way to seal: 1 is AES-256-GCM, 2 is HPKE. */
export type SealMode = (typeof SEAL_MODES)[keyof typeof SEAL_MODES];

/** The bytes in front of the ciphertext: the IV of AES-GCM, or the `enc` of HPKE. */
const HEADS: Readonly<Record<SealMode, number>> = { 1: IV_BYTES, 2: KEY_BYTES };

/** A sealed record, taken apart. */
export interface SealedRecord {
  readonly mode: SealMode;
  /** Names the chat key, in both modes. */
  readonly keyId: string;
  /** IV or `enc`, ciphertext and tag. */
  readonly body: Bytes;
}

/** A wrapped key, taken apart. */
export interface SealedKey {
  readonly mode: SealMode;
  /** Names the public key that it is sealed to; empty for a key that is wrapped with AES. */
  readonly keyId: string;
  /** IV or `enc`, ciphertext and tag. */
  readonly body: Bytes;
}

/** The parts of something sealed, or the reason why it has none. */
export type Unpacked<Sealed> =
  | (Sealed & { readonly problem?: undefined })
  | { readonly problem: VaultProblem };

/** The bytes of a record: `0x02 | mode | key_id(8) | iv(12) or enc(32) | ciphertext | tag(16)`. Throws for a key id that is none. */
export function packRecord({ mode, keyId, body }: SealedRecord): Bytes {
  return concat(Uint8Array.of(VAULT_VERSION, mode), idBytes(keyId), body);
}

/** The parts of a record, as far as they can be told without a key. Never throws. */
export function unpackRecord(bytes: Uint8Array): Unpacked<SealedRecord> {
  const mode = modeOf(bytes);
  if (typeof mode === 'string') return { problem: mode };
  const start = 2 + KEY_ID_BYTES;
  const padded = bytes.length - start - HEADS[mode] - TAG_BYTES;
  if (padded < PAD_BLOCK || padded % PAD_BLOCK !== 0) return { problem: 'not_sealed' };
  return { mode, keyId: toHex(bytes.subarray(2, start)), body: Uint8Array.from(bytes.subarray(start)) };
}

/** The bytes of a wrapped key: `0x02 | 1 | iv(12) | key(32) | tag(16)` or `0x02 | 2 | key_id(8) | enc(32) | key(32) | tag(16)`. Throws for a key id that is none. */
export function packKey({ mode, keyId, body }: SealedKey): Bytes {
  const id = mode === SEAL_MODES.hpke ? idBytes(keyId) : new Uint8Array();
  return concat(Uint8Array.of(VAULT_VERSION, mode), id, body);
}

/** The parts of a wrapped key. Never throws. */
export function unpackKey(bytes: Uint8Array): Unpacked<SealedKey> {
  const mode = modeOf(bytes);
  if (typeof mode === 'string') return { problem: mode };
  const start = mode === SEAL_MODES.hpke ? 2 + KEY_ID_BYTES : 2;
  if (bytes.length !== start + HEADS[mode] + KEY_BYTES + TAG_BYTES) return { problem: 'not_sealed' };
  return { mode, keyId: toHex(bytes.subarray(2, start)), body: Uint8Array.from(bytes.subarray(start)) };
}

function modeOf([version, mode]: Uint8Array): SealMode | VaultProblem {
  if (version === undefined || mode === undefined) return 'not_sealed';
  if (version !== VAULT_VERSION) return 'unknown_version';
  return mode === SEAL_MODES.cipher || mode === SEAL_MODES.hpke ? mode : 'unknown_mode';
}

function idBytes(keyId: string): Uint8Array {
  const bytes = keyIdBytes(keyId);
  if (bytes === undefined) throw new Error(`A key id is 16 digits of hex, not ${JSON.stringify(keyId)}.`);
  return bytes;
}
