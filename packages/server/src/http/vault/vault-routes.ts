import { homeKeyRequest, sealChatRequest, unlockRequest, type VaultState } from '@millrace/engine/run';
import { Hono } from 'hono';
import * as z from 'zod/mini';
import { sessionPass } from '../request/caller.ts';
import { requireFresh } from '../request/fresh.ts';
import { jsonBody } from '../request/json-body.ts';
import { problem } from '../request/problem.ts';
import { vaultLinkRoutes } from './link-routes.ts';
import { readWrapped } from './vault-bytes.ts';
import { vaultCredentialRoutes } from './vault-credential-routes.ts';
import { vaultDeviceRoutes } from './vault-device-routes.ts';
import { noOtherWay, unlockProblem, wrongKey } from './vault-problems.ts';
import { requireUnlocked, stateFor, stateRoute, type VaultRouteParts } from './vault-state.ts';

const emptyRequest = z.strictObject({});

/** The vault of the own account: who can open it, and whether it is open. It answers while the account is locked, too. */
export function vaultRoutes(parts: VaultRouteParts): Hono {
  const { vault, gate, upkeep } = parts;
  const routes = new Hono();
  routes.route('/', stateRoute(parts));
  routes.route('/', vaultDeviceRoutes(parts));
  routes.route('/credentials', vaultCredentialRoutes(parts));
  routes.route('/links', vaultLinkRoutes(parts));

  routes.post('/unlock', async (c) => {
    const { hash } = sessionPass(c);
    const { unlock } = await jsonBody(c, unlockRequest);
    await show(unlock);
    const device = (await vault.credentials()).find(({ session }) => session === hash);
    if (device !== undefined) await vault.noteSeen(device.id, hash, Date.now());
    gate.let(hash);
    return c.body(null, 204);
  });

  routes.post('/lock', async (c) => {
    sessionPass(c);
    await jsonBody(c, emptyRequest);
    if ((await vault.facts()).home === 'on')
      throw problem(
        409,
        'home_key_on',
        "This server's computer holds a key, so it can't be locked. Switch on “Only my devices” first.",
      );
    await gate.lock();
    return c.body(null, 204);
  });

  routes.put('/home', requireFresh, requireUnlocked(parts), async (c) => {
    const { hash } = sessionPass(c);
    const request = await jsonBody(c, homeKeyRequest);
    if (request.on) {
      await show(request.unlock);
      if ((await vault.keepHome()) === 'never')
        throw problem(
          409,
          'home_key_never',
          'This server keeps no keys of people (MILLRACE_HOME_KEY=off). Use a device, a passkey or your recovery code.',
        );
    } else {
      await dropHome(hash);
      gate.let(hash);
      upkeep.rotate();
    }
    upkeep.changed();
    return c.json<VaultState>(await stateFor(c, parts));
  });

  routes.put('/chats/:id', requireUnlocked(parts), async (c) => {
    const { sealed } = await jsonBody(c, sealChatRequest);
    if (!(await vault.sealChat(c.req.param('id'), sealed)))
      throw problem(404, 'no_chat', 'There is no such chat.');
    upkeep.changed();
    return c.body(null, 204);
  });

  /** Opens the vault with the key of a request, or refuses it with what to do. */
  async function show(unlock: string): Promise<void> {
    const vaultKey = gate.box.open(readWrapped(unlock));
    if (typeof vaultKey === 'string') throw unlockProblem(vaultKey, gate.box);
    if (!(await vault.unlock(vaultKey))) throw wrongKey();
  }

  async function dropHome(session: string): Promise<void> {
    const device = (await vault.credentials()).find((each) => each.session === session);
    if (device?.wrapped === undefined) throw noOtherWay();
    const outcome = await vault.dropHome();
    if (outcome === 'no_other_way') throw noOtherWay();
    if (outcome === 'still_sealing')
      throw problem(
        409,
        'still_sealing',
        'Older chats are still being encrypted with your key. Try again in a few minutes.',
        { retry_after: 60 },
      );
  }

  return routes;
}
