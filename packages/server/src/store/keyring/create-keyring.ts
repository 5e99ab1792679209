import type { Sealer } from '../seal/sealer.ts';
import type { Tx } from '../tx.ts';
import { createChatKeys } from './chat-keys.ts';
import type { Keyring } from './keyring.ts';
import { layeredSealer } from './layered-sealer.ts';
import type { RingOptions } from './open-keys.ts';
import { createRunKeys } from './run-keys.ts';
import { findVault, makeVault, type Vault } from './vault-rows.ts';

/** The keyring of an account, with its vault: closed until a transaction has found or made the vault. */
export interface AccountRing extends Keyring {
  readonly isOpen: boolean;
  /** Reads the vault, if there is one. */
  find(): Tx<Vault | undefined>;
  /** Reads or makes the vault. */
  make(): Tx<Vault>;
  /** Takes the vault that a transaction has read or made, once it is over. */
  take(vault: Vault): void;
  /** The account was removed: nothing of it can be opened any more, and no vault is made. */
  close(): void;
}

/** The keys of an account. */
export function createKeyring(options: RingOptions): AccountRing {
  const { account, root, personal } = options;
  let vault: Vault | undefined;
  let isOpen = false;
  let rows: Sealer = root;
  const parts = { ...options, vault: () => vault };
  const { secretsOf, ...chats } = createChatKeys(parts);
  return {
    root,
    ...chats,
    ...createRunKeys(parts, { secretsOf }),
    get account() {
      return rows;
    },
    get isOpen() {
      return isOpen;
    },
    find: () => findVault(account, personal),
    make: () => makeVault(account, personal),
    take(taken) {
      if (isOpen) return;
      [vault, isOpen, rows] = [taken, true, layeredSealer(taken.rows, root)];
    },
    close() {
      [vault, isOpen, rows] = [undefined, true, root];
    },
  };
}
