import type { TokenScope } from '@millrace/engine/run';
import type { Account } from './account.ts';

/** A secret with which a program speaks for an account, as far as its scopes go. */
export interface ApiToken {
  readonly id: string;
  /** The hash of the secret. */
  readonly hash: string;
  readonly account: string;
  /** Its name for people. */
  readonly name: string;
  readonly scopes: readonly TokenScope[];
  readonly createdAt: number;
  /** Null for one that never expires. */
  readonly expiresAt: number | null;
  /** Null for one that nobody has used. */
  readonly usedAt: number | null;
}

/** A token that nobody has used. */
export type NewApiToken = Omit<ApiToken, 'usedAt'>;

/** A token, and whose it is. */
export interface TokenOwner {
  readonly token: ApiToken;
  readonly account: Account;
}

/** The most tokens that an account can have. */
export const MOST_TOKENS = 100;

/** Keeps API tokens. Only hashes are kept, and a row that was changed without the key counts as none. */
export interface TokenStore {
  /** Keeps a token, unless its account has as many as it can have, or is not there. */
  putApiToken(token: NewApiToken): Promise<'kept' | 'too_many' | 'no_account'>;
  /** The token with a hash and its account, if it has not expired and the account is active. */
  findApiToken(hash: string, now: number): Promise<TokenOwner | undefined>;
  /** Notes that a token was used. */
  touchApiToken(id: string, now: number): Promise<void>;
  /** The tokens of an account, also those that have expired lately, newest first. */
  listApiTokens(account: string): Promise<ApiToken[]>;
  /** Revokes a token of an account. False when there is none. */
  dropApiToken(account: string, id: string): Promise<boolean>;
}
