import type { AccountRing } from '../keyring/create-keyring.ts';
import type { PersonalKeys } from '../keyring/personal-keys.ts';
import { bytesOf, publicKeyOf, type Vault } from '../keyring/vault-rows.ts';
import type { Sealer } from '../seal/sealer.ts';
import { type Tx, text } from '../tx.ts';
import { VaultLockedError } from '../vault-locked-error.ts';
import type { Driver } from './driver.ts';
import { replaceVaultKey } from './rotation-verbs.ts';

export interface VaultParts {
  readonly account: string;
  /** The sealer of the server for this account. */
  readonly root: Sealer;
  readonly personal: PersonalKeys;
  readonly keys: AccountRing;
  /** The driver of the account. */
  readonly driver: Driver;
}

/** A vault with a new key, to take when its transaction is over. */
export interface TakenVault {
  readonly vault: Vault;
  readonly home: boolean;
}

/** The verbs of a vault that change its key share this: they are done one after the other. */
export interface VaultTurn extends VaultParts {
  read<T>(body: () => Tx<T>): Promise<T>;
  durably<T>(body: () => Tx<T>): Promise<T>;
  inTurn<T>(work: () => Promise<T>): Promise<T>;
  /** Runs a body that needs the vault key of now. Where another server has replaced it, that one is looked up first. */
  withKey<T>(body: () => Tx<T>): Promise<T>;
  /** Runs a body that gives the vault a new key, and takes the key once that is over. To be done in turn. */
  replace<T extends string>(body: () => Tx<T | TakenVault>, done: T): Promise<T>;
  /** The vault that is open here, if it is the one of now. */
  current(): Tx<Vault>;
  /** The same with a new key. */
  replaced(home: boolean): Tx<TakenVault>;
  /** Looks the vault up, where nothing has done so yet. */
  look(): Promise<void>;
  /** Reads again what another process may have changed. */
  refresh(): Promise<void>;
  /** Gives the open runs, of a chat or of all, the capsules that they need now. */
  closeCapsules(chatId?: string): Tx<void>;
}

/** Another server has replaced the vault key that this one knows. */
class ReplacedError extends Error {}

export function createVaultTurn(given: VaultParts): VaultTurn {
  const { keys, driver } = given;
  const durably = <T>(body: () => Tx<T>): Promise<T> => driver.write(body, 'durable');
  const { read } = driver;
  let last: Promise<unknown> = Promise.resolve();

  function* current(): Tx<Vault> {
    const { vault } = keys;
    if (vault === undefined) throw new VaultLockedError();
    const publicKey = yield* publicKeyOf();
    if (publicKey === undefined || !isKeyOf(vault, publicKey)) throw new ReplacedError();
    return vault;
  }

  async function withKey<T>(body: () => Tx<T>): Promise<T> {
    try {
      return await durably(body);
    } catch (error) {
      if (!(error instanceof ReplacedError)) throw error;
      await refresh();
      return durably(body);
    }
  }

  async function refresh(): Promise<void> {
    const known = keys.vault;
    const [publicKey, home] = await read(function* () {
      const rows = yield ["SELECT id FROM vault_wraps WHERE account_id = :account AND kind = 'home'"];
      return [yield* publicKeyOf(), rows.length > 0] as const;
    });
    if (!keys.isKnown) return;
    const isSame = known !== undefined && publicKey !== undefined && isKeyOf(known, publicKey);
    if (isSame && home === keys.isHome) return;
    if (isSame) keys.take({ vault: known, home });
    else if (known !== undefined || home) keys.forget();
  }

  return {
    ...given,
    ...{ read, durably, withKey, current, refresh },
    inTurn(work) {
      const mine = last.then(work);
      last = mine.catch(() => {});
      return mine;
    },
    async replace(body, done) {
      const outcome = await withKey(body);
      if (typeof outcome === 'string') return outcome;
      keys.take(outcome);
      return done;
    },
    *replaced(home) {
      return { vault: yield* replaceVaultKey(given, yield* current(), home), home };
    },
    async look() {
      if (!keys.isKnown) await read(nothing);
    },
    *closeCapsules(chatId) {
      const runs = yield [
        `SELECT id FROM runs WHERE account_id = :account AND chat_id = COALESCE(CAST(? AS text), chat_id) AND status IN ('ready', 'waiting')`,
        chatId ?? null,
      ];
      for (const run of runs) yield* keys.closeCapsule(text(run, 'id'));
    },
  };
}

/** Tells whether a public half, as a row has it, is that of a vault. */
const isKeyOf = ({ keys }: Pick<Vault, 'keys'>, publicKey: string): boolean =>
  Buffer.from(keys.publicKey).equals(bytesOf(publicKey));

/** The body of a transaction that only lets the driver look the vault up. */
export function* nothing(): Tx<void> {
  yield* [];
}
