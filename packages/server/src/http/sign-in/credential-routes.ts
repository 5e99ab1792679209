import { randomUUID } from 'node:crypto';
import {
  addPasskeyRequest,
  type CredentialList,
  changePasskeyRequest,
  type PasskeyInfo,
  type PasskeyOptions,
  passphraseRequest,
} from '@millrace/engine/run';
import { type Context, Hono } from 'hono';
import * as z from 'zod/mini';
import type { CredentialStore, Passkey } from '../../store/credential.ts';
import { jsonBody } from '../request/json-body.ts';
import { problem } from '../request/problem.ts';
import { hash } from '../request/secret.ts';
import { askerOf } from './confirm-routes.ts';
import { passkeyHost } from './passkey-host.ts';
import type { Prover } from './prover.ts';

export interface CredentialParts {
  readonly store: CredentialStore;
  readonly prover: Prover;
  /** Refuses a session that may not change what a passkey or the passphrase can open. */
  readonly guardWay: (c: Context, kind: 'passkey' | 'passphrase', of?: string) => Promise<void>;
  /** Forgets what a passkey or the passphrase can open. False when nothing else would open the vault; then nothing is forgotten. */
  readonly forgetWay: (kind: 'passkey' | 'passphrase', of?: string) => Promise<boolean>;
}

const emptyRequest = z.strictObject({});

/** The passkeys and the passphrase of the own account. */
export function credentialRoutes({ store, prover, guardWay, forgetWay }: CredentialParts): Hono {
  const routes = new Hono();

  routes.get('/', async (c) => {
    const { id } = c.get('account');
    const passphrase = await store.passphraseOf(id);
    return c.json<CredentialList>({
      passkeys: (await store.listPasskeys(id)).map(passkeyInfo),
      passphrase: passphrase ? { name: passphrase.name } : null,
      host: passkeyHost(c.get('origin')) ?? null,
    });
  });

  routes.post('/passkeys/challenge', async (c) => {
    await jsonBody(c, emptyRequest);
    return c.json<PasskeyOptions>(await prover.askForNewPasskey(askerOf(c), c.get('account')));
  });

  routes.post('/passkeys', async (c) => {
    const { name, passkey: made, prf } = await jsonBody(c, addPasskeyRequest);
    const account = c.get('account').id;
    const facts = await prover.checkNewPasskey(askerOf(c), account, made);
    const { transports = [] } = made.response;
    const passkey: Passkey = {
      ...{ ...facts, id: randomUUID(), account, name, transports, prf },
      ...{ createdAt: Date.now(), usedAt: 0 },
    };
    const kept = await store.putPasskey(passkey);
    if (kept === 'known') throw problem(409, 'passkey_known', 'This passkey is already here.');
    if (kept === 'too_many')
      throw problem(409, 'too_many', 'There can be at most 20 passkeys. Remove one first.');
    return c.json<PasskeyInfo>(passkeyInfo(passkey));
  });

  routes.patch('/passkeys/:id', async (c) => {
    const { name } = await jsonBody(c, changePasskeyRequest);
    if (!(await store.renamePasskey(c.get('account').id, c.req.param('id'), name))) throw noPasskey();
    return c.body(null, 204);
  });

  routes.delete('/passkeys/:id', async (c) => {
    await guardWay(c, 'passkey', c.req.param('id'));
    if (!(await forgetWay('passkey', c.req.param('id')))) throw lastWay();
    if (!(await store.dropPasskey(c.get('account').id, c.req.param('id')))) throw noPasskey();
    return c.body(null, 204);
  });

  routes.put('/passphrase', async (c) => {
    const { name, secret } = await jsonBody(c, passphraseRequest);
    const account = c.get('account').id;
    await guardWay(c, 'passphrase');
    const passphrase = { id: randomUUID(), account, name, secretHash: hash(secret), createdAt: Date.now() };
    if (!(await store.putPassphrase(passphrase)))
      throw problem(409, 'name_taken', 'Somebody else signs in with this name. Choose another one.');
    // The one before opens nothing new; where it is the last way in, it stays until the page adds the new one.
    await forgetWay('passphrase');
    return c.body(null, 204);
  });

  routes.delete('/passphrase', async (c) => {
    await guardWay(c, 'passphrase');
    if (!(await forgetWay('passphrase'))) throw lastWay();
    if (!(await store.dropPassphrase(c.get('account').id)))
      throw problem(404, 'no_passphrase', 'This account has no passphrase.');
    return c.body(null, 204);
  });

  return routes;
}

function passkeyInfo({ id, name, host, prf, createdAt, usedAt }: Passkey): PasskeyInfo {
  return { id, name, host, prf, created_at: createdAt, used_at: usedAt };
}

function lastWay(): Error {
  return problem(
    409,
    'last_way',
    'Nothing else opens your chats. Add a device, a passkey or a recovery code first.',
  );
}

function noPasskey(): Error {
  return problem(404, 'no_passkey', 'There is no such passkey here.');
}
