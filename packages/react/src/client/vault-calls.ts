import type {
  DeviceLink,
  DeviceLinkState,
  HomeKeyRequest,
  LinkFacts,
  MakeVaultRequest,
  PutCredentialRequest,
  PutDeviceRequest,
  VaultCredential,
  VaultDevice,
  VaultState,
} from '@millrace/engine/run';

/** Sends a request and gives the JSON of its answer. */
type Call = (method: string, path: string, body?: unknown) => Promise<unknown>;

/** The requests about the keys of the account. Keys are sealed before they come here; all bytes are in base64url. */
export interface VaultCalls {
  state(): Promise<VaultState>;
  /** Makes the vault, where the server keeps no home keys. Rejects with 409 `vault_exists`. */
  make(request: MakeVaultRequest): Promise<VaultState>;
  /** Tells of the key of this browser. Safe to repeat. Rejects with 409 `revoked` when the key was revoked. */
  putDevice(request: PutDeviceRequest): Promise<VaultDevice>;
  /** Gives a device the vault key, sealed to it. */
  give(device: string, wrapped: string): Promise<void>;
  /** Adds a way to open the vault that is no device; one of a kind takes the place of another. */
  putCredential(request: PutCredentialRequest): Promise<VaultCredential>;
  rename(credential: string, name: string): Promise<void>;
  /** Revokes a credential. The vault gets another key, and the chats theirs, in the background. */
  revoke(credential: string): Promise<void>;
  /** Shows the server the vault key. Rejects with 409 `key_changed` when it was sealed to an older key of the server. */
  unlock(unlock: string): Promise<void>;
  /** Lets the server forget the vault key, for all sessions. */
  lock(): Promise<void>;
  /** Switches the home key, which is the server computer's own. */
  changeHomeKey(request: HomeKeyRequest): Promise<VaultState>;
  /** Chooses if a chat's runs wait for a device after a crash. */
  sealChat(chat: string, sealed: boolean): Promise<void>;
  /** Makes a link that adds a device. It ends the one before it. */
  link(): Promise<DeviceLink>;
  lookAtLink(id: string): Promise<DeviceLinkState>;
  /** Gives the device that came by a link the vault key. */
  answerLink(id: string, wrapped: string): Promise<void>;
  endLink(id: string): Promise<void>;
  /** Ends a link from its other end. */
  refuseLink(token: string): Promise<void>;
  /** The account that a link signs in to. The link stays good. */
  readLink(token: string): Promise<LinkFacts>;
}

/** The requests about keys. */
export function vaultCalls(call: Call): VaultCalls {
  const at = (id: string): string => encodeURIComponent(id);
  // The casts name the shapes that the server's routes are typed with.
  return {
    state: () => call('GET', '/api/vault') as Promise<VaultState>,
    make: (request) => call('POST', '/api/vault', request) as Promise<VaultState>,
    putDevice: (request) => call('PUT', '/api/vault/device', request) as Promise<VaultDevice>,
    async give(device, wrapped) {
      await call('PUT', `/api/vault/devices/${at(device)}/wrapped`, { wrapped });
    },
    putCredential: (request) => call('PUT', '/api/vault/credentials', request) as Promise<VaultCredential>,
    async rename(credential, name) {
      await call('PATCH', `/api/vault/credentials/${at(credential)}`, { name });
    },
    async revoke(credential) {
      await call('DELETE', `/api/vault/credentials/${at(credential)}`);
    },
    async unlock(unlock) {
      await call('POST', '/api/vault/unlock', { unlock });
    },
    async lock() {
      await call('POST', '/api/vault/lock', {});
    },
    changeHomeKey: (request) => call('PUT', '/api/vault/home', request) as Promise<VaultState>,
    async sealChat(chat, sealed) {
      await call('PUT', `/api/vault/chats/${at(chat)}`, { sealed });
    },
    link: () => call('POST', '/api/vault/links', {}) as Promise<DeviceLink>,
    lookAtLink: (id) => call('GET', `/api/vault/links/${at(id)}`) as Promise<DeviceLinkState>,
    async answerLink(id, wrapped) {
      await call('POST', `/api/vault/links/${at(id)}/answer`, { wrapped });
    },
    async endLink(id) {
      await call('DELETE', `/api/vault/links/${at(id)}`);
    },
    async refuseLink(token) {
      await call('POST', '/api/session/refuse', { token });
    },
    readLink: (token) => call('POST', '/api/session/look', { token }) as Promise<LinkFacts>,
  };
}
