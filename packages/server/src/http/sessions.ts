import { createHash, randomBytes } from 'node:crypto';
import { signInRequest } from '@millrace/engine';
import { Hono, type MiddlewareHandler } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { SessionStore } from '../store/store.ts';
import { jsonBody } from './json-body.ts';
import { problem } from './problem.ts';

declare module 'hono' {
  interface ContextVariableMap {
    /** Names the signed-in device; set by `requireSession`. */
    device: string;
  }
}

const TOKEN_MS = 24 * 60 * 60 * 1000;
const SESSION_SECONDS = 30 * 24 * 60 * 60;
const DEVICE_LENGTH = 16;
const DEVICE_HEADER = 'x-millrace-device';

/** Makes a token that signs one device in, once. */
export async function issueToken(store: SessionStore, token = secret()): Promise<string> {
  await store.putToken(hash(token), Date.now() + TOKEN_MS);
  return token;
}

/** `POST` trades the token of a start link for a cookie, once; `DELETE` signs this device out. */
export function sessionRoutes(store: SessionStore, cookieName: () => string): Hono {
  const routes = new Hono();
  routes.post('/', async (c) => {
    const { token } = await jsonBody(c, signInRequest);
    if (!(await store.takeToken(hash(token), Date.now()))) {
      const fix = 'Run "npx millrace link" in the folder of the server for a new one.';
      throw problem(401, 'bad_token', `This sign-in link was used already or is too old. ${fix}`);
    }
    const session = secret();
    await store.putSession(hash(session), Date.now() + SESSION_SECONDS * 1000);
    setCookie(c, cookieName(), session, {
      httpOnly: true,
      sameSite: 'Strict',
      path: '/',
      maxAge: SESSION_SECONDS,
    });
    return c.body(null, 204);
  });
  routes.delete('/', async (c) => {
    await store.dropSession(hash(getCookie(c, cookieName()) ?? ''));
    deleteCookie(c, cookieName(), { path: '/' });
    return c.body(null, 204);
  });
  return routes;
}

/** Lets only signed-in devices pass. */
export function requireSession(store: SessionStore, cookieName: () => string): MiddlewareHandler {
  return async (c, next) => {
    const session = hash(getCookie(c, cookieName()) ?? '');
    if (!(await store.hasSession(session, Date.now()))) {
      throw problem(401, 'signed_out', 'Open the sign-in link that the server printed at its start.');
    }
    const device = session.slice(0, DEVICE_LENGTH);
    c.set('device', device);
    // So that a page can tell its own decisions from those of other devices.
    c.header(DEVICE_HEADER, device);
    await next();
  };
}

function secret(): string {
  return randomBytes(32).toString('base64url');
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
