import { ApiError } from '@millrace/react';
import type { PageWords } from '../base/page-words.ts';

/** Why something about signing in did not work, in the words of the page. Pure. */
export function keyProblem({ keys: words }: PageWords, error: unknown): string {
  if (error instanceof ApiError) {
    const { retry_after: seconds } = { ...(error.body as { readonly retry_after?: unknown } | undefined) };
    if (typeof seconds === 'number') return words.tooOften(seconds);
    return words.problems[error.code] ?? words.failed;
  }
  const { name, code } = { ...(error as { readonly name?: unknown; readonly code?: unknown }) };
  if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED' || name === 'InvalidStateError')
    return words.problems['passkey_known'] ?? words.failed;
  // The browser says no more, so that a page does not learn which passkeys a device has.
  return isOfBrowser(error) ? words.cancelled : words.failed;
}

const isOfBrowser = (error: unknown): boolean =>
  error instanceof Error && ['NotAllowedError', 'AbortError', 'WebAuthnError'].includes(error.name);
