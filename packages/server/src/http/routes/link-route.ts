import type { SignInLink } from '@millrace/engine/run';
import { Hono } from 'hono';
import * as z from 'zod/mini';
import type { SessionStore } from '../../store/account.ts';
import { jsonBody } from '../request/json-body.ts';
import { hash, secret } from '../request/secret.ts';

/** How long a link for another device works: somebody is at it. */
const LINK_MS = 10 * 60 * 1000;
const emptyRequest = z.strictObject({});

/** `POST /link` makes a link that signs another device of the account in, once and soon, where other devices can open it. */
export function linkRoute(store: SessionStore): Hono {
  const routes = new Hono();
  routes.post('/link', async (c) => {
    await jsonBody(c, emptyRequest);
    const address = c.get('address');
    if (address === undefined) return c.json<SignInLink>({ reachable: false });
    const [token, expiresAt] = [secret(), Date.now() + LINK_MS];
    // The other device is as fresh as this one, and no more.
    await store.putToken(hash(token), c.get('account').id, expiresAt, c.get('confirmedAt'));
    return c.json<SignInLink>({ reachable: true, url: `${address}/start#${token}`, expires_at: expiresAt });
  });
  return routes;
}
