import { readRecoveryCode } from '@millrace/engine/vault';
import type { Client } from '../client/create-client.ts';
import { type KeyStore, openKeyStore } from './key-store.ts';
import { credentialPair, type NamedPair } from './keys.ts';
import {
  createVaultCore,
  credentialOf,
  type DeviceFacts,
  openWith,
  sealTo,
  type VaultCore,
  type VaultView,
  type VaultViewStore,
} from './vault-core.ts';
import { VaultError } from './vault-error.ts';
import { type VaultLinks, vaultLinks } from './vault-links.ts';
import { type VaultWays, vaultWays } from './vault-ways.ts';

/** The keys of an account in this browser: makes them, keeps them, and opens the vault with them. */
export interface Vault extends VaultWays, VaultLinks {
  getState(): VaultView;
  subscribe(listener: () => void): () => void;
  /** Asks the server how the vault is. */
  refresh(): Promise<void>;
  /** Gives this browser a key of its own and the server its public half. Safe to repeat. Never rejects: without a key it goes on without. */
  enroll(): Promise<void>;
  /**
   * Shows the server the vault key when it must be shown, so that it can read for this session. True once it can. Never rejects. For `onLocked` of
   * a client: requests that come at once share one try.
   */
  unlock(): Promise<boolean>;
  /** Opens the vault with a recovery code, as somebody typed it. Rejects with `wrong_groups` or `other_secret`. */
  openByCode(typed: string): Promise<void>;
  /** Opens the vault with the pair of a passphrase or a passkey: see `credentialPair`. Rejects with `other_secret`. */
  openBy(pair: NamedPair): Promise<void>;
  /** A pair that came with signing in: `unlock` tries it, too, until the page is left. */
  offer(pair: NamedPair): void;
  /** Forgets the key of this browser: the next visit begins as a new device. */
  forget(): Promise<void>;
}

/** The options of `createVault`. */
export interface VaultOptions {
  readonly client: Pick<Client, 'vault'>;
  /** Keeps the keys of this browser. Without it: IndexedDB. */
  readonly keys?: () => Promise<KeyStore>;
  /** The name and form of this browser. Without a name the server makes one of what the browser says. */
  readonly facts?: () => DeviceFacts;
}

/** The vault of whoever is signed in with a client. */
export function createVault({ client, keys = keepOpen(), facts = () => ({}) }: VaultOptions): Vault {
  const view = createViewStore();
  const core = createVaultCore({ calls: client.vault, view, keys, facts });
  const offered: NamedPair[] = [];
  let opening: Promise<boolean> | undefined;

  async function tryToUnlock(): Promise<boolean> {
    const state = await core.refresh();
    if (!state.locked) return true;
    if (state.key === null) return false;
    const { pair, wrapped } = await core.enroll(state);
    const key = wrapped === null ? undefined : await openWith(pair, wrapped, state);
    if (key !== undefined) {
      await core.show(state, key);
      return true;
    }
    for (const other of offered) if (await opensBy(core, other)) return true;
    return false;
  }

  async function openBy(pair: NamedPair): Promise<void> {
    if (!(await opensBy(core, pair))) throw new VaultError('other_secret');
  }

  return {
    getState: view.get,
    subscribe: view.subscribe,
    async refresh() {
      await core.refresh();
    },
    async enroll() {
      const asked = async () => core.enroll(await core.refresh());
      await asked().catch(() => {});
    },
    unlock() {
      opening ??= tryToUnlock()
        .catch(() => false)
        .finally(() => {
          opening = undefined;
        });
      return opening;
    },
    async openByCode(typed) {
      const { bytes, wrongGroups } = readRecoveryCode(typed);
      if (bytes === undefined) throw new VaultError('wrong_groups', wrongGroups);
      await openBy(await credentialPair(bytes, 'recovery'));
    },
    openBy,
    offer: (pair) => void offered.push(pair),
    async forget() {
      const { account } = await core.refresh();
      await (await keys()).forget(account);
    },
    ...vaultWays(core),
    ...vaultLinks(core),
  };
}

/** Opens the vault with any pair it is sealed to, and gives this browser the key. False if it is not. */
async function opensBy(core: VaultCore, pair: NamedPair): Promise<boolean> {
  const state = await core.refresh();
  const wrapped = credentialOf(state, pair)?.wrapped ?? null;
  const key = wrapped === null ? undefined : await openWith(pair, wrapped, state);
  if (key === undefined) return false;
  await core.show(state, key);
  const own = await core.enroll(state);
  if (own.wrapped === null) {
    await core.calls.give(own.pair.keyId, await sealTo(state.account, own.pair.publicKey, key));
    await core.refresh();
  }
  return true;
}

function createViewStore(): VaultViewStore {
  const listeners = new Set<() => void>();
  let view: VaultView = { status: 'unknown' };
  return {
    get: () => view,
    set(next) {
      view = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** One connection to IndexedDB for the page, opened with the first key. */
function keepOpen(): () => Promise<KeyStore> {
  let open: Promise<KeyStore> | undefined;
  return () => {
    open ??= openKeyStore();
    return open;
  };
}
