/** The server has no key to what an account keeps: only a device of the account has one. Nothing was read or changed. */
export class VaultLockedError extends Error {
  readonly code = 'locked';
  constructor() {
    super(
      'What this account keeps is encrypted with a key that only its devices have. One of them must unlock it.',
    );
    this.name = 'VaultLockedError';
  }
}
