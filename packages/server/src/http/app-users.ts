import type { Account } from '../store/account.ts';
import type { ServerStore } from '../store/store.ts';
import type { Authenticate } from './request/authenticate.ts';
import type { Caller } from './request/caller.ts';
import { problem } from './request/problem.ts';
import { hash } from './request/secret.ts';

/** A person of an app, as its own sign-in knows them. */
export interface AppUser {
  /** The app's own id of the person, the same for ever: 1 to 200 characters without white space and without `/`. */
  readonly account: string;
  /** The name that others see. */
  readonly name?: string;
  /** `admin` may change the providers, where they can be changed; `member` unless given. */
  readonly role?: 'admin' | 'member';
  /** Tells the devices of one person apart, such as the id of a session. */
  readonly device?: string;
}

/** Tells who sends a request; null when the app does not know them. */
export type AuthenticateUser = (request: Request) => AppUser | null | Promise<AppUser | null>;

const PREFIX = 'app:';
const ID = /^[^\s/\p{C}]{1,200}$/u;
const DEVICE_LENGTH = 16;

/** The id of the account that a person of an app has in the store, for verbs such as `removeAccount`. Throws for an id that none can have. */
export function accountOfUser(user: string): string {
  if (!ID.test(user))
    throw new Error(
      `authenticate must return an account of 1 to 200 characters without white space and "/", not ${JSON.stringify(user)}.`,
    );
  return `${PREFIX}${user}`;
}

/** The app's own id of the person whose account this is. Undefined for an account of another kind. */
export function userOfAccount(account: string): string | undefined {
  return account.startsWith(PREFIX) ? account.slice(PREFIX.length) : undefined;
}

/** Asks an app who sends a request. An account is made when its person first comes. */
export function authenticateUsers(store: ServerStore, authenticate: AuthenticateUser): Authenticate {
  // Requests of one new person that come at the same time wait for one account.
  const arriving = new Map<string, Promise<Account | undefined>>();

  function keep({ account: user, name = '', role = 'member' }: AppUser): Promise<Account | undefined> {
    const id = accountOfUser(user);
    const key = JSON.stringify([id, name, role]);
    const found = arriving.get(key);
    if (found !== undefined) return found;
    const kept = store.keepAccount({ id, name, role }, Date.now()).finally(() => arriving.delete(key));
    arriving.set(key, kept);
    return kept;
  }

  return async (request): Promise<Caller> => {
    const user = await authenticate(request);
    if (user === null)
      throw problem(401, 'signed_out', 'The app does not know who asks. Sign in to it, then try again.');
    const account = await keep(user);
    if (account?.status !== 'active')
      throw problem(403, 'suspended', 'This account is suspended. Ask who runs the app.');
    const isStillIn = async (): Promise<boolean> => {
      const still = await authenticate(request);
      return still !== null && accountOfUser(still.account) === account.id;
    };
    return {
      account,
      device: hash(JSON.stringify([account.id, user.device ?? ''])).slice(0, DEVICE_LENGTH),
      pass: { type: 'app', isStillIn },
    };
  };
}
