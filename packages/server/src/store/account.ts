/** The account that the first start makes, whose is everything that was kept before there were accounts. */
export const FIRST_ACCOUNT = 'first';

/** The tables whose rows belong to accounts. */
export const ACCOUNT_TABLES = [
  ...['chats', 'projects', 'chat_events', 'runs', 'run_events', 'approvals', 'commands', 'rules'],
  ...['answer_settings', 'memories', 'restores', 'sheet_versions', 'trusted_files'],
  ...['vaults', 'vault_wraps', 'chat_keys', 'run_keys', 'chat_capsules', 'sealed_chats'],
  ...['files', 'file_pieces', 'file_refs', 'queued_messages'],
] as const;

/** The owner has everything; admins invite and suspend people and connect providers; members chat. */
export type Role = 'owner' | 'admin' | 'member';

/** A person who uses this server. */
export interface Account {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  readonly status: 'active' | 'suspended';
  readonly createdAt: number;
}

/** The facts about an account that another program knows. */
export interface KeptAccount extends Pick<Account, 'id' | 'name'> {
  readonly role: Exclude<Role, 'owner'>;
}

/** A link that lets one person make an account. */
export interface Invitation {
  readonly id: string;
  /** The hash of the link's token. */
  readonly hash: string;
  /** The person that it is for, in the inviter's words. */
  readonly name: string;
  readonly role: Exclude<Role, 'owner'>;
  /** The account that invites. It must be active, and not a member, for as long as the invitation is to work. */
  readonly by: string;
  readonly expiresAt: number;
  readonly createdAt: number;
}

/** A device that is signed in. */
export interface Session {
  /** The hash of its cookie. */
  readonly hash: string;
  readonly account: string;
  /** The device's name for people. */
  readonly name: string;
  readonly createdAt: number;
  readonly seenAt: number;
  /** When its person last showed who they are; 0 when that is not known. */
  readonly confirmedAt: number;
  readonly expiresAt: number;
}

/** A session that nobody used for so long has ended. */
export const SESSION_IDLE_MS = 30 * 24 * 60 * 60 * 1000;

/** A session, and whose it is. */
export interface SignedIn {
  readonly session: Session;
  readonly account: Account;
}

/** A signed-in device: the hash of its cookie and that of its page key. It was seen when it was created, unless told. */
export interface NewSession extends Omit<Session, 'seenAt'> {
  readonly keyHash: string;
  readonly seenAt?: number;
}

/** The account that a start token let in. */
export interface TakenToken {
  readonly account: string;
  /** When the device that made the token was confirmed; null for a token that confirms by itself. */
  readonly confirmedAt: number | null;
}

/** Keeps sessions and start tokens. Only hashes are kept, and only rows that the store itself has written count. */
export interface SessionStore {
  /** Keeps a token. With `confirmedAt` it hands on that freshness and no more. */
  putToken(hash: string, account: string, expiresAt: number, confirmedAt?: number): Promise<void>;
  /** Uses a token, once, if it has not expired and the account is active. With `account` only one of that account. */
  takeToken(hash: string, now: number, account?: string): Promise<TakenToken | undefined>;
  /** The active account that a token would let in. The token stays. */
  accountOfToken(hash: string, now: number): Promise<Account | undefined>;
  putSession(session: NewSession): Promise<void>;
  /** The session that both belong to and its account, if it has not expired or been idle too long, and the account is active. */
  findSession(hash: string, keyHash: string, now: number): Promise<SignedIn | undefined>;
  /** Notes that the person at a device showed who they are. It never makes a session less fresh. */
  confirmSession(hash: string, confirmedAt: number): Promise<void>;
  /**
   * Ends the session that a browser had before it signed in: one whose cookie it brings, if it also brings its key or signs in to its
   * account. True when there was one.
   */
  replaceSession(hash: string, keyHash: string, account: string): Promise<boolean>;
  /** Notes that a device was here. */
  touchSession(hash: string, now: number): Promise<void>;
  /** The sessions of an account that have not expired, the one that was here last first. */
  listSessions(account: string, now: number): Promise<Session[]>;
  /** Signs a device of an account out, and drops the links that devices of the account have made. False when there is none. */
  dropSession(account: string, hash: string): Promise<boolean>;
  /** A word that changes whenever somebody was signed out, suspended or removed. */
  doors(): Promise<string>;
  /** Signs all devices of an account out but one, and drops the links that they have made. Returns how many. */
  dropOtherSessions(account: string, hash: string | undefined): Promise<number>;
}

/** The outcome of a change of an account. */
export type AccountChange = Account | 'no_account' | 'owner';

/** Keeps accounts and invitations. A row that was changed without the key counts as none. */
export interface PeopleStore {
  getAccount(id: string): Promise<Account | undefined>;
  /** All accounts, oldest first. */
  listAccounts(): Promise<Account[]>;
  /**
   * The account of somebody whom another program knows: made when it is new, with its name and role as they are now. One that is
   * suspended stays so, and the owner's is never given.
   */
  keepAccount(account: KeptAccount, now: number): Promise<Account | undefined>;
  putInvitation(invitation: Invitation): Promise<void>;
  /** The invitations that work, oldest first. */
  listInvitations(now: number): Promise<Invitation[]>;
  /** Takes an invitation back. False when there is none. */
  dropInvitation(id: string): Promise<boolean>;
  /** The invitation of a token, if it works. It stays. */
  findInvitation(hash: string, now: number): Promise<Invitation | undefined>;
  /** Makes the account that an invitation promises, once. Undefined when it was used, taken back, has expired or its inviter may no longer invite. */
  acceptInvitation(
    hash: string,
    account: { readonly id: string; readonly name: string },
    now: number,
  ): Promise<Account | undefined>;
  /** Changes a name, a role or a status. Nobody can change the owner's role or status; suspending signs all devices out. */
  changeAccount(
    id: string,
    change: Partial<Pick<Account, 'name' | 'status'>> & { readonly role?: Invitation['role'] },
  ): Promise<AccountChange>;
  /** Erases an account with all that it keeps here. The owner's stays. */
  removeAccount(id: string): Promise<AccountChange>;
  /** The accounts with a run that has not ended. */
  accountsWithRuns(): Promise<string[]>;
  /** The accounts with something that was deleted at `before` or earlier. */
  accountsToErase(before: number): Promise<string[]>;
}
