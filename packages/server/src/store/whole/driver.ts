import type { AccountRing } from '../keyring/create-keyring.ts';
import type { Durability } from '../store.ts';
import type { Dialect, Tx } from '../tx.ts';
import { ofAccount } from './of-account.ts';

/** The operations that a database must offer to be a store. */
export interface Driver {
  readonly dialect: Dialect;
  /** Runs a body as one transaction: all of it or, when it throws, nothing. It may be made and run again. */
  write<T>(body: () => Tx<T>, durability: Durability): Promise<T>;
  /** Runs a body of SELECTs. */
  read<T>(body: () => Tx<T>): Promise<T>;
  /** Gives the room of deleted rows back, and leaves nothing of them. */
  compact?(): Promise<void>;
  /** True where several servers may use the database. */
  readonly isShared?: boolean;
  /** Runs a body as one transaction in this turn, where the database is never busy. */
  readonly writeNow?: <T>(body: Tx<T>) => T;
  close(): Promise<void>;
}

/** The same for the bodies of one account. */
export function accountDriver(driver: Driver, keys: AccountRing, account: string): Driver {
  const openNow = (): void => {
    if (!keys.isKnown && driver.writeNow !== undefined)
      keys.take(driver.writeNow(ofAccount(account, keys.make())));
  };
  // The vault is opened in a transaction of its own, so that no key is kept that was not committed. A verb of an open one is done in
  // the turn it is called in.
  return {
    ...driver,
    write(body, durability) {
      const work = () => driver.write(() => ofAccount(account, body()), durability);
      openNow();
      if (keys.isKnown) return work();
      return driver
        .write(() => ofAccount(account, keys.make()), 'durable')
        .then((found) => {
          keys.take(found);
          return work();
        });
    },
    read(body) {
      const work = () => driver.read(() => ofAccount(account, body()));
      openNow();
      if (keys.isKnown) return work();
      return driver
        .read(() => ofAccount(account, keys.find()))
        .then((found) => {
          if (found !== undefined) keys.take(found);
          return work();
        });
    },
  };
}
