import { KEY_HEADER } from '@millrace/engine/run';
import type { Context } from 'hono';
import { deleteCookie, setCookie } from 'hono/cookie';
import type { SessionStore } from '../../store/account.ts';
import { deviceName } from './device-name.ts';
import { hash, secret } from './secret.ts';

/** A session ends after half a year, however often it is used; one that nobody uses ends sooner, in the store. */
const SESSION_SECONDS = 180 * 24 * 60 * 60;
/** Cookies of one name that are looked at: other servers of this host can add some. */
const MOST_COOKIES = 8;
/** The way in for a device that has none. */
export const LINK_FIX = `Run "npx millrace link" in the server's folder, and open the link it prints.`;

/**
 * The name of the cookie at an address of ours. Cookies do not tell ports apart, so the name does. A name that begins with
 * `__Host-` can be set by nobody but this very host, by https. Pure.
 */
export function cookieNameOf(origin = 'http://127.0.0.1'): string {
  const { protocol, port } = new URL(origin);
  return protocol === 'https:' ? `${SECURE_PREFIX}millrace_${port || 443}` : `millrace_${port || 80}`;
}
const SECURE_PREFIX = '__Host-';

/** Takes the cookie of a session back. */
export function dropCookie(c: Context, name: string): void {
  deleteCookie(c, name, { path: '/', secure: name.startsWith(SECURE_PREFIX) });
}

/** A person who has shown who they are. */
export interface Proven {
  readonly account: string;
  readonly confirmedAt: number;
}

export interface SessionParts {
  readonly store: Pick<SessionStore, 'putSession' | 'replaceSession'>;
  readonly cookieName: (c: Context) => string;
  /** Signs out who may no longer be here, on every server. */
  readonly closeDoors: () => void;
}

/** Makes a session, whose halves are a cookie and the returned key, and ends the one that the browser had. */
export async function openSession(
  c: Context,
  { account, confirmedAt }: Proven,
  { store, cookieName, closeDoors }: SessionParts,
): Promise<string> {
  const [session, key] = [secret(), secret()];
  const createdAt = Date.now();
  await store.putSession({
    ...{ hash: hash(session), keyHash: hash(key), account, createdAt, confirmedAt },
    name: deviceName(c.req.header('user-agent') ?? ''),
    expiresAt: createdAt + SESSION_SECONDS * 1000,
  });
  const cookie = cookieName(c);
  const oldKey = hash(c.req.header(KEY_HEADER) ?? '');
  let replaced = false;
  for (const old of cookiesNamed(cookie, c.req.header('cookie') ?? ''))
    replaced = (await store.replaceSession(hash(old), oldKey, account)) || replaced;
  if (replaced) closeDoors();
  setCookie(c, cookie, session, {
    secure: cookie.startsWith(SECURE_PREFIX),
    httpOnly: true,
    sameSite: 'Strict',
    path: '/',
    maxAge: SESSION_SECONDS,
  });
  return key;
}

/** The cookies of a name that a request brings. Pure. */
export function cookiesNamed(name: string, header: string): string[] {
  const found = header.split(';').flatMap((pair) => {
    const at = pair.indexOf('=');
    return at > 0 && pair.slice(0, at).trim() === name ? [pair.slice(at + 1).trim()] : [];
  });
  // The newest of our own comes last, behind those with a longer path.
  return found.slice(-MOST_COOKIES);
}
