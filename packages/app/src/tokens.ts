import {
  type Account,
  type ApiToken,
  FIRST_ACCOUNT,
  issueApiToken,
  type ServerStore,
  TOKEN_DAYS,
  TOKEN_SCOPES,
  type TokenScope,
} from '@millrace/server';
import { oneLine } from './one-line.ts';
import { findPerson, withStore } from './people.ts';
import type { Settings } from './settings.ts';

/** An API token without its text, and whose it is. */
export interface TokenFacts {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly TokenScope[];
  readonly created_at: number;
  readonly expires_at: number | null;
  readonly used_at: number | null;
  /** The id of the person. */
  readonly person: string;
  readonly person_name: string;
}

/** The same with its text, which is told once. */
export interface NewToken extends TokenFacts {
  readonly token: string;
}

/** How long a token can live: so many days, or for ever. */
export type TokenLife = (typeof TOKEN_DAYS)[number] | null;

/** The tokens of a person, or of everybody. */
export const listTokens = (settings: Settings, person: string | undefined): Promise<TokenFacts[]> =>
  withStore(settings, (store) => tokensOf(store, person));

export function createToken(
  settings: Settings,
  person: string | undefined,
  request: { readonly name: string; readonly scopes: TokenScope[]; readonly days: TokenLife },
): Promise<NewToken> {
  return withStore(settings, async (store) => {
    const account = await findPerson(store, person ?? FIRST_ACCOUNT);
    const issued = await issueApiToken(store, account.id, request);
    if (issued === 'too_many')
      throw new Error('They have as many API tokens as a person can have. Revoke one first.');
    if (issued === 'no_account') throw new Error('They are no longer here.');
    return { ...factsOf({ ...issued.kept, usedAt: null }, account), token: issued.token };
  });
}

export function revokeToken(
  settings: Settings,
  said: string,
  person: string | undefined,
): Promise<TokenFacts> {
  return withStore(settings, async (store) => {
    const found = (await tokensOf(store, person)).filter(
      ({ id, name }) => id === said || name === said || (said.length >= 4 && id.startsWith(said)),
    );
    const [token] = found;
    if (token === undefined || found.length > 1)
      throw new Error(
        token === undefined
          ? `There is no API token called ${JSON.stringify(said)}. "millrace token list" shows them.`
          : `${found.length} API tokens are called ${JSON.stringify(said)}. Use an id of "millrace token list".`,
      );
    await store.dropApiToken(token.person, token.id);
    return token;
  });
}

/** The scopes in a list with commas; undefined when one is not known, or there is none. */
export function scopesIn(list: string): TokenScope[] | undefined {
  const said = list.split(',').map((word) => word.trim());
  const scopes = TOKEN_SCOPES.filter((scope) => said.includes(scope));
  return said.every((word) => scopes.some((scope) => scope === word)) ? scopes : undefined;
}

/** The life that a word says; undefined when it says none. */
export function lifeIn(word: string): TokenLife | undefined {
  return word === 'none' ? null : TOKEN_DAYS.find((days) => String(days) === word);
}

/** The words for lives and for scopes, for people. */
export const LIVES = `${TOKEN_DAYS.join(', ')} or none`;
export const SCOPES = TOKEN_SCOPES.join(', ');

/** A token in one line. */
export function tokenLine(token: TokenFacts, now: number): string {
  const { id, name, scopes, expires_at, used_at, person, person_name } = token;
  const end =
    expires_at === null ? 'never expires' : `${expires_at <= now ? 'expired' : 'expires'} ${day(expires_at)}`;
  const use = used_at === null ? 'never used' : `used ${day(used_at)}`;
  const whose = person === FIRST_ACCOUNT ? '' : ` (${person_name || person.slice(0, 8)})`;
  return `${id.slice(0, 8)} ${scopes.join(',').padEnd(22)} ${end.padEnd(18)} ${use.padEnd(15)} ${oneLine(`${name}${whose}`)}`;
}

const day = (time: number): string => new Date(time).toISOString().slice(0, 10);

async function tokensOf(store: ServerStore, person: string | undefined): Promise<TokenFacts[]> {
  const accounts = person === undefined ? await store.listAccounts() : [await findPerson(store, person)];
  const lists = await Promise.all(
    accounts.map(async (account) =>
      (await store.listApiTokens(account.id)).map((token) => factsOf(token, account)),
    ),
  );
  return lists.flat();
}

function factsOf(token: ApiToken, { id: person, name: person_name }: Account): TokenFacts {
  const { id, name, scopes, createdAt, expiresAt, usedAt } = token;
  return {
    ...{ id, name, scopes, created_at: createdAt, expires_at: expiresAt, used_at: usedAt },
    ...{ person, person_name },
  };
}
