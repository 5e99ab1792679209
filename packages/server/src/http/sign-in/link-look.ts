import type { LinkFacts } from '@millrace/engine/run';
import type { HTTPException } from 'hono/http-exception';
import type { SessionStore } from '../../store/account.ts';
import type { DeviceLink, DeviceLinkStore } from '../../store/device-link.ts';
import type { Limits } from '../request/limits.ts';
import { problem } from '../request/problem.ts';
import { createRateLimit, tooOften } from '../request/rate-limit.ts';
import { hash } from '../request/secret.ts';
import { LINK_FIX } from '../request/sessions.ts';
import { networkOf } from './attempts.ts';

/** As long as a random token is. Shorter ones were chosen by a person, and can be guessed. */
export const RANDOM_LENGTH = 43;

type At = { readonly address: string };

/** The choices of somebody who has a link that adds a device, before they use it. */
export interface LinkLook {
  /** The facts about a link, which stays. */
  lookAtLink(asker: At, token: string): Promise<LinkFacts>;
  /** Ends a link that nobody there asked for. Says nothing where there is none. */
  refuseLink(asker: At, token: string): Promise<void>;
}

export function createLinkLook(
  store: Pick<SessionStore, 'accountOfToken'> & DeviceLinkStore,
  limits: Limits,
): LinkLook {
  const looks = createRateLimit(limits.challenges);

  /** The link of a token. What a person chose can be guessed, and is not looked up. */
  async function linkOf({ address }: At, token: string): Promise<DeviceLink | undefined> {
    const wait = looks.take(networkOf(address));
    if (wait > 0) throw tooOften(wait, 'Too many links in one minute.');
    return token.length < RANDOM_LENGTH ? undefined : store.findDeviceLink({ hash: hash(token) }, Date.now());
  }

  return {
    async lookAtLink(asker, token) {
      const link = await linkOf(asker, token);
      const account = link && (await store.accountOfToken(link.hash, Date.now()));
      if (account === undefined || link?.state !== 'waiting') throw badToken();
      return { account_name: account.name, adds_device: true, by: link.by, expires_at: link.expiresAt };
    },
    async refuseLink(asker, token) {
      const link = await linkOf(asker, token);
      if (link?.state === 'waiting' || link?.state === 'asked')
        await store.moveDeviceLink(link.state, { ...link, state: 'refused' }, Date.now());
    },
  };
}

export function badToken(): HTTPException {
  return problem(401, 'bad_token', `This sign-in link has already been used or has expired. ${LINK_FIX}`);
}
