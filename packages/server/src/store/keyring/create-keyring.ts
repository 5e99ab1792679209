import { forgetLines } from '../seal/open-or.ts';
import type { Sealer } from '../seal/sealer.ts';
import type { Tx } from '../tx.ts';
import { createChatKeys } from './chat-keys.ts';
import type { Keyring } from './keyring.ts';
import { layeredSealer, lockedSealer } from './layered-sealer.ts';
import type { HeldRun, RingOptions } from './open-keys.ts';
import { createRunKeys } from './run-keys.ts';
import { type FoundVault, findVault, makeVault, type Vault } from './vault-rows.ts';

/** The keyring of an account, with its vault, which is not known until a transaction has found or made it. */
export interface AccountRing extends Keyring {
  readonly isKnown: boolean;
  /** The vault, while it is opened. */
  readonly vault: Vault | undefined;
  /** True while the home key opens it. */
  readonly isHome: boolean;
  /** True while only a device of the account can open it. */
  readonly isLocked: boolean;
  /** Reads the vault, if there is one. */
  find(): Tx<FoundVault | undefined>;
  /** Reads or makes the vault. */
  make(): Tx<FoundVault>;
  /** Takes the vault that a transaction has read or made, once it is over. */
  take(found: FoundVault): void;
  /** The keys of open runs that lie in no capsule. */
  keysToHold(): Tx<ReadonlyMap<string, HeldRun>>;
  /** Forgets all keys but those of the runs that go on. */
  lock(hold: ReadonlyMap<string, HeldRun>): void;
  /** Forgets what is known of the vault: the next transaction finds it again. */
  forget(): void;
  /** The account was removed: nothing of it can be opened any more, and no vault is made. */
  close(): void;
}

/** The keys of an account. */
export function createKeyring(options: RingOptions): AccountRing {
  const { account, root, personal, open } = options;
  const held = new Map<string, HeldRun>();
  let found: FoundVault | undefined;
  let isClosed = false;
  let rows: Sealer = root;
  const isLocked = (): boolean => found !== undefined && found.vault === undefined;
  const isHome = (): boolean => found === undefined || found.home;
  const parts = { ...options, held, isLocked, isHome, vault: () => found?.vault };
  const { secretsOf, ...chats } = createChatKeys(parts);
  const forgetOpened = (): void => {
    // The names of both begin with the account.
    open.chats.forget(`${JSON.stringify([account]).slice(0, -1)},`);
    open.runs.forget(JSON.stringify(account));
    forgetLines(root);
  };
  const take = (taken: FoundVault): void => {
    if (isClosed) return;
    found = taken;
    const { vault } = taken;
    rows =
      vault === undefined
        ? lockedSealer('locked', root, true)
        : layeredSealer(vault.rows, ...vault.formers.map((former) => former.rows), root);
    if (vault !== undefined) held.clear();
  };
  return {
    root,
    ...chats,
    ...createRunKeys(parts, { secretsOf }),
    get account() {
      return rows;
    },
    get isKnown() {
      return isClosed || found !== undefined;
    },
    get vault() {
      return found?.vault;
    },
    get isHome() {
      return isHome();
    },
    get isLocked() {
      return isLocked();
    },
    find: () => findVault(account, personal),
    make: () => makeVault(account, personal),
    take,
    lock(hold) {
      for (const [runId, keys] of hold) held.set(runId, keys);
      found?.vault?.secret.fill(0);
      forgetOpened();
      take({ vault: undefined, home: false });
    },
    forget() {
      forgetOpened();
      held.clear();
      [found, rows] = [undefined, root];
    },
    close() {
      forgetOpened();
      [found, isClosed, rows] = [undefined, true, root];
    },
  };
}
