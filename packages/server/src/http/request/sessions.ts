import { randomUUID } from 'node:crypto';
import { KEY_HEADER, type SignInAnswer, signInRequest } from '@millrace/engine/run';
import { type Context, Hono } from 'hono';
import { deleteCookie, setCookie } from 'hono/cookie';
import type { Invitation, PeopleStore, SessionStore, SignedIn } from '../../store/account.ts';
import type { Caller } from './caller.ts';
import { deviceName } from './device-name.ts';
import { jsonBody } from './json-body.ts';
import { problem } from './problem.ts';
import { type RateLimit, tooOften } from './rate-limit.ts';
import { hash, secret } from './secret.ts';

const TOKEN_MS = 24 * 60 * 60 * 1000;
const SESSION_SECONDS = 30 * 24 * 60 * 60;
const DEVICE_LENGTH = 16;
/** A visit is noted once in this time. */
const SEEN_MS = 60_000;
/** As long as a random token is. Shorter ones were chosen by a person, and can be guessed. */
const RANDOM_LENGTH = 43;
/** Cookies of one name that are looked at: other servers of this host can add some. */
const MOST_COOKIES = 8;
const FIX = `Run "npx millrace link" in the server's folder, and open the link it prints.`;

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
      throw problem(401, 'bad_token', `This sign-in link has already been used or has expired. ${FIX}`);
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

/** Tells who sends a request, or refuses it. */
export type Authenticate = (c: Context) => Promise<Caller>;

/**
 * Lets only signed-in devices pass: those that send the cookie and the page key of one session. Browsers send the cookie to
 * every server of this host, whatever its port; the key lies in the storage of our origin, and only our page can send it.
 */
export function createAuthenticate(store: SessionStore, cookieName: (c: Context) => string): Authenticate {
  return async (c) => {
    const key = c.req.header(KEY_HEADER) ?? '';
    const cookies = cookiesNamed(cookieName(c), c.req.header('cookie') ?? '');
    const signedIn = key === '' ? undefined : await sessionOf(store, cookies, hash(key));
    if (signedIn === undefined) {
      const lacksKey = key === '' && cookies.length > 0;
      throw lacksKey
        ? problem(401, 'no_key', `This page has no key for its browser's session. ${FIX}`)
        : problem(401, 'signed_out', `This device is not signed in. ${FIX}`);
    }
    const { session, account } = signedIn;
    const now = Date.now();
    if (now - session.seenAt > SEEN_MS) await store.touchSession(session.hash, now);
    return { account, device: session.hash.slice(0, DEVICE_LENGTH), session: session.hash };
  };
}

/** The session that a key belongs to. A cookie that another server has set beside ours is passed over. */
async function sessionOf(
  store: SessionStore,
  cookies: readonly string[],
  keyHash: string,
): Promise<SignedIn | undefined> {
  for (const cookie of cookies) {
    const signedIn = await store.findSession(hash(cookie), keyHash, Date.now());
    if (signedIn !== undefined) return signedIn;
  }
  return undefined;
}

function cookiesNamed(name: string, header: string): string[] {
  const found = header.split(';').flatMap((pair) => {
    const at = pair.indexOf('=');
    return at > 0 && pair.slice(0, at).trim() === name ? [pair.slice(at + 1).trim()] : [];
  });
  // The newest of our own comes last, behind those with a longer path.
  return found.slice(-MOST_COOKIES);
}
