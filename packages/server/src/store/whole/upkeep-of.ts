import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AccountRing } from '../keyring/create-keyring.ts';
import type { PersonalKeys } from '../keyring/personal-keys.ts';
import type { Sealer } from '../seal/sealer.ts';
import type { ServerStore, Store } from '../store.ts';
import type { Tx } from '../tx.ts';
import type { VaultStore } from '../vault-store.ts';
import { dropMeta, RESEAL } from '../verbs/account/meta-verbs.ts';
import * as people from '../verbs/account/people-verbs.ts';
import { freshenCapsules } from './capsule-verbs.ts';
import type { Driver } from './driver.ts';
import { leftToReseal, nextToReseal, resealAccount, resealChat } from './reseal-verbs.ts';

/** Transactions of one call, so that a caller hears of the progress. */
const STEPS_AT_ONCE = 32;

/** An account of a store that was used. */
export interface OpenAccount {
  readonly keys: AccountRing;
  readonly driver: Driver;
  readonly store: Store;
  readonly vault: VaultStore;
}

interface UpkeepOptions {
  readonly driver: Driver;
  readonly sealer: Sealer;
  readonly personal: PersonalKeys;
  accountOf(account: string): OpenAccount;
}

/** The verbs that make, replace and delete keys. */
export function upkeepOf({
  driver,
  sealer,
  personal,
  accountOf,
}: UpkeepOptions): Pick<ServerStore, 'removeAccount' | 'freshenCapsules' | 'sealAgain'> {
  const durably = <T>(body: () => Tx<T>): Promise<T> => driver.write(body, 'durable');
  return {
    async removeAccount(id) {
      const removed = await durably(() => people.removeAccount(sealer, id));
      if (typeof removed !== 'object') return removed;
      // A verb that comes late makes no vault.
      accountOf(id).keys.close();
      // A crash before this leaves it to the next start.
      personal.dropHome(id);
      await durably(() => people.forgetRemoved(id));
      return removed;
    },
    async freshenCapsules() {
      personal.renewCapsule();
      while (!(await durably(() => freshenCapsules(personal))));
      personal.dropOldCapsules();
    },
    async sealAgain(transactions = STEPS_AT_ONCE) {
      for (let step = 0; step < transactions; step += 1) {
        // Others are answered between two transactions.
        await nextTurn();
        const place = await driver.read(() => nextToReseal(sealer.keyId));
        if (place === undefined) return 0;
        if (place === 'done') {
          await driver.compact?.();
          await durably(() => dropMeta(RESEAL));
          return 0;
        }
        const { account, chatId } = place;
        const { keys, driver: own } = accountOf(account);
        const body = () => (chatId === undefined ? resealAccount(keys) : resealChat(keys, account, chatId));
        await own.write(body, 'durable');
      }
      // It is not over until the last step has given the room of old rows back.
      return Math.max(1, await driver.read(leftToReseal));
    },
  };
}
