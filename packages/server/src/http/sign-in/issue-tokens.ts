import type { Invitation, PeopleStore, SessionStore } from '../../store/account.ts';
import { hash, secret } from '../request/secret.ts';

const TOKEN_MS = 24 * 60 * 60 * 1000;

/** Makes a token that signs one device of an account in, once. */
export async function issueToken(store: SessionStore, account: string, token = secret()): Promise<string> {
  await store.putToken(hash(token), account, Date.now() + TOKEN_MS);
  return token;
}

/** Keeps an invitation. Returns the token of its link, which is known nowhere else. */
export async function issueInvitation(
  store: Pick<PeopleStore, 'putInvitation'>,
  facts: Omit<Invitation, 'hash'>,
): Promise<string> {
  const token = secret();
  await store.putInvitation({ ...facts, hash: hash(token) });
  return token;
}
