import type { DeviceLinkState } from '@millrace/engine/run';
import { isPublicKey, keyIdOf } from '@millrace/engine/vault';
import { fromBase64url, toBase64url } from './base64url.ts';
import { checkDevice, signDevice } from './device-link.ts';
import { credentialOf, openWith, sealTo, type VaultCore } from './vault-core.ts';
import { VaultError } from './vault-error.ts';

const SECRET_BYTES = 16;

/** A link that adds a device, at the end that made it. */
export interface NewDeviceLink {
  /** The whole link. Its fragment, which no browser sends, has the secret. Null where no other device can open this server. */
  readonly url: string | null;
  readonly expiresAt: number;
  /** Asks how far it is. Gives the device that came the vault key, if it knows the secret. Rejects with `forged_device` if it does not. */
  look(): Promise<Pick<DeviceLinkState, 'state'> & { readonly name?: string }>;
  end(): Promise<void>;
}

/** The end of a link at the new device: the token signs in, and the secret shows that the device came by this very link. */
export interface LinkEnd {
  readonly token: string;
  readonly secret: Uint8Array;
  /** The name that the person gives this device. */
  readonly name?: string;
}

/** The key of a locked browser as an open one reads it from its screen. */
export interface AskingDevice {
  readonly id: string;
  readonly publicKey: Uint8Array;
}

/** Gives other devices the vault key. */
export interface VaultLinks {
  addDevice(): Promise<NewDeviceLink>;
  /** Asks for the vault key at the new device, which is signed in by the token. The other end answers: see `hasKey`. */
  joinByLink(end: LinkEnd): Promise<void>;
  /** True once this browser has a key that opens the vault. */
  hasKey(): Promise<boolean>;
  /** The fragment by which another device of the account can give this one the vault key. */
  ask(): Promise<string>;
  /** Gives a device of the account the vault key. Rejects with `other_secret` for one that the account does not know. */
  give(device: AskingDevice): Promise<void>;
}

export function vaultLinks(core: VaultCore): VaultLinks {
  const { calls } = core;
  return {
    async addDevice() {
      const { account } = (await core.vaultKey()).state;
      const link = await calls.link();
      const secret = crypto.getRandomValues(new Uint8Array(SECRET_BYTES));
      return {
        url: link.url === null ? null : `${link.url}.${toBase64url(secret)}`,
        expiresAt: link.expires_at,
        async look() {
          const { state, device } = await calls.lookAtLink(link.id);
          if (state !== 'asked' || device === undefined) return { state };
          const publicKey = fromBase64url(device.public_key) ?? new Uint8Array();
          const mac = fromBase64url(device.mac) ?? new Uint8Array();
          if (!isPublicKey(publicKey) || !(await checkDevice(secret, account, publicKey, mac))) {
            await calls.endLink(link.id);
            throw new VaultError('forged_device');
          }
          const { key } = await core.vaultKey();
          await calls.answerLink(link.id, await sealTo(account, publicKey, key));
          await core.refresh();
          return { state: 'done', name: device.name };
        },
        end: () => calls.endLink(link.id),
      };
    },
    async joinByLink({ token, secret, name }) {
      const state = await core.refresh();
      const pair = await core.pairOf(state.account);
      const mac = toBase64url(await signDevice(secret, state.account, pair.publicKey));
      await core.enroll(state, { link: { token, mac }, ...(name !== undefined && { name }) });
    },
    async hasKey() {
      const state = await core.refresh();
      const pair = await core.pairOf(state.account);
      const wrapped = credentialOf(state, pair)?.wrapped ?? null;
      return wrapped !== null && (await openWith(pair, wrapped, state)) !== undefined;
    },
    async ask() {
      const state = await core.refresh();
      const { pair } = await core.enroll(state);
      return `${ASKS}${toBase64url(pair.publicKey)}`;
    },
    async give({ id, publicKey }) {
      const { key, state } = await core.vaultKey();
      const known = state.credentials.find((each) => each.id === id && each.kind === 'device');
      if (known === undefined) throw new VaultError('other_secret');
      if (known.wrapped === null) await calls.give(id, await sealTo(state.account, publicKey, key));
      await core.refresh();
    },
  };
}

const ASKS = 'give.';

/** The device that a fragment asks for; undefined for another fragment. Pure. */
export function readAsk(fragment: string): AskingDevice | undefined {
  if (!fragment.startsWith(ASKS)) return undefined;
  const publicKey = fromBase64url(fragment.slice(ASKS.length));
  return publicKey && isPublicKey(publicKey) ? { id: keyIdOf(publicKey), publicKey } : undefined;
}
