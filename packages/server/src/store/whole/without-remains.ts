import type { AccountRing } from '../keyring/create-keyring.ts';
import type { PersonalKeys } from '../keyring/personal-keys.ts';
import type { Driver } from './driver.ts';

/**
 * A driver whose writes leave nothing that opens a chat of an account without a home key: a capsule that was deleted may lie in pages and logs of
 * the database for long, so its key is replaced before the write counts as done.
 */
export function withoutRemains(
  driver: Driver,
  keys: Pick<AccountRing, 'isHome'>,
  personal: Pick<PersonalKeys, 'hasRemains' | 'noteRemains'>,
  renew: () => Promise<void>,
): Driver {
  return {
    ...driver,
    write(body, durability) {
      const written = driver.write(body, durability);
      if (keys.isHome) return written;
      return written.then(async (value) => {
        // The write itself stays; the next one, the next day and the next start try it again.
        if (personal.hasRemains) await renew().catch(() => personal.noteRemains());
        return value;
      });
    },
  };
}
