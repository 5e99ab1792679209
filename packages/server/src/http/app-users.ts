import type { Account } from '../store/account.ts';
import type { ServerStore } from '../store/store.ts';
import { type AppUser, type AuthenticateUser, accountOfUser } from './app-user.ts';
import type { Authenticate } from './request/authenticate.ts';
import type { Caller } from './request/caller.ts';
import { problem } from './request/problem.ts';
import { hash } from './request/secret.ts';

const DEVICE_LENGTH = 16;

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
