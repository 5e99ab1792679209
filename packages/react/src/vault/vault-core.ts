import type { PutDeviceRequest, VaultCredential, VaultState } from '@millrace/engine/run';
import { type Bytes, keyIdOf } from '@millrace/engine/vault';
import { ApiError } from '../client/api-error.ts';
import type { VaultCalls } from '../client/vault-calls.ts';
import { fromBase64url, toBase64url } from './base64url.ts';
import type { KeyStore } from './key-store.ts';
import { accountKeys, type NamedPair } from './keys.ts';
import { VaultError } from './vault-error.ts';
import { unwrapKey, wrapKeyTo } from './wrapped-key.ts';

/**
 * The vault as this browser sees it. `unknown`: nobody has asked yet. `open`: the server can read for this session. `locked`: it can't, and this browser
 * has no key. `new`: no device has made the vault yet. `keyless`: this browser can't keep keys.
 */
export type VaultStatus = 'unknown' | 'open' | 'locked' | 'new' | 'keyless';

/** The vault as a page shows it. */
export interface VaultView {
  readonly status: VaultStatus;
  /** All that the server tells, as it was last asked. */
  readonly server?: VaultState;
  /** The credential of this browser. */
  readonly device?: string;
}

/** Keeps what a page shows, and tells at once when it changes: a request that was refused must not wait for a frame. */
export interface VaultViewStore {
  get(): VaultView;
  set(view: VaultView): void;
  subscribe(listener: () => void): () => void;
}

/** The facts about this browser that it tells the server. */
export type DeviceFacts = Pick<PutDeviceRequest, 'name' | 'form'>;

/** Shared by the parts of a vault. */
export interface VaultCore {
  readonly calls: VaultCalls;
  readonly view: VaultViewStore;
  /** Asks the server how the vault is, and shows it. */
  refresh(): Promise<VaultState>;
  /** The pair of this browser. Rejects with `keyless`. */
  pairOf(account: string): Promise<NamedPair>;
  /** Tells the server of the pair of this browser, and gives its credential. */
  enroll(state: VaultState, more?: Omit<PutDeviceRequest, 'public_key'>): Promise<Own>;
  /** The vault key, opened with the pair of this browser. Rejects with `no_key`. */
  vaultKey(): Promise<{ readonly key: Bytes; readonly state: VaultState }>;
  /** Shows the server the vault key, if it must be shown. */
  show(state: VaultState, key: Bytes): Promise<void>;
}

/** This browser's pair, and the vault key that is sealed to it, if it is. */
export interface Own {
  readonly pair: NamedPair;
  readonly wrapped: string | null;
}

export interface CoreParts {
  readonly calls: VaultCalls;
  readonly view: VaultViewStore;
  readonly keys: () => Promise<KeyStore>;
  readonly facts: () => DeviceFacts;
}

export function createVaultCore({ calls, view, keys, facts }: CoreParts): VaultCore {
  const change = (news: Partial<VaultView>): void => view.set({ ...view.get(), ...news });

  async function refresh(): Promise<VaultState> {
    const server = await calls.state();
    change({ server, status: statusOf(server, view.get().status) });
    return server;
  }

  async function pairOf(account: string): Promise<NamedPair> {
    try {
      return await (await keys()).deviceKey(account);
    } catch {
      // No WebCrypto without TLS, no X25519 in an old browser, no storage in a closed one.
      if (view.get().server?.locked !== false) change({ status: 'keyless' });
      throw new VaultError('keyless');
    }
  }

  async function enroll(state: VaultState, more?: Omit<PutDeviceRequest, 'public_key'>): Promise<Own> {
    const pair = await pairOf(state.account);
    const known = credentialOf(state, pair);
    // A server without a home key has nothing to seal to a key that it knows.
    const isDone = known && (known.wrapped !== null || state.home_key !== 'on');
    if (isDone && state.device === pair.keyId && more === undefined) {
      change({ device: pair.keyId });
      return { pair, wrapped: known.wrapped };
    }
    const request = { ...facts(), ...more, public_key: toBase64url(pair.publicKey) };
    const { id, wrapped } = await calls.putDevice(request);
    change({ device: id });
    return { pair, wrapped };
  }

  async function vaultKey(): Promise<{ readonly key: Bytes; readonly state: VaultState }> {
    const state = await refresh();
    const { pair, wrapped: had } = await enroll(state);
    // A person who signed in long ago is asked who they are, now that the key is wanted.
    const isThere = had === null && state.home_key === 'on';
    const { wrapped } = isThere ? await enroll(state, { want: true }) : { wrapped: had };
    const key = wrapped === null ? undefined : await openWith(pair, wrapped, state);
    if (key === undefined) throw new VaultError('no_key');
    return { key, state };
  }

  async function show(state: VaultState, key: Bytes): Promise<void> {
    if (!state.locked) return;
    try {
      await calls.unlock(await sealForServer(state, key));
    } catch (error) {
      // The server has started again meanwhile.
      if (!isCode(error, 'key_changed') && !isCode(error, 'used')) throw error;
      const now = await calls.state();
      if (now.locked) await calls.unlock(await sealForServer(now, key));
    }
    await refresh();
  }

  return { calls, view, refresh, pairOf, enroll, vaultKey, show };
}

function statusOf({ locked, key }: VaultState, before: VaultStatus): VaultStatus {
  if (!locked) return 'open';
  // A browser that could not keep a key before can't now.
  if (before === 'keyless') return 'keyless';
  return key === null ? 'new' : 'locked';
}

/** The credential that a pair belongs to. Pure. */
export function credentialOf({ credentials }: VaultState, { keyId }: NamedPair): VaultCredential | undefined {
  return credentials.find(({ id }) => id === keyId);
}

/** Opens the vault key with a pair. Undefined unless it is the key of this vault. */
export async function openWith(
  pair: NamedPair,
  wrapped: string,
  state: VaultState,
): Promise<Bytes | undefined> {
  const place = { account: state.account, purpose: 'vault_key', id: pair.keyId } as const;
  const { plain } = await unwrapKey(pair, place, fromBase64url(wrapped) ?? new Uint8Array());
  if (plain === undefined || state.key === null) return undefined;
  const { publicKey } = await accountKeys(plain);
  return toBase64url(publicKey) === state.key.public_key ? plain : undefined;
}

/** Seals the vault key to a public key that names a credential. */
export async function sealTo(account: string, publicKey: Uint8Array, key: Uint8Array): Promise<string> {
  const place = { account, purpose: 'vault_key', id: keyIdOf(publicKey) } as const;
  return toBase64url(await wrapKeyTo(publicKey, place, key));
}

/** Seals the vault key to the server, anew each time. */
export async function sealForServer(
  { account, unlock_key }: Pick<VaultState, 'account' | 'unlock_key'>,
  key: Uint8Array,
): Promise<string> {
  const to = fromBase64url(unlock_key) ?? new Uint8Array();
  return toBase64url(await wrapKeyTo(to, { account, purpose: 'unlock', id: account }, key));
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof ApiError && error.code === code;
}
