import { type DeviceLink, type DeviceLinkState, putWrappedRequest } from '@millrace/engine/run';
import { Hono } from 'hono';
import * as z from 'zod/mini';
import { callerName, sessionPass } from '../request/caller.ts';
import { UNKNOWN_DEVICE } from '../request/device-name.ts';
import { requireFresh } from '../request/fresh.ts';
import { jsonBody } from '../request/json-body.ts';
import { problem } from '../request/problem.ts';
import { linkEnded } from './device-links.ts';
import { readWrapped } from './vault-bytes.ts';
import { requireUnlocked, type VaultRouteParts } from './vault-state.ts';

const emptyRequest = z.strictObject({});

/** Links that add a device: a device that has the key makes one, another one comes by it, and the first one seals the key to it. */
export function vaultLinkRoutes(parts: VaultRouteParts): Hono {
  const { account, vault, upkeep, links } = parts;
  const routes = new Hono();
  const unlocked = requireUnlocked(parts);

  routes.post('/', requireFresh, unlocked, async (c) => {
    await jsonBody(c, emptyRequest);
    const by = callerName(c) ?? UNKNOWN_DEVICE;
    const { link, token } = await links.make(account, by, sessionPass(c).confirmedAt);
    const address = c.get('address');
    const url = address === undefined ? null : `${address}/start#${token}`;
    return c.json<DeviceLink>({ id: link.id, token, url, expires_at: link.expiresAt });
  });

  routes.get('/:id', async (c) => {
    sessionPass(c);
    const link = await links.find(account, c.req.param('id'));
    if (link === undefined) return c.json<DeviceLinkState>({ state: 'ended', expires_at: 0 });
    const { state, expiresAt, device } = link;
    return c.json<DeviceLinkState>({
      ...{ state, expires_at: expiresAt },
      ...(device && {
        device: {
          ...{ id: device.id, name: device.name, public_key: device.publicKey, mac: device.mac },
          ...(device.form && { form: device.form }),
        },
      }),
    });
  });

  routes.post('/:id/answer', unlocked, async (c) => {
    const { wrapped } = await jsonBody(c, putWrappedRequest);
    const link = await links.find(account, c.req.param('id'));
    if (link === undefined || link.state === 'refused') throw linkEnded();
    const { device } = link;
    if (device === undefined)
      throw problem(409, 'not_asked', 'No device has come by this link yet. Wait for it.');
    const bytes = readWrapped(wrapped, device.id);
    if (!(await links.move('asked', { ...link, state: 'done' }))) return c.body(null, 204);
    await vault.putWrapped(device.id, bytes);
    upkeep.changed();
    return c.body(null, 204);
  });

  routes.delete('/:id', async (c) => {
    sessionPass(c);
    await end(c.req.param('id'));
    return c.body(null, 204);
  });

  async function end(id: string): Promise<void> {
    const link = await links.find(account, id);
    if (link === undefined || link.state === 'done' || link.state === 'refused') return;
    await links.move(link.state, { ...link, state: 'refused' });
    upkeep.changed();
  }

  return routes;
}
