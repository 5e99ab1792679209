import { type ConfirmRequest, confirmRequest, type PasskeyOptions } from '@millrace/engine/run';
import { type Context, Hono } from 'hono';
import * as z from 'zod/mini';
import type { SessionStore } from '../../store/account.ts';
import type { CredentialStore } from '../../store/credential.ts';
import { sessionPass } from '../request/caller.ts';
import { isFresh } from '../request/fresh.ts';
import { jsonBody } from '../request/json-body.ts';
import { problem } from '../request/problem.ts';
import type { Proven } from '../request/sessions.ts';
import type { Asker, Prover } from './prover.ts';

export interface ConfirmParts {
  readonly store: Pick<SessionStore, 'confirmSession'> & Pick<CredentialStore, 'passphraseOf'>;
  readonly prover: Prover;
}

const emptyRequest = z.strictObject({});

/** Lets the person at a device show again who they are. */
export function confirmRoutes({ store, prover }: ConfirmParts): Hono {
  const routes = new Hono();

  routes.post('/challenge', async (c) => {
    await jsonBody(c, emptyRequest);
    return c.json<PasskeyOptions>(await prover.askForPasskey(askerOf(c), c.get('account').id));
  });

  routes.post('/', async (c) => {
    const request = await jsonBody(c, confirmRequest);
    const { confirmedAt } = await prove(request, askerOf(c), c.get('account').id);
    if (!isFresh(confirmedAt, Date.now()))
      throw problem(
        409,
        'stale_link',
        'This link comes from a device that was not confirmed lately. Use one that "npx millrace link" prints.',
      );
    await store.confirmSession(sessionPass(c).hash, confirmedAt);
    return c.body(null, 204);
  });

  async function prove(request: ConfirmRequest, asker: Asker, account: string): Promise<Proven> {
    if ('passkey' in request) return prover.byPasskey(asker, request, account);
    if ('token' in request) return prover.byToken(asker, request.token, { account });
    const passphrase = await store.passphraseOf(account);
    if (passphrase === undefined)
      throw problem(404, 'no_passphrase', 'This account has no passphrase. Confirm in another way.');
    return prover.byPassphrase(asker, passphrase.name, request.secret);
  }

  return routes;
}

/** The one who asks, in a room. */
export function askerOf(c: Context): Asker {
  return { origin: c.get('origin'), address: c.get('client') };
}
