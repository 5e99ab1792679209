import {
  makeVaultRequest,
  putDeviceRequest,
  putWrappedRequest,
  type VaultDevice,
  type VaultState,
} from '@millrace/engine/run';
import { keyIdOf } from '@millrace/engine/vault';
import { type Context, Hono } from 'hono';
import { MOST_DEVICES, type NewCredential, type VaultCredential } from '../../store/vault-store.ts';
import { accountKeys } from '../../vault/keys.ts';
import { callerName, sessionPass } from '../request/caller.ts';
import { UNKNOWN_DEVICE } from '../request/device-name.ts';
import { isFresh, notFresh, requireFresh } from '../request/fresh.ts';
import { jsonBody } from '../request/json-body.ts';
import { problem } from '../request/problem.ts';
import { print, readKey, readWrapped, sealedTo } from './vault-bytes.ts';
import { noCredential, unlockProblem, wrongKey } from './vault-problems.ts';
import { factsNow, requireUnlocked, stateFor, type VaultRouteParts } from './vault-state.ts';

/** The keys of devices. */
export function vaultDeviceRoutes(parts: VaultRouteParts): Hono {
  const { account, vault, gate, upkeep, links } = parts;
  const routes = new Hono();

  routes.post('/', requireFresh, async (c) => {
    const { hash } = sessionPass(c);
    const { public_key, device, recovery, unlock } = await jsonBody(c, makeVaultRequest);
    const vaultKey = gate.box.open(readWrapped(unlock));
    if (typeof vaultKey === 'string') throw unlockProblem(vaultKey, gate.box);
    if (print(accountKeys(vaultKey).publicKey) !== public_key) throw wrongKey();
    const now = Date.now();
    const isMade = await vault.make(vaultKey, [
      { ...newDevice(c, device), ...sealedTo(device), session: hash, createdAt: now },
      { ...{ kind: 'recovery', name: '', session: '', createdAt: now }, ...sealedTo(recovery) },
    ]);
    if (!isMade)
      throw problem(
        409,
        'vault_exists',
        'This account has a vault already. Unlock it with one of its devices or its recovery code.',
      );
    gate.let(hash);
    upkeep.changed();
    return c.json<VaultState>(await stateFor(c, parts));
  });

  routes.put('/device', async (c) => {
    const { hash, confirmedAt } = sessionPass(c);
    const { link, want = false, ...request } = await jsonBody(c, putDeviceRequest);
    const now = Date.now();
    const device = { ...newDevice(c, request), wrapped: undefined, session: hash, createdAt: now };
    const { home } = await factsNow(vault);
    const id = keyIdOf(device.publicKey);
    if ((await vault.putCredential(device)) === 'too_many')
      throw problem(
        409,
        'too_many',
        `An account can have at most ${MOST_DEVICES} devices with a key. Revoke one first.`,
      );
    const kept = (await vault.credentials()).find((each) => each.id === id);
    if (kept?.kind !== 'device')
      throw problem(409, 'other_credential', 'This key belongs to something else. Make another one.');
    await vault.noteSeen(id, hash, now);
    if (link !== undefined) await links.offer(account, link, { ...device, id });
    upkeep.changed();
    const isFreshNow = isFresh(confirmedAt, now);
    if (want && home === 'on' && kept.wrapped === undefined && !isFreshNow) throw notFresh();
    const wrapped = kept.wrapped ?? (home === 'on' && isFreshNow ? await vault.sealTo(id) : undefined);
    return c.json<VaultDevice>({ id, wrapped: wrapped === undefined ? null : print(wrapped) });
  });

  routes.put('/devices/:id/wrapped', requireUnlocked(parts), async (c, next) => {
    const device = (await vault.credentials()).find(({ id }) => id === c.req.param('id'));
    // Somebody who has just shown the key may keep it here; another device gets it from somebody who is fresh.
    return device?.session === sessionPass(c).hash ? next() : requireFresh(c, next);
  });
  routes.put('/devices/:id/wrapped', async (c) => {
    const { wrapped } = await jsonBody(c, putWrappedRequest);
    const id = c.req.param('id');
    const device = (await vault.credentials()).find((each) => each.id === id && each.kind === 'device');
    if (device === undefined) throw noCredential();
    if (!(await vault.putWrapped(id, readWrapped(wrapped, id))))
      throw problem(409, 'has_key', 'This device has the key already.');
    upkeep.changed();
    return c.body(null, 204);
  });

  return routes;
}

interface SaidDevice {
  readonly public_key: string;
  readonly name?: string | undefined;
  readonly form?: VaultCredential['form'] | undefined;
}

const newDevice = (
  c: Context,
  { public_key, name, form }: SaidDevice,
): Pick<NewCredential, 'kind' | 'name' | 'form' | 'publicKey'> => ({
  kind: 'device',
  name: name ?? callerName(c) ?? UNKNOWN_DEVICE,
  ...(form && { form }),
  publicKey: readKey(public_key),
});
