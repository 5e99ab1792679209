import { HTTPException } from 'hono/http-exception';
import { StoreError } from '../../store/store-error.ts';
import { VaultLockedError } from '../../store/vault-locked-error.ts';
import { problem } from './problem.ts';
import { storeProblem } from './store-problem.ts';

/** The answer to a request that a route did not answer. */
export function answerError(error: Error): Response {
  if (error instanceof HTTPException) return error.getResponse();
  // The vault was locked while the request was under way.
  if (error instanceof VaultLockedError)
    return problem(
      423,
      'locked',
      'Unlock your chats first: with the key of this device, or with your recovery code.',
    ).getResponse();
  if (error instanceof StoreError) return storeProblem(error).getResponse();
  // A client that broke off hears nothing, and nothing is reported.
  if ('code' in error && error.code === 'ECONNRESET')
    return problem(400, 'broken_off', 'The request was interrupted.').getResponse();
  console.error('A request failed unexpectedly:', error);
  return problem(500, 'internal', 'Internal error; see the server log.').getResponse();
}
