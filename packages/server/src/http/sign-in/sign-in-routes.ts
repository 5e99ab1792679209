import { randomUUID } from 'node:crypto';
import {
  type LinkFacts,
  linkTokenRequest,
  type PasskeyOptions,
  type SignInAnswer,
  type SignInRequest,
  type SignInSalt,
  type SignInWays,
  saltRequest,
  signInRequest,
} from '@millrace/engine/run';
import { type Context, Hono } from 'hono';
import * as z from 'zod/mini';
import type { Account, PeopleStore } from '../../store/account.ts';
import type { CredentialStore } from '../../store/credential.ts';
import { jsonBody } from '../request/json-body.ts';
import { problem } from '../request/problem.ts';
import { hash } from '../request/secret.ts';
import { openSession, type Proven, type SessionParts } from '../request/sessions.ts';
import type { Asker, Prover } from './prover.ts';

export interface SignInParts extends SessionParts {
  readonly store: SessionParts['store'] &
    Pick<PeopleStore, 'acceptInvitation' | 'findInvitation'> &
    Pick<CredentialStore, 'saltOf' | 'signInWays'>;
  readonly prover: Prover;
  readonly askerOf: (c: Context) => Asker;
  /** The account that is signed in where a request comes from. */
  readonly accountHere: (c: Context) => Promise<Account | undefined>;
}

/** The cost of Argon2id in the page: about a third of a second. */
const STRETCH = { memory_kib: 65_536, passes: 3 };
const emptyRequest = z.strictObject({});

/** The ways in. `POST` trades a link, a passkey or a passphrase for the two halves of a session: a cookie, and a key for the page. */
export function signInRoutes(parts: SignInParts): Hono {
  const { store, prover, askerOf, accountHere } = parts;
  const routes = new Hono();

  routes.get('/ways', async (c) => c.json<SignInWays>(await store.signInWays()));

  routes.post('/challenge', async (c) => {
    await jsonBody(c, emptyRequest);
    return c.json<PasskeyOptions>(await prover.askForPasskey(askerOf(c)));
  });

  // No table is looked at: the answer can't tell which names there are.
  routes.post('/salt', async (c) => {
    const { name } = await jsonBody(c, saltRequest);
    return c.json<SignInSalt>({ salt: store.saltOf(name), ...STRETCH });
  });

  routes.post('/look', async (c) => {
    const { token } = await jsonBody(c, linkTokenRequest);
    return c.json<LinkFacts>(await prover.lookAtLink(askerOf(c), token));
  });

  routes.post('/refuse', async (c) => {
    const { token } = await jsonBody(c, linkTokenRequest);
    await prover.refuseLink(askerOf(c), token);
    return c.body(null, 204);
  });

  routes.post('/', async (c) => {
    const proven = await prove(await jsonBody(c, signInRequest), c);
    return c.json<SignInAnswer>({ key: await openSession(c, proven, parts) });
  });

  async function prove(request: SignInRequest, c: Context): Promise<Proven> {
    const asker = askerOf(c);
    if ('passkey' in request) return prover.byPasskey(asker, request);
    if ('secret' in request) return prover.byPassphrase(asker, request.sign_in_name, request.secret);
    const { token, name, switch_account } = request;
    const here = switch_account ? undefined : await accountHere(c);
    return prover.byToken(asker, token, { ...(here && { here }), otherwise: () => join(token, name) });
  }

  /** The account that an invitation makes now. Undefined when there is no such invitation. */
  async function join(token: string, name: string | undefined): Promise<Proven | undefined> {
    const now = Date.now();
    if (name !== undefined) {
      const made = await store.acceptInvitation(hash(token), { id: randomUUID(), name }, now);
      return made && { account: made.id, confirmedAt: now };
    }
    const invitation = await store.findInvitation(hash(token), now);
    if (invitation === undefined) return undefined;
    const { role, name: suggested } = invitation;
    throw problem(409, 'invitation', 'This link is an invitation. Send it again with your name.', {
      role,
      name: suggested,
    });
  }

  return routes;
}
