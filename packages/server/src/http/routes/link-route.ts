import { type SignInLink, signInLinkRequest } from '@millrace/engine/run';
import { Hono } from 'hono';
import type { SessionStore } from '../../store/account.ts';
import { sessionPass } from '../request/caller.ts';
import { jsonBody } from '../request/json-body.ts';
import { hash, secret } from '../request/secret.ts';

/** How long a link for another device works: somebody is at it. */
const LINK_MS = 10 * 60 * 1000;

/** `POST /link` makes a link that signs another device of the account in, once and soon, where other devices can open it. */
export function linkRoute(store: SessionStore): Hono {
  const routes = new Hono();
  routes.post('/link', async (c) => {
    const { named = false } = await jsonBody(c, signInLinkRequest);
    const address = named ? localName(c.get('origin')) : c.get('address');
    if (address === undefined) return c.json<SignInLink>({ reachable: false });
    const [token, expiresAt] = [secret(), Date.now() + LINK_MS];
    // The other device is as fresh as this one, and no more.
    await store.putToken(hash(token), c.get('account').id, expiresAt, sessionPass(c).confirmedAt);
    return c.json<SignInLink>({ reachable: true, url: `${address}/start#${token}`, expires_at: expiresAt });
  });
  return routes;
}

/** The address with a name of a server that was asked by a number of this machine. Pure. */
function localName(origin: string): string | undefined {
  const { protocol, hostname, port } = new URL(origin);
  const isLocal = protocol === 'http:' && (hostname === '127.0.0.1' || hostname === '[::1]');
  return isLocal ? new URL(`http://localhost:${port || 80}`).origin : undefined;
}
