import { keyIdOf } from '@millrace/engine/vault';
import { wrapKeyTo } from '../../vault/wrapped-key.ts';
import type { Sealer } from '../seal/sealer.ts';
import type { Tx } from '../tx.ts';
import type { VaultCredential, VaultStore } from '../vault-store.ts';
import * as credentials from '../verbs/vault/credential-verbs.ts';
import type { VaultTurn } from './vault-turn.ts';

type Verbs = Pick<
  VaultStore,
  'credentials' | 'putCredential' | 'noteSeen' | 'renameCredential' | 'putWrapped' | 'sealTo' | 'revoke'
>;

/** The verbs about what opens a vault. */
export function vaultCredentials(turn: VaultTurn): Verbs {
  const { account, root, keys, driver, read, durably, inTurn, withKey, replace, current, replaced } = turn;
  return {
    credentials: () => read(() => credentials.listCredentials(root)),
    putCredential: (credential, { seal } = { seal: false }) =>
      withKey(function* () {
        yield* credentials.holdVault();
        const kept = yield* credentials.putCredential(root, credential);
        if (!seal || kept !== 'kept' || keys.vault === undefined) return kept;
        const added = yield* credentials.findCredential(root, keyIdOf(credential.publicKey));
        if (added !== undefined) yield* sealKey(account, root, added, (yield* current()).secret);
        return kept;
      }),
    // The time of a visit that is lost with the power is just older.
    noteSeen: (id, session, now) => driver.write(() => credentials.noteSeen(id, session, now), 'relaxed'),
    renameCredential: (id, name) =>
      durably(function* () {
        const found = yield* held(root, id);
        if (found !== undefined) yield* credentials.writeCredential(root, { ...found, name });
        return found !== undefined;
      }),
    putWrapped: (id, wrapped) =>
      durably(function* () {
        const found = yield* held(root, id);
        if (found === undefined || found.wrapped !== undefined) return false;
        yield* credentials.writeCredential(root, { ...found, wrapped });
        return true;
      }),
    sealTo: (id) =>
      withKey(function* () {
        const found = yield* held(root, id);
        if (found === undefined || keys.vault === undefined) return undefined;
        if (found.wrapped !== undefined) return found.wrapped;
        const { secret } = yield* current();
        return yield* sealKey(account, root, found, secret);
      }),
    revoke: (id) =>
      inTurn(() =>
        replace<'revoked' | 'no_credential' | 'last_way'>(function* () {
          const found = yield* held(root, id);
          if (found === undefined) return 'no_credential';
          const { isHome } = keys;
          if (!isHome && (yield* waysIn(root, id)).length === 0) return 'last_way';
          yield* credentials.dropCredential(id);
          return yield* replaced(isHome);
        }, 'revoked'),
      ),
  };
}

/** A credential, with its vault locked until the end of the transaction. */
function* held(root: Sealer, id: string): Tx<VaultCredential | undefined> {
  yield* credentials.holdVault();
  return yield* credentials.findCredential(root, id);
}

/** The credentials with which a person can open the vault, beside the home key. */
export function* waysIn(root: Sealer, without?: string): Tx<VaultCredential[]> {
  const all = yield* credentials.listCredentials(root);
  return all.filter(({ kind, wrapped, id }) => kind !== 'token' && wrapped !== undefined && id !== without);
}

/** Seals a vault key to a credential. */
export function* sealKey(
  account: string,
  root: Sealer,
  credential: VaultCredential,
  vaultKey: Uint8Array,
): Tx<Uint8Array> {
  const { id, publicKey } = credential;
  const wrapped = wrapKeyTo(publicKey, { account, purpose: 'vault_key', id }, vaultKey);
  yield* credentials.writeCredential(root, { ...credential, wrapped });
  return wrapped;
}
