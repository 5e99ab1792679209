/** The ways in which the vault of an account can be opened, beside the home key. A `token` is an API token. */
export type CredentialKind = 'device' | 'recovery' | 'passkey' | 'passphrase' | 'token';

/** A pair to whose public half the vault key of an account is sealed. */
export interface VaultCredential {
  /** Names the public half. */
  readonly id: string;
  readonly kind: CredentialKind;
  /** The name for people. */
  readonly name: string;
  readonly form?: 'computer' | 'phone' | 'tablet';
  /** The passkey or the token that it belongs to. */
  readonly of?: string;
  readonly publicKey: Uint8Array;
  /** The vault key, sealed to it; undefined while nobody who has the vault key has sealed it. */
  readonly wrapped: Uint8Array | undefined;
  readonly createdAt: number;
  readonly seenAt: number;
  /** The session that the device has shown itself in last; empty where there is none. */
  readonly session: string;
}

export type NewCredential = Omit<VaultCredential, 'id' | 'seenAt'>;

/** How many chats are done. */
export interface Progress {
  readonly done: number;
  readonly total: number;
}

/** A vault, as this process sees it. */
export interface VaultFacts {
  /** Undefined where no vault was made. */
  readonly publicKey: Uint8Array | undefined;
  /** `never`: the server makes no home keys, and this account has none. */
  readonly home: 'on' | 'off' | 'never';
  /** True while this process has the vault key. */
  readonly isOpen: boolean;
  /** How many chats have new keys, after the vault key was replaced. */
  readonly rotation: Progress | undefined;
  /** How many chats of an older database have keys of their own, while they get them. */
  readonly upgrade: Progress | undefined;
}

/** The most devices of an account. */
export const MOST_DEVICES = 50;

/** The vault of one account: who can open it, and whether it is open. It works while the account is locked. */
export interface VaultStore {
  /** True where only a credential of the account opens it; undefined while this process has not looked. */
  isGuarded(): boolean | undefined;
  /** True while this process has the vault key. */
  isOpen(): boolean;
  facts(): Promise<VaultFacts>;
  /** Lets the server make the vault of an account that has none, where it makes home keys. */
  prepare(): Promise<void>;
  /** Makes the vault of an account with a key that a device has made. False when there is one. */
  make(vaultKey: Uint8Array, credentials: readonly NewCredential[]): Promise<boolean>;
  /** Opens the vault in this process. False for a key that is not its. */
  unlock(vaultKey: Uint8Array): Promise<boolean>;
  /** Forgets all keys of a vault without a home key, but those of the open runs. */
  lock(): Promise<void>;
  /** Reads again what another process may have changed about the vault. */
  refresh(): Promise<void>;
  /** Those that count, the oldest first. */
  credentials(): Promise<VaultCredential[]>;
  /**
   * Keeps a credential, with `seal` also the vault key that is sealed to it, if this process has that. One with the same public half stays, and a
   * recovery code or a passphrase replaces the one before.
   */
  putCredential(
    credential: NewCredential,
    options?: { readonly seal: boolean },
  ): Promise<'kept' | 'known' | 'too_many'>;
  /** Notes that a device was here, with its session. */
  noteSeen(id: string, session: string, now: number): Promise<void>;
  renameCredential(id: string, name: string): Promise<boolean>;
  /** Gives a credential the vault key that somebody has sealed to it. False when there is none, or it has one. */
  putWrapped(id: string, wrapped: Uint8Array): Promise<boolean>;
  /** Seals the vault key to a credential that has none. Undefined when there is none, or this process has no vault key. */
  sealTo(id: string): Promise<Uint8Array | undefined>;
  /**
   * Deletes a credential and replaces the vault key: what it can open, it opened before. `last_way` when nothing else would open the vault.
   */
  revoke(id: string): Promise<'revoked' | 'no_credential' | 'last_way'>;
  /**
   * Deletes a passkey's or the passphrase's way into the vault, which the next `tidy` replaces the key for. `last_way` when nothing else
   * would open it; then it stays.
   */
  dropWay(kind: 'passkey' | 'passphrase', of?: string): Promise<'dropped' | 'none' | 'last_way'>;
  /**
   * Forgets the credentials of tokens that are no more, and replaces the vault key for those; with it, seals it to tokens that lack it. True when
   * the key was replaced. A locked vault is tidied up when it is next unlocked.
   */
  tidy(now: number): Promise<boolean>;
  /**
   * Gives some chats new keys under the vault key of now. Returns how many still wait, `later` when the rest must wait for other servers, and
   * 0 when nothing is left or the account is locked.
   */
  rotateSome(): Promise<number | 'later'>;
  /** Deletes the home key, and replaces the vault key. */
  dropHome(): Promise<'dropped' | 'no_other_way' | 'still_sealing' | 'off'>;
  /** Lets a home key open the vault again. */
  keepHome(): Promise<'kept' | 'never' | 'on'>;
  /** The chats whose runs keep their keys in memory alone. */
  sealedChats(): Promise<string[]>;
  /** Chooses that for a chat, also for its open runs. False when there is no such chat. */
  sealChat(chatId: string, sealed: boolean): Promise<boolean>;
}
