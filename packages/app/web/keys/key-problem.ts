import { ApiError } from '@millrace/react';
import type { VaultError } from '@millrace/react/vault';
import type { PageWords } from '../base/page-words.ts';

/** Why something about signing in or about keys did not work, in the words of the page. Pure. */
export function keyProblem({ keys: words, vault }: KeyWords, error: unknown): string {
  if (error instanceof ApiError) {
    const { retry_after: seconds } = { ...(error.body as { readonly retry_after?: unknown } | undefined) };
    if (typeof seconds === 'number') return words.tooOften(seconds);
    return words.problems[error.code] ?? vault.problems[error.code] ?? words.failed;
  }
  if (isOfVault(error))
    return error.code === 'wrong_groups'
      ? vault.locked.wrongGroups(error.groups)
      : (vault.problems[error.code] ?? words.failed);
  const { name, code } = { ...(error as { readonly name?: unknown; readonly code?: unknown }) };
  if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED' || name === 'InvalidStateError')
    return words.problems['passkey_known'] ?? words.failed;
  // The browser says no more, so that a page does not learn which passkeys a device has.
  return isOfBrowser(error) ? words.cancelled : words.failed;
}

type KeyWords = Pick<PageWords, 'keys' | 'vault'>;

// By its name: its class comes with the code of the vault, which most pages never load.
const isOfVault = (error: unknown): error is VaultError =>
  error instanceof Error && error.name === 'VaultError';

const isOfBrowser = (error: unknown): boolean =>
  error instanceof Error && ['NotAllowedError', 'AbortError', 'WebAuthnError'].includes(error.name);
