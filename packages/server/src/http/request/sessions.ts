import { randomUUID } from 'node:crypto';
import { type SignInAnswer, signInRequest } from '@millrace/engine/run';
import { type Context, Hono } from 'hono';
import { deleteCookie, setCookie } from 'hono/cookie';
import type { Invitation, PeopleStore, SessionStore } from '../../store/account.ts';
import { deviceName } from './device-name.ts';
import { jsonBody } from './json-body.ts';
import { problem } from './problem.ts';
import { type RateLimit, tooOften } from './rate-limit.ts';
import { hash, secret } from './secret.ts';

const TOKEN_MS = 24 * 60 * 60 * 1000;
const SESSION_SECONDS = 30 * 24 * 60 * 60;
/** As long as a random token is. Shorter ones were chosen by a person, and can be guessed. */
const RANDOM_LENGTH = 43;
/** The way in for a device that has none. */
export const LINK_FIX = `Run "npx millrace link" in the server's folder, and open the link it prints.`;

/** Makes a token that signs one device of an account in, once. */
export async function issueToken(store: SessionStore, account: string, token = secret()): Promise<string> {
  await store.putToken(hash(token), account, Date.now() + TOKEN_MS);
  return token;
}

/** Keeps an invitation. Returns the token of its link, which is known nowhere else. */
export async function issueInvitation(
  store: Pick<PeopleStore, 'putInvitation'>,
  facts: Omit<Invitation, 'hash'>,
): Promise<string> {
  const token = secret();
  await store.putInvitation({ ...facts, hash: hash(token) });
  return token;
}

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

export interface SignInParts {
  readonly store: SessionStore & PeopleStore;
  readonly cookieName: (c: Context) => string;
  /** How often an address may be wrong. */
  readonly wrongTokens: RateLimit;
  /** The address of the client. */
  readonly addressOf: (c: Context) => string;
}

/** `POST` trades the token of a start link for the two halves of a session: a cookie, and a key for the page. Once. */
export function signInRoute({ store, cookieName, wrongTokens, addressOf }: SignInParts): Hono {
  const routes = new Hono();
  routes.post('/', async (c) => {
    const { token, name } = await jsonBody(c, signInRequest);
    const address = addressOf(c);
    // A client that was wrong too often is not even looked up, unless nobody can guess the token: a good link lets its owner in, no matter who else tries.
    const isHeld = token.length < RANDOM_LENGTH && wrongTokens.wait(address) > 0;
    const account = isHeld ? undefined : await accountOf(store, token, name);
    if (account === undefined) {
      const wait = wrongTokens.take(address);
      if (isHeld || wait > 0) throw tooOften(wait, 'Too many invalid sign-in links.');
      throw problem(401, 'bad_token', `This sign-in link has already been used or has expired. ${LINK_FIX}`);
    }
    const [session, key] = [secret(), secret()];
    const createdAt = Date.now();
    await store.putSession({
      ...{ hash: hash(session), keyHash: hash(key), account, createdAt },
      name: deviceName(c.req.header('user-agent') ?? ''),
      expiresAt: createdAt + SESSION_SECONDS * 1000,
    });
    const cookie = cookieName(c);
    setCookie(c, cookie, session, {
      secure: cookie.startsWith(SECURE_PREFIX),
      httpOnly: true,
      sameSite: 'Strict',
      path: '/',
      maxAge: SESSION_SECONDS,
    });
    return c.json<SignInAnswer>({ key });
  });
  return routes;
}

/** The account that a token lets in, or that its invitation makes now. */
async function accountOf(
  store: SessionStore & PeopleStore,
  token: string,
  name: string | undefined,
): Promise<string | undefined> {
  const now = Date.now();
  const known = await store.takeToken(hash(token), now);
  if (known !== undefined) return known;
  if (name !== undefined)
    return (await store.acceptInvitation(hash(token), { id: randomUUID(), name }, now))?.id;
  const invitation = await store.findInvitation(hash(token), now);
  if (invitation === undefined) return undefined;
  const { role, name: suggested } = invitation;
  throw problem(409, 'invitation', 'This link is an invitation. Send it again with your name.', {
    role,
    name: suggested,
  });
}
