import {
  putCredentialRequest,
  type Revoked,
  renameCredentialRequest,
  type VaultCredential,
} from '@millrace/engine/run';
import { keyIdOf } from '@millrace/engine/vault';
import { Hono } from 'hono';
import type { NewCredential } from '../../store/vault-store.ts';
import { sessionPass } from '../request/caller.ts';
import { requireFresh } from '../request/fresh.ts';
import { jsonBody } from '../request/json-body.ts';
import { problem } from '../request/problem.ts';
import { sealedTo } from './vault-bytes.ts';
import { noCredential } from './vault-problems.ts';
import { credentialInfo, requireUnlocked, type VaultRouteParts } from './vault-state.ts';

/** All that opens the vault: recovery code, passkeys and passphrase are added here, everything is renamed and revoked. */
export function vaultCredentialRoutes(parts: VaultRouteParts): Hono {
  const { account, vault, upkeep, sessions, closeDoors } = parts;
  const routes = new Hono();

  routes.put('/', requireFresh, requireUnlocked(parts), async (c) => {
    const { kind, public_key, wrapped, name = '', passkey_id } = await jsonBody(c, putCredentialRequest);
    const credential: NewCredential = {
      ...{ kind, name, session: '', createdAt: Date.now() },
      ...sealedTo({ public_key, wrapped }),
      ...(passkey_id !== undefined && { of: passkey_id }),
    };
    if ((await vault.putCredential(credential)) === 'known')
      throw problem(409, 'known', 'This opens your chats already.');
    upkeep.changed();
    const id = keyIdOf(credential.publicKey);
    return c.json<VaultCredential>(
      credentialInfo({ ...credential, id, seenAt: credential.createdAt }, undefined),
    );
  });

  routes.patch('/:id', requireUnlocked(parts), async (c) => {
    const { name } = await jsonBody(c, renameCredentialRequest);
    if (!(await vault.renameCredential(c.req.param('id'), name))) throw noCredential();
    upkeep.changed();
    return c.body(null, 204);
  });

  routes.delete('/:id', requireFresh, requireUnlocked(parts), async (c) => {
    const id = c.req.param('id');
    const credential = (await vault.credentials()).find((each) => each.id === id && each.kind !== 'token');
    if (credential === undefined) throw noCredential();
    if (credential.session === sessionPass(c).hash)
      throw problem(
        409,
        'own_device',
        'This is the device that you use. Sign out, and revoke it from another one.',
      );
    const outcome = await vault.revoke(id);
    if (outcome === 'no_credential') throw noCredential();
    if (outcome === 'last_way')
      throw problem(
        409,
        'last_way',
        'Nothing else opens your chats. Add a device, a passkey or a recovery code first.',
      );
    if (credential.session !== '') await sessions.dropSession(account, credential.session);
    closeDoors();
    upkeep.changed();
    upkeep.rotate();
    const { rotation } = await vault.facts();
    return c.json<Revoked>({ rotation: rotation ?? null }, 202);
  });

  return routes;
}
