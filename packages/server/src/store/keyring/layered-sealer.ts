import type { Sealer } from '../seal/sealer.ts';
import { VaultLockedError } from '../vault-locked-error.ts';

/** Seals with the first sealer. Opens what any of them has sealed, so that rows stay readable when their key is replaced. */
export function layeredSealer(own: Sealer, ...older: readonly Sealer[]): Sealer {
  const root = older.at(-1) ?? own;
  return {
    keyId: own.keyId,
    seal: own.seal,
    open(sealed, keyId, about) {
      const by = [own, ...older].find((sealer) => sealer.keyId === keyId) ?? own;
      return by.open(sealed, keyId, about);
    },
    mac: own.mac,
    proofKey: root.proofKey,
    family: root.family ?? root,
  };
}

/** A sealer for rows whose key can't be opened: it reads nothing and writes nothing. `isLocked` says that a device could open it. */
export function lockedSealer(keyId: string, root: Sealer, isLocked = false): Sealer {
  const fail = (about: string): never => {
    if (isLocked) throw new VaultLockedError();
    throw new Error(`${about} is encrypted with the key ${keyId}, which can't be opened.`);
  };
  return {
    keyId,
    seal: (_, about) => fail(about),
    open: (sealed, sealedWith, about) =>
      sealedWith === root.keyId ? root.open(sealed, sealedWith, about) : fail(about),
    mac: (_, about) => fail(about),
    proofKey: root.proofKey,
    family: root.family ?? root,
  };
}
