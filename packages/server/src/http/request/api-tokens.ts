import { randomUUID } from 'node:crypto';
import { DEFAULT_TOKEN_DAYS, type NewApiTokenRequest, TOKEN_SCOPES } from '@millrace/engine/run';
import type { ServerStore } from '../../store/store.ts';
import type { NewApiToken } from '../../store/token-store.ts';
import type { VaultStore } from '../../store/vault-store.ts';
import { tokenKeys } from '../../vault/keys.ts';
import { hash, secret } from './secret.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Lets people and scanners of code know the secret of a Millrace when they see one. */
const PREFIX = 'mr_';
const SHAPE = /^mr_[\w-]{43}$/;

/** A new token, and its text. */
export interface IssuedApiToken {
  readonly kept: NewApiToken;
  /** Known nowhere else: the store has only its hash. */
  readonly token: string;
}

/** Makes an API token of an account. Returns its text with it, or why there is none. */
export async function issueApiToken(
  store: Pick<ServerStore, 'putApiToken' | 'vaultOf'>,
  account: string,
  { name, scopes, days = DEFAULT_TOKEN_DAYS }: NewApiTokenRequest,
): Promise<IssuedApiToken | 'too_many' | 'no_account'> {
  const token = `${PREFIX}${secret()}`;
  const createdAt = Date.now();
  const kept: NewApiToken = {
    ...{ id: randomUUID(), hash: hash(token), account, name, createdAt },
    scopes: TOKEN_SCOPES.filter((scope) => scopes.includes(scope)),
    expiresAt: days === null ? null : createdAt + days * DAY_MS,
  };
  const outcome = await store.putApiToken(kept);
  if (outcome !== 'kept') return outcome;
  await giveKey(store.vaultOf(account), kept, token);
  return { kept, token };
}

/**
 * Lets a token open what its account keeps, while its client asks: the vault key is sealed to a pair that is made of its text, now or as soon
 * as somebody shows the key.
 */
async function giveKey(
  vault: VaultStore,
  { id, name, createdAt }: NewApiToken,
  token: string,
): Promise<void> {
  const { publicKey } = tokenKeys(token);
  if (!vault.isOpen()) await vault.prepare();
  const credential = { name, of: id, publicKey, wrapped: undefined, createdAt, session: '' };
  await vault.putCredential({ ...credential, kind: 'token' }, { seal: true });
}

/** True for a text that could be a token. Pure. */
export function isApiToken(text: string): boolean {
  return SHAPE.test(text);
}
