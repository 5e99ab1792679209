import { KEY_HEADER } from '@millrace/engine/run';
import type { MiddlewareHandler } from 'hono';
import type { HTTPException } from 'hono/http-exception';
import type { SessionStore, SignedIn } from '../../store/account.ts';
import type { TokenStore } from '../../store/token-store.ts';
import { isApiToken } from './api-tokens.ts';
import type { RequestParts } from './bindings.ts';
import { type Caller, setCaller } from './caller.ts';
import type { Arrival } from './door.ts';
import { problem } from './problem.ts';
import { type RateLimit, tooOften } from './rate-limit.ts';
import { hash } from './secret.ts';
import { cookieNameOf, cookiesNamed, LINK_FIX } from './sessions.ts';

/** Tells who sends a request; null when that is nobody who may. */
export type Authenticate = (request: Request, arrival: Arrival) => Promise<Caller | null>;

export interface AuthenticateParts {
  readonly store: SessionStore & TokenStore;
  /** How often an address may send a token that does not work. */
  readonly wrongTokens: RateLimit;
}

const DEVICE_LENGTH = 16;
/** A visit is noted once in this time. */
const SEEN_MS = 60_000;

/**
 * Knows signed-in devices and programs. A device sends the cookie and the page key of one session: browsers send the cookie to every
 * server of this host, whatever its port; the key lies in the storage of our origin, and only our page can send it. A program sends an
 * API token as Bearer. A request with a Bearer is judged by that alone, whatever session it brings.
 */
export function createAuthenticate({ store, wrongTokens }: AuthenticateParts): Authenticate {
  async function byToken(token: string, { address }: Arrival): Promise<Caller | null> {
    // Nothing of another shape was ever a token of ours, so nobody guesses with it.
    if (!isApiToken(token)) return null;
    const now = Date.now();
    const found = await store.findApiToken(hash(token), now);
    if (found === undefined) {
      // Nobody can guess a token: the limit slows programs down that go on with an old one. A good token works all the same.
      const wait = wrongTokens.take(address);
      if (wait > 0) throw tooOften(wait, 'Too many requests with an API token that does not work.');
      return null;
    }
    const { id, name, scopes, expiresAt, usedAt, hash: kept } = found.token;
    if (usedAt === null || now - usedAt > SEEN_MS) await store.touchApiToken(id, now);
    return {
      account: found.account,
      device: kept.slice(0, DEVICE_LENGTH),
      pass: { type: 'token', id, name, scopes, expiresAt },
    };
  }

  async function bySession(request: Request, arrival: Arrival): Promise<Caller | null> {
    const key = request.headers.get(KEY_HEADER) ?? '';
    const signedIn = key === '' ? undefined : await sessionOf(store, cookiesOf(request, arrival), hash(key));
    if (signedIn === undefined) return null;
    const { session, account } = signedIn;
    const { hash: id, expiresAt, confirmedAt } = session;
    const now = Date.now();
    if (now - session.seenAt > SEEN_MS) await store.touchSession(id, now);
    return {
      account,
      device: id.slice(0, DEVICE_LENGTH),
      pass: { type: 'session', hash: id, expiresAt, confirmedAt },
    };
  }

  return (request, arrival) => {
    const bearer = bearerOf(request);
    return bearer === undefined ? bySession(request, arrival) : byToken(bearer, arrival);
  };
}

/** Lets only those pass whom `authenticate` knows. */
export function admit(authenticate: Authenticate): MiddlewareHandler<{ Bindings: RequestParts }> {
  return async (c, next) => {
    const { arrival } = c.env;
    const caller = await authenticate(c.req.raw, arrival);
    if (caller === null) throw refusal(c.req.raw, arrival);
    setCaller(c, caller);
    await next();
  };
}

function refusal(request: Request, arrival: Arrival): HTTPException {
  if (bearerOf(request) !== undefined)
    return problem(
      401,
      'unknown_token',
      'This API token is unknown, was revoked or has expired. Make another one in Settings, API tokens, or with "npx millrace token create".',
      {},
      { 'www-authenticate': 'Bearer error="invalid_token"' },
    );
  const lacksKey = !request.headers.get(KEY_HEADER) && cookiesOf(request, arrival).length > 0;
  return lacksKey
    ? problem(401, 'no_key', `This page has no key for its browser's session. ${LINK_FIX}`)
    : problem(401, 'signed_out', `This device is not signed in. ${LINK_FIX}`);
}

/** The secret after `Bearer`; undefined where the header has none, or is one for somebody else, such as a proxy. */
function bearerOf({ headers }: Request): string | undefined {
  const [scheme = '', ...rest] = (headers.get('authorization') ?? '').trim().split(' ');
  return scheme.toLowerCase() === 'bearer' ? rest.join(' ').trim() : undefined;
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

const cookiesOf = ({ headers }: Request, { origin }: Arrival): string[] =>
  cookiesNamed(cookieNameOf(origin), headers.get('cookie') ?? '');
