import { type Bytes, KEY_BYTES, printRecoveryCode } from '@millrace/engine/vault';
import { toBase64url } from './base64url.ts';
import { accountKeys, credentialPair, type NamedPair } from './keys.ts';
import { sealForServer, sealTo, type VaultCore } from './vault-core.ts';
import { VaultError } from './vault-error.ts';

const CODE_BYTES = 20;

/** A new recovery code. Nothing is kept before `keep` is called. */
export interface NewRecoveryCode {
  /** Four groups, to be written down. */
  readonly code: string;
  /** Tells whether one of its groups was typed right, counted from 1. */
  fits(group: number, typed: string): boolean;
  /** From now on the code opens the vault, and the one before it no more. On a server without home keys this makes the vault. */
  keep(): Promise<void>;
}

/** A way to open the vault that a person has, beside devices. */
export interface NewWay {
  readonly kind: 'passkey' | 'passphrase';
  readonly pair: NamedPair;
  readonly name?: string;
  /** The passkey that also signs in. */
  readonly passkeyId?: string;
}

/** The ways to the vault, and the computer of the server as one of them. */
export interface VaultWays {
  newRecoveryCode(): Promise<NewRecoveryCode>;
  keepWay(way: NewWay): Promise<void>;
  rename(credential: string, name: string): Promise<void>;
  /** Revokes a device, or takes a way back. What comes then has keys that it does not open. */
  revoke(credential: string): Promise<void>;
  /** Deletes the key of the server's computer. Rejects with 409 `no_other_way` while nothing else opens the vault. */
  keepOnlyOnDevices(): Promise<void>;
  /** Gives the server's computer a key again. */
  keepOnServer(): Promise<void>;
  /** Chooses if the runs of a chat wait for a device after a crash. */
  sealChat(chat: string, sealed: boolean): Promise<void>;
}

export function vaultWays(core: VaultCore): VaultWays {
  const { calls } = core;

  async function keepCode(pair: NamedPair): Promise<void> {
    const before = await core.refresh();
    if (before.key === null) return makeVault(core, pair);
    const { key, state } = await core.vaultKey();
    await calls.putCredential({
      ...{ kind: 'recovery', public_key: toBase64url(pair.publicKey) },
      wrapped: await sealTo(state.account, pair.publicKey, key),
    });
    await core.refresh();
  }

  return {
    async newRecoveryCode() {
      const bytes = random(CODE_BYTES);
      const code = printRecoveryCode(bytes);
      const pair = await credentialPair(bytes, 'recovery');
      const groups = code.split(' ').map(plain);
      return {
        code,
        fits: (group, typed) => groups[group - 1] === plain(typed),
        keep: () => keepCode(pair),
      };
    },
    async keepWay({ kind, pair, name, passkeyId }) {
      const { key, state } = await core.vaultKey();
      await calls.putCredential({
        ...{ kind, public_key: toBase64url(pair.publicKey) },
        wrapped: await sealTo(state.account, pair.publicKey, key),
        ...(name !== undefined && { name }),
        ...(passkeyId !== undefined && { passkey_id: passkeyId }),
      });
      await core.refresh();
    },
    async rename(credential, name) {
      await calls.rename(credential, name);
      await core.refresh();
    },
    async revoke(credential) {
      await calls.revoke(credential);
      await core.refresh();
    },
    async keepOnlyOnDevices() {
      // This very browser must be able to come back.
      await core.vaultKey();
      await calls.changeHomeKey({ on: false });
      await core.refresh();
    },
    async keepOnServer() {
      const { key, state } = await core.vaultKey();
      await calls.changeHomeKey({ on: true, unlock: await sealForServer(state, key) });
      await core.refresh();
    },
    async sealChat(chat, sealed) {
      await calls.sealChat(chat, sealed);
      await core.refresh();
    },
  };
}

/** Makes the vault key in this browser, sealed to it and to a recovery code. */
async function makeVault(core: VaultCore, recovery: NamedPair): Promise<void> {
  const state = await core.refresh();
  const { account } = state;
  const device = await core.pairOf(account);
  const key = random(KEY_BYTES);
  const { publicKey } = await accountKeys(key);
  const keyOf = async (pair: NamedPair) => ({
    public_key: toBase64url(pair.publicKey),
    wrapped: await sealTo(account, pair.publicKey, key),
  });
  await core.calls.make({
    public_key: toBase64url(publicKey),
    device: await keyOf(device),
    recovery: await keyOf(recovery),
    unlock: await sealForServer(state, key),
  });
  const made = await core.refresh();
  if (made.key === null) throw new VaultError('no_key');
}

function random(bytes: number): Bytes {
  return crypto.getRandomValues(new Uint8Array(bytes));
}

function plain(group: string): string {
  const lookalikes: Readonly<Record<string, string>> = { I: '1', L: '1', O: '0', U: 'V' };
  return group
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\p{Pd}\u2212_.]/gu, '')
    .replace(/[ILOU]/g, (letter) => lookalikes[letter] ?? letter);
}
