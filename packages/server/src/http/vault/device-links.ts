import { randomUUID } from 'node:crypto';
import type { SessionStore } from '../../store/account.ts';
import type { DeviceLink, DeviceLinkStore, LinkedDevice } from '../../store/device-link.ts';
import type { NewCredential } from '../../store/vault-store.ts';
import { problem } from '../request/problem.ts';
import { hash, secret } from '../request/secret.ts';

/** How long a link works: somebody is at it. */
const LINK_MS = 10 * 60 * 1000;

export interface DeviceLinks {
  /** Makes a link. Its token signs a device in, as fresh as the one that made it. */
  make(
    account: string,
    by: string,
    confirmedAt: number,
  ): Promise<{ readonly link: DeviceLink; readonly token: string }>;
  /** The link of an account; undefined when it is another's, has expired or was replaced. */
  find(account: string, id: string): Promise<DeviceLink | undefined>;
  /** Notes the device that came by a link. Refuses a second one. */
  offer(
    account: string,
    link: { readonly token: string; readonly mac: string },
    device: Pick<NewCredential, 'name' | 'form' | 'publicKey'> & { readonly id: string },
  ): Promise<void>;
  move(from: DeviceLink['state'], link: DeviceLink): Promise<boolean>;
  findByToken(token: string): Promise<DeviceLink | undefined>;
}

export function deviceLinks(store: DeviceLinkStore & Pick<SessionStore, 'putToken'>): DeviceLinks {
  const findByToken = (token: string) => store.findDeviceLink({ hash: hash(token) }, Date.now());
  const move = (from: DeviceLink['state'], link: DeviceLink) => store.moveDeviceLink(from, link, Date.now());
  return {
    async make(account, by, confirmedAt) {
      const [token, now] = [secret(), Date.now()];
      const link: DeviceLink = {
        ...{ id: randomUUID(), account, hash: hash(token), by, state: 'waiting', expiresAt: now + LINK_MS },
      };
      await store.putDeviceLink(link, now);
      await store.putToken(link.hash, account, link.expiresAt, confirmedAt);
      return { link, token };
    },
    async find(account, id) {
      const link = await store.findDeviceLink({ id }, Date.now());
      return link?.account === account ? link : undefined;
    },
    async offer(account, { token, mac }, { id, name, form, publicKey }) {
      const link = await findByToken(token);
      if (link === undefined || link.account !== account || link.state === 'refused') throw linkEnded();
      const device: LinkedDevice = {
        ...{ id, name, mac, publicKey: Buffer.from(publicKey).toString('base64url') },
        ...(form && { form }),
      };
      // A page that did not hear the answer asks again.
      if (link.device?.id === id) return;
      if (!(await move('waiting', { ...link, state: 'asked', device })))
        throw problem(409, 'link_used', 'Another device came by this link. Make another one.');
    },
    move,
    findByToken,
  };
}

export const linkEnded = () =>
  problem(410, 'link_ended', 'This link was used, has ended or is ten minutes old. Make another one.');
