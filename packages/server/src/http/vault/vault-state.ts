import type { VaultCredential as VaultCredentialInfo, VaultState } from '@millrace/engine/run';
import { keyIdOf } from '@millrace/engine/vault';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import type { SessionStore } from '../../store/account.ts';
import type { VaultCredential, VaultFacts, VaultStore } from '../../store/vault-store.ts';
import { sessionPass } from '../request/caller.ts';
import type { DeviceLinks } from './device-links.ts';
import { print } from './vault-bytes.ts';
import type { VaultGate } from './vault-gate.ts';
import { lockedHere } from './vault-problems.ts';
import type { VaultUpkeep } from './vault-upkeep.ts';

export interface VaultRouteParts {
  readonly account: string;
  readonly vault: VaultStore;
  readonly gate: VaultGate;
  readonly upkeep: VaultUpkeep;
  readonly sessions: SessionStore;
  readonly links: DeviceLinks;
  /** Signs out who may no longer be here, on every server. */
  readonly closeDoors: () => void;
}

/** The state of the own vault. */
export function stateRoute(parts: VaultRouteParts): Hono {
  const routes = new Hono();
  routes.get('/', async (c) => c.json<VaultState>(await stateFor(c, parts)));
  return routes;
}

/** The state of a vault, as the session that asks sees it. */
export async function stateFor(c: Context, parts: VaultRouteParts): Promise<VaultState> {
  const { account, vault, gate, sessions } = parts;
  const { hash } = sessionPass(c);
  const { publicKey, home, rotation, upgrade } = await factsNow(vault);
  const all = (await vault.credentials()).filter(({ kind }) => kind !== 'token');
  const signedIn = await sessions.listSessions(account, Date.now());
  const seen = new Map(signedIn.map((each) => [each.hash, each.seenAt]));
  const device = all.find(({ session }) => session === hash);
  const opening = all.filter(({ wrapped }) => wrapped !== undefined);
  const hasOther = opening.length > 1 || opening.some(({ kind }) => kind !== 'device');
  return {
    account,
    home_key: home,
    key: publicKey === undefined ? null : { id: keyIdOf(publicKey), public_key: print(publicKey) },
    locked: !(await gate.isOpenFor(hash)),
    unlock_key: print(gate.box.publicKey),
    device: device?.id ?? null,
    credentials: all.map((each) => credentialInfo(each, seen.get(each.session))),
    can_switch_off: home === 'on' && device?.wrapped !== undefined && hasOther,
    rotation: rotation ?? null,
    upgrade: upgrade ?? null,
    sealed_chats: await vault.sealedChats(),
  };
}

/** A new account has a vault from its first visit on, where the server makes it. */
export async function factsNow(vault: VaultStore): Promise<VaultFacts> {
  const facts = await vault.facts();
  if (facts.publicKey !== undefined || facts.home !== 'on') return facts;
  await vault.prepare();
  return vault.facts();
}

/** Only for sessions that have shown the key. */
export function requireUnlocked({ gate, vault }: Pick<VaultRouteParts, 'gate' | 'vault'>): MiddlewareHandler {
  return async (c, next) => {
    if (!(await gate.isOpenFor(sessionPass(c).hash))) throw lockedHere(gate.box);
    if (!vault.isOpen()) await vault.prepare();
    await next();
  };
}

export function credentialInfo(
  { id, kind, name, form, of, publicKey, createdAt, seenAt, wrapped }: VaultCredential,
  sessionSeenAt: number | undefined,
): VaultCredentialInfo {
  return {
    // Tokens are told by their own route.
    ...{ id, kind: kind as Exclude<typeof kind, 'token'>, name },
    ...(form && { form }),
    ...(of !== undefined && { passkey_id: of }),
    public_key: print(publicKey),
    ...{ created_at: createdAt, seen_at: Math.max(seenAt, sessionSeenAt ?? 0) },
    wrapped: wrapped === undefined ? null : print(wrapped),
  };
}
