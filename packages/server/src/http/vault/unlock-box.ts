import { createHash, randomBytes } from 'node:crypto';
import { KEY_BYTES, keyIdOf } from '@millrace/engine/vault';
import type { NamedPair } from '../../vault/keys.ts';
import { unwrapKey } from '../../vault/wrapped-key.ts';
import { pairOf } from '../../vault/x25519.ts';

/** The reason why an unlock did nothing. */
export type UnlockProblem = 'key_changed' | 'used' | 'wrong_key';

/** Takes the vault key of an account from a device. Its own pair is in memory alone. */
export interface UnlockBox {
  /** The public half that a vault key is sealed to. */
  readonly publicKey: Uint8Array;
  /** The vault key in a sealed text, which is taken once. */
  open(sealed: Uint8Array): Uint8Array | UnlockProblem;
  /** From now on nothing opens that was sealed before. */
  renew(): void;
}

const MOST_USED = 1000;

export function createUnlockBox(account: string): UnlockBox {
  const used = new Set<string>();
  let pair = makePair();
  const renew = (): void => {
    used.clear();
    pair = makePair();
  };
  return {
    get publicKey() {
      return pair.publicKey;
    },
    open(sealed) {
      const opened = unwrapKey(pair, { account, purpose: 'unlock', id: account }, sealed);
      if (opened.problem === 'other_key') return 'key_changed';
      if (opened.problem !== undefined) return 'wrong_key';
      const name = createHash('sha256').update(sealed).digest('base64url');
      if (used.has(name)) return 'used';
      used.add(name);
      // Nothing that was sealed so far opens with the next pair, so each text stays used.
      if (used.size >= MOST_USED) renew();
      return opened.plain;
    },
    renew,
  };
}

function makePair(): NamedPair {
  const made = pairOf(randomBytes(KEY_BYTES));
  return { ...made, keyId: keyIdOf(made.publicKey) };
}
