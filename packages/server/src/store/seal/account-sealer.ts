import { FIRST_ACCOUNT } from '../account.ts';
import type { Sealer } from './sealer.ts';

/** A sealer for the rows of one account: a text that was moved to another account can't be opened there. */
export function accountSealer(sealer: Sealer, account: string): Sealer {
  // The rows of the first account were sealed before there were others.
  if (account === FIRST_ACCOUNT) return sealer;
  const of = (about: string): string => `accounts:${JSON.stringify(account)}:${about}`;
  return {
    keyId: sealer.keyId,
    seal: (plain, about) => sealer.seal(plain, of(about)),
    open: (sealed, keyId, about) => sealer.open(sealed, keyId, of(about)),
    mac: (plain, about) => sealer.mac(plain, of(about)),
    // The place of a record names its account.
    proofKey: sealer.proofKey,
  };
}
