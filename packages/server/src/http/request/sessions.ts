import { createHash, randomBytes } from 'node:crypto';
import { KEY_HEADER, type SignInAnswer, signInRequest } from '@millrace/engine/run';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { deleteCookie, setCookie } from 'hono/cookie';
import type { SessionStore } from '../../store/store.ts';
import { jsonBody } from './json-body.ts';
import { problem } from './problem.ts';
import { type RateLimit, tooOften } from './rate-limit.ts';

declare module 'hono' {
  interface ContextVariableMap {
    /** Names the signed-in device; set by `requireSession`. */
    device: string;
    /** The id that its session is kept under. */
    session: string;
  }
}

const TOKEN_MS = 24 * 60 * 60 * 1000;
const SESSION_SECONDS = 30 * 24 * 60 * 60;
const DEVICE_LENGTH = 16;
const DEVICE_HEADER = 'x-millrace-device';
/** As long as a random token is. Shorter ones were chosen by a person, and can be guessed. */
const RANDOM_LENGTH = 43;
/** Cookies of one name that are looked at: other servers of this host can add some. */
const MOST_COOKIES = 8;
const FIX = `Run "npx millrace link" in the server's folder, and open the link it prints.`;

/** Makes a token that signs one device in, once. */
export async function issueToken(store: SessionStore, token = secret()): Promise<string> {
  await store.putToken(hash(token), Date.now() + TOKEN_MS);
  return token;
}

export interface SignInParts {
  readonly store: SessionStore;
  readonly cookieName: () => string;
  /** How often an address may be wrong. */
  readonly wrongTokens: RateLimit;
  /** The address of the client. */
  readonly addressOf: (c: Context) => string;
}

/** `POST` trades the token of a start link for the two halves of a session: a cookie, and a key for the page. Once. */
export function signInRoute({ store, cookieName, wrongTokens, addressOf }: SignInParts): Hono {
  const routes = new Hono();
  routes.post('/', async (c) => {
    const { token } = await jsonBody(c, signInRequest);
    const address = addressOf(c);
    // A client that was wrong too often is not even looked up, unless nobody can guess the token: a good link lets its owner in, no matter who else tries.
    const isHeld = token.length < RANDOM_LENGTH && wrongTokens.wait(address) > 0;
    if (isHeld || !(await store.takeToken(hash(token), Date.now()))) {
      const wait = wrongTokens.take(address);
      if (isHeld || wait > 0) throw tooOften(wait, 'Too many invalid sign-in links.');
      throw problem(401, 'bad_token', `This sign-in link has already been used or has expired. ${FIX}`);
    }
    const [session, key] = [secret(), secret()];
    const expiresAt = Date.now() + SESSION_SECONDS * 1000;
    await store.putSession({ hash: hash(session), keyHash: hash(key), expiresAt });
    setCookie(c, cookieName(), session, {
      httpOnly: true,
      sameSite: 'Strict',
      path: '/',
      maxAge: SESSION_SECONDS,
    });
    return c.json<SignInAnswer>({ key });
  });
  return routes;
}

/** `DELETE` signs this device out. */
export function signOutRoute(store: SessionStore, cookieName: () => string): Hono {
  const routes = new Hono();
  routes.delete('/', async (c) => {
    await store.dropSession(c.get('session'));
    deleteCookie(c, cookieName(), { path: '/' });
    return c.body(null, 204);
  });
  return routes;
}

/**
 * Lets only signed-in devices pass: those that send the cookie and the page key of one session. Browsers send the cookie to
 * every server of this host, whatever its port; the key lies in the storage of our origin, and only our page can send it.
 */
export function requireSession(store: SessionStore, cookieName: () => string): MiddlewareHandler {
  return async (c, next) => {
    const key = c.req.header(KEY_HEADER) ?? '';
    const cookies = cookiesNamed(cookieName(), c.req.header('cookie') ?? '');
    const session = key === '' ? undefined : await sessionOf(store, cookies, hash(key));
    if (session === undefined) {
      const lacksKey = key === '' && cookies.length > 0;
      throw lacksKey
        ? problem(401, 'no_key', `This page has no key for its browser's session. ${FIX}`)
        : problem(401, 'signed_out', `This device is not signed in. ${FIX}`);
    }
    const device = session.slice(0, DEVICE_LENGTH);
    c.set('device', device);
    c.set('session', session);
    // So that a page can tell its own decisions from those of other devices.
    c.header(DEVICE_HEADER, device);
    await next();
  };
}

/** The session that a key belongs to. A cookie that another server has set beside ours is passed over. */
async function sessionOf(
  store: SessionStore,
  cookies: readonly string[],
  keyHash: string,
): Promise<string | undefined> {
  for (const cookie of cookies) {
    if (await store.hasSession(hash(cookie), keyHash, Date.now())) return hash(cookie);
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

function secret(): string {
  return randomBytes(32).toString('base64url');
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
