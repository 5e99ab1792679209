import type { Account } from './account.ts';

/** A passkey: a key on a device of the person, which proves that it is there. */
export interface Passkey {
  readonly id: string;
  readonly account: string;
  /** The name for people. */
  readonly name: string;
  /** The name that the device knows it by. */
  readonly credential: string;
  readonly publicKey: string;
  /** How often it was used, as the device counts; devices that do not count say 0. */
  readonly counter: number;
  /** The host that it works at. */
  readonly host: string;
  readonly transports: readonly string[];
  /** True if the device makes secrets for the page with it. */
  readonly prf: boolean;
  readonly createdAt: number;
  /** 0 when it was never used. */
  readonly usedAt: number;
}

/** The way that a person signs in with words. */
export interface Passphrase {
  readonly id: string;
  readonly account: string;
  /** The sign-in name, as the person wrote it. */
  readonly name: string;
  /** The hash of the secret that the page makes of the passphrase. */
  readonly secretHash: string;
  readonly createdAt: number;
}

/** The columns of a credential that its seal binds. */
export interface CredentialRow {
  readonly id: string;
  /** A word for the name or the device's name, under the key of the store. */
  readonly lookup: string;
  readonly account: string;
  readonly createdAt: number;
}

/** A random text that a device must sign, for one purpose. */
export interface Challenge {
  readonly hash: string;
  readonly purpose: 'sign_in' | 'confirm' | 'register';
  /** The account that it is for; empty where nobody is signed in. */
  readonly account: string;
  readonly expiresAt: number;
}

/** A credential, and the active account that it lets in. */
export interface Let<Credential> {
  readonly credential: Credential;
  readonly account: Account;
}

/** The ways to sign in that somebody on the server has. */
export interface KnownWays {
  readonly passkey: boolean;
  readonly passphrase: boolean;
}

/** One of those whose wrong sign-ins are counted. */
export interface Attempter {
  readonly kind: 'name' | 'address';
  readonly value: string;
}

/** The outcome of an attempt: it is too early, or it counts as wrong until it is given back. */
export type Attempt =
  | { readonly type: 'held'; readonly until: number }
  | { readonly type: 'taken'; readonly holds: readonly (Attempter & { readonly until: number })[] };

/** Keeps what lets people in by themselves. A row that was changed without the key counts as none. */
export interface CredentialStore {
  /** Keeps a passkey: `known` when there is one with its device's name, `too_many` when the account has as many as it may. */
  putPasskey(passkey: Passkey): Promise<'kept' | 'known' | 'too_many'>;
  /** The passkey that a device names, if its account is active. */
  findPasskey(credential: string): Promise<Let<Passkey> | undefined>;
  /** The passkeys of an account, oldest first. */
  listPasskeys(account: string): Promise<Passkey[]>;
  renamePasskey(account: string, id: string, name: string): Promise<boolean>;
  /** Notes a use. False when the device does not count on from where it was, or the passkey is gone. */
  notePasskeyUse(
    id: string,
    use: { readonly counter: number; readonly prf: boolean; readonly now: number },
  ): Promise<boolean>;
  dropPasskey(account: string, id: string): Promise<boolean>;
  /** Keeps the passphrase of an account in the place of another. False when the name is another's. */
  putPassphrase(passphrase: Passphrase): Promise<boolean>;
  /** The passphrase of a sign-in name, however it is written, if its account is active. */
  findPassphrase(name: string): Promise<Let<Passphrase> | undefined>;
  passphraseOf(account: string): Promise<Passphrase | undefined>;
  dropPassphrase(account: string): Promise<boolean>;
  /** The salt of a sign-in name, the same whether anybody has it or not. */
  saltOf(name: string): string;
  /** The name that devices keep an account by, which tells nothing about it. */
  handleOf(account: string): string;
  signInWays(): Promise<KnownWays>;
  /** Keeps a challenge, and of many only the newest. */
  putChallenge(challenge: Challenge, now: number): Promise<void>;
  /** Uses a challenge, once. False when it is for something or somebody else, was used, or has expired. */
  takeChallenge(challenge: Omit<Challenge, 'expiresAt'>, now: number): Promise<boolean>;
  /** Counts a sign-in for each of these as wrong, unless one of them was wrong `limit` times and must wait. */
  takeAttempt(who: readonly Attempter[], limit: number, now: number): Promise<Attempt>;
  /** Takes back that an attempt was wrong. A name that was right begins anew. */
  giveBackAttempt(attempt: Extract<Attempt, { type: 'taken' }>): Promise<void>;
}
