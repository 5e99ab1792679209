/**
 * The reason why the vault did not do something. `no_key`: this browser has no key to it. `wrong_groups`: groups of a recovery code were typed wrong.
 * `other_secret`: the code, passphrase or passkey is not one of this account. `forged_device`: a device that asked for the key does not know the
 * secret of the link. `no_secret`: a passkey can't make a secret for the page. `link_ended`: the link was refused, used or has expired. `keyless`: this browser can't make or keep keys.
 */
export type VaultErrorCode =
  | 'no_key'
  | 'wrong_groups'
  | 'other_secret'
  | 'forged_device'
  | 'no_secret'
  | 'link_ended'
  | 'keyless';

const SAYS: Readonly<Record<VaultErrorCode, string>> = {
  no_key: 'This browser has no key yet. Use another device, the recovery code, a passkey or the passphrase.',
  wrong_groups: 'Some groups of the recovery code are wrong.',
  other_secret: 'The recovery code, passphrase or passkey is not one of this account.',
  forged_device: 'The device that asked for a key did not come by this link. It was given none.',
  no_secret: 'This passkey can’t hold a key.',
  link_ended: 'The link is no longer good. Make a new one.',
  keyless:
    'This browser can’t keep keys here. Open the page by https, or at localhost, in a current browser.',
};

/** Something that the vault did not do; `code` says why. */
export class VaultError extends Error {
  readonly code: VaultErrorCode;
  /** The groups of a recovery code that can't be right, counted from 1. */
  readonly groups: readonly number[];
  constructor(code: VaultErrorCode, groups: readonly number[] = []) {
    super(SAYS[code]);
    this.name = 'VaultError';
    this.code = code;
    this.groups = groups;
  }
}
