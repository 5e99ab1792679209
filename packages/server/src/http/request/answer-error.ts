import { HTTPException } from 'hono/http-exception';
import { StoreError } from '../../store/store-error.ts';
import { problem } from './problem.ts';
import { storeProblem } from './store-problem.ts';

/** The answer to a request that a route did not answer. */
export function answerError(error: Error): Response {
  if (error instanceof HTTPException) return error.getResponse();
  if (error instanceof StoreError) return storeProblem(error).getResponse();
  // A client that broke off hears nothing, and nothing is reported.
  if ('code' in error && error.code === 'ECONNRESET')
    return problem(400, 'broken_off', 'The request was interrupted.').getResponse();
  console.error('A request failed unexpectedly:', error);
  return problem(500, 'internal', 'Internal error; see the server log.').getResponse();
}
