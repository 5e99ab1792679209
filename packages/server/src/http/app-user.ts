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
