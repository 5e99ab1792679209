import { bytesOf, publicKeyOf, putVault, unlockVault, vaultKeysOf } from '../keyring/vault-rows.ts';
import type { VaultStore } from '../vault-store.ts';
import { putCredential } from '../verbs/vault/credential-verbs.ts';
import { resealingOf } from './reseal-verbs.ts';
import { rotationOf } from './rotation-verbs.ts';
import { vaultChanges } from './vault-changes.ts';
import { vaultCredentials } from './vault-credentials.ts';
import { createVaultTurn, nothing, type VaultParts } from './vault-turn.ts';

/** The vault of an account. */
export function vaultOf(parts: VaultParts): VaultStore {
  const { account, root, personal, keys } = parts;
  const turn = createVaultTurn(parts);
  const { read, durably, inTurn } = turn;
  return {
    ...vaultCredentials(turn),
    ...vaultChanges(turn),
    isGuarded() {
      if (keys.isKnown) return !keys.isHome;
      return personal.keepsHome ? undefined : true;
    },
    isOpen: () => keys.vault !== undefined,
    async facts() {
      const { publicKey, rotation, upgrade } = await read(function* () {
        return {
          publicKey: yield* publicKeyOf(),
          rotation: yield* rotationOf(account),
          upgrade: yield* resealingOf(),
        };
      });
      const isHome = publicKey === undefined ? personal.keepsHome : keys.isHome;
      return {
        publicKey: publicKey === undefined ? undefined : bytesOf(publicKey),
        home: isHome ? 'on' : personal.keepsHome ? 'off' : 'never',
        isOpen: keys.vault !== undefined,
        rotation,
        upgrade,
      };
    },
    // The driver makes the vault before it writes.
    prepare: () => durably(nothing),
    make: (vaultKey, first) =>
      inTurn(async () => {
        const vault = { ...vaultKeysOf(vaultKey), formers: [] };
        const isMade = await durably(function* () {
          if ((yield* publicKeyOf()) !== undefined) return false;
          yield* putVault(vault, Date.now());
          for (const credential of first) yield* putCredential(root, credential);
          return true;
        });
        if (isMade) keys.take({ vault, home: false });
        return isMade;
      }),
    unlock: (vaultKey) =>
      inTurn(async () => {
        const vault = await read(() => unlockVault(account, vaultKey));
        if (vault === undefined) return false;
        const known = keys.vault;
        if (known?.keys.keyId !== vault.keys.keyId) keys.take({ vault, home: keys.isKnown && keys.isHome });
        return true;
      }),
    lock: () =>
      inTurn(async () => {
        if (keys.isHome || keys.isLocked || !keys.isKnown) return;
        keys.lock(await read(() => keys.keysToHold()));
      }),
    refresh: () => inTurn(turn.refresh),
  };
}
