import type { MiddlewareHandler } from 'hono';
import type { HTTPException } from 'hono/http-exception';
import { problem } from './problem.ts';

/** For how long somebody who has shown who they are may change who comes in. */
const FRESH_MS = 30 * 60 * 1000;

/** True while nobody needs to show again who they are. Pure. */
export function isFresh(confirmedAt: number, now: number): boolean {
  return now - confirmedAt < FRESH_MS;
}

/**
 * Routes that change who may come in: they answer only to somebody who has just shown who they are. Reading is open. A token was made by
 * such a person, and its scopes say what it may change.
 */
export const requireFresh: MiddlewareHandler = async (c, next) => {
  const isReading = c.req.method === 'GET' || c.req.method === 'HEAD';
  const pass = c.get('pass');
  if (!isReading && pass.type === 'session' && !isFresh(pass.confirmedAt, Date.now())) throw notFresh();
  await next();
};

export function notFresh(): HTTPException {
  return problem(
    403,
    'not_fresh',
    'Confirm first that it is you: with a passkey, a passphrase or a new sign-in link (POST /api/session/confirm).',
  );
}
