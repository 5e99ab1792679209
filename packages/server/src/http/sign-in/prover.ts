import { timingSafeEqual } from 'node:crypto';
import type { AddPasskeyRequest, ConfirmRequest, PasskeyOptions } from '@millrace/engine/run';
import type { HTTPException } from 'hono/http-exception';
import type { Account, SessionStore } from '../../store/account.ts';
import type { Challenge, CredentialStore, Passkey } from '../../store/credential.ts';
import type { DeviceLinkStore } from '../../store/device-link.ts';
import type { Limits } from '../request/limits.ts';
import { problem } from '../request/problem.ts';
import { createRateLimit, tooOften } from '../request/rate-limit.ts';
import { hash, secret } from '../request/secret.ts';
import type { Proven } from '../request/sessions.ts';
import { createAttempts, networkOf } from './attempts.ts';
import { badToken, createLinkLook, type LinkLook, RANDOM_LENGTH } from './link-look.ts';
import { passkeyHost } from './passkey-host.ts';
import type { PasskeyPlace, TakeChallenge } from './webauthn.ts';

/** The address of ours that somebody asks for, and their own. */
export interface Asker {
  readonly origin: string;
  readonly address: string;
}

type PasskeyProof = Extract<ConfirmRequest, { passkey: unknown }>;
type Facts = Pick<Passkey, 'credential' | 'publicKey' | 'counter' | 'host'>;

/** Lets people show who they are. What is wrong is counted, and refused with the way on. */
export interface Prover extends LinkLook {
  /** A challenge for the passkeys of an account, or of anybody. */
  askForPasskey(asker: Asker, account?: string): Promise<PasskeyOptions>;
  /** The account whose passkey this is. With `account` only that one's. */
  byPasskey(asker: Asker, proof: PasskeyProof, account?: string): Promise<Proven>;
  byPassphrase(asker: Asker, name: string, secret: string): Promise<Proven>;
  /** The account that a token lets in, or what `otherwise` makes of it. With `account` only that one's. */
  byToken(
    asker: Asker,
    token: string,
    options?: {
      readonly account?: string;
      /** The account that is signed in where the link was opened: a link of another one is refused, and stays. */
      readonly here?: Account;
      readonly otherwise?: () => Promise<Proven | undefined>;
    },
  ): Promise<Proven>;
  askForNewPasskey(asker: Asker, account: Account): Promise<PasskeyOptions>;
  /** The facts of a passkey that a device of an account has just made. */
  checkNewPasskey(asker: Asker, account: string, made: AddPasskeyRequest['passkey']): Promise<Facts>;
}

const CHALLENGE_MS = 5 * 60 * 1000;
const load = () => import('./webauthn.ts');

export function createProver(
  store: CredentialStore & SessionStore & DeviceLinkStore,
  limits: Limits,
): Prover {
  const attempts = createAttempts(store, limits.wrongSignIns);
  const challenges = createRateLimit(limits.challenges);

  /** A new challenge, which the store keeps for any server. */
  async function challenge(purpose: Challenge['purpose'], account: string): Promise<string> {
    const [text, now] = [secret(), Date.now()];
    await store.putChallenge({ hash: hash(text), purpose, account, expiresAt: now + CHALLENGE_MS }, now);
    return text;
  }
  const takes =
    (purpose: Challenge['purpose'], account: string): TakeChallenge =>
    (text) =>
      store.takeChallenge({ hash: hash(text), purpose, account }, Date.now());

  /** The account of a passkey that was used for us; undefined when anything about it is wrong. */
  async function ownerOf(
    place: PasskeyPlace,
    { passkey: used, prf = false }: PasskeyProof,
    account?: string,
  ): Promise<string | undefined> {
    const { checkUsed } = await load();
    const take = takes(account === undefined ? 'sign_in' : 'confirm', account ?? '');
    const found = await store.findPasskey(used.id);
    const { userHandle } = used.response;
    const owner = found?.account.id;
    if (found === undefined || owner === undefined || found.credential.host !== place.host) return undefined;
    if (account !== undefined && owner !== account) return undefined;
    // A device that was asked for passkeys by name need not say whose it is.
    const isTheirs =
      userHandle === store.handleOf(owner) || (account !== undefined && userHandle === undefined);
    if (!isTheirs) return undefined;
    const counter = await checkUsed(used, found.credential, place, take).catch(() => undefined);
    if (counter === undefined) return undefined;
    const isUsed = await store.notePasskeyUse(found.credential.id, { counter, prf, now: Date.now() });
    return isUsed ? owner : undefined;
  }

  return {
    async askForPasskey(asker, account) {
      const { host } = placeOf(asker);
      const wait = challenges.take(networkOf(asker.address));
      if (wait > 0) throw tooOften(wait, 'Too many sign-ins in one minute.');
      const known = account === undefined ? [] : await store.listPasskeys(account);
      const { optionsToUse } = await load();
      const text = await challenge(account === undefined ? 'sign_in' : 'confirm', account ?? '');
      return optionsToUse(
        host,
        text,
        known.filter((each) => each.host === host),
      );
    },

    // Nobody guesses a signature, so a right one counts however many others were wrong at this address.
    async byPasskey(asker, proof, account) {
      const owner = await ownerOf(placeOf(asker), proof, account);
      if (owner !== undefined) return { account: owner, confirmedAt: Date.now() };
      await attempts.begin(asker.address);
      throw badPasskey();
    },

    async byPassphrase({ address }, name, given) {
      const attempt = await attempts.begin(address, name);
      const found = await store.findPassphrase(name);
      // For a name that nobody has, something is compared too.
      const isRight = isSame(found?.credential.secretHash ?? hash(''), hash(given));
      if (found === undefined || !isRight)
        throw problem(401, 'wrong_passphrase', 'The sign-in name or the passphrase is wrong.');
      await attempts.right(attempt);
      return { account: found.account.id, confirmedAt: Date.now() };
    },

    async byToken({ address }, token, { account, here, otherwise } = {}) {
      // A token that can be guessed counts as wrong before it is looked up. A random one lets its owner in, no matter who else tries.
      const attempt = token.length < RANDOM_LENGTH ? await attempts.begin(address) : undefined;
      const theirs = here && (await store.accountOfToken(hash(token), Date.now()));
      if (here !== undefined && theirs !== undefined && theirs.id !== here.id) {
        if (attempt !== undefined) await attempts.right(attempt);
        throw otherAccount(here, theirs);
      }
      const taken = await store.takeToken(hash(token), Date.now(), account);
      const proven = taken
        ? { account: taken.account, confirmedAt: taken.confirmedAt ?? Date.now() }
        : await otherwise?.();
      if (proven === undefined) {
        if (attempt === undefined) await attempts.begin(address);
        throw badToken();
      }
      if (attempt !== undefined) await attempts.right(attempt);
      return proven;
    },

    ...createLinkLook(store, limits),

    async askForNewPasskey(asker, { id, name }) {
      const { host } = placeOf(asker);
      const known = await store.listPasskeys(id);
      const { optionsToMake } = await load();
      const text = await challenge('register', id);
      const handle = store.handleOf(id);
      return optionsToMake({ host, challenge: text, handle, name: name === '' ? host : name, known });
    },

    async checkNewPasskey(asker, account, made) {
      const place = placeOf(asker);
      const { checkMade } = await load();
      const facts = await checkMade(made, place, takes('register', account)).catch(() => undefined);
      if (facts === undefined) throw badPasskey();
      return { ...facts, host: place.host };
    },
  };
}

/** Compares two hashes in the same time, whatever they are. */
function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function placeOf({ origin }: Asker): PasskeyPlace {
  const host = passkeyHost(origin);
  if (host !== undefined) return { host, origin };
  throw problem(
    409,
    'no_passkeys_here',
    'Browsers have no passkeys for this address. Open this server at http://localhost with its port, or at a domain by https.',
  );
}

/** Somebody may have sent a link of their own, to be told what others write. */
function otherAccount(here: Account, theirs: Account): HTTPException {
  return problem(
    409,
    'other_account',
    'This link signs another account in than the one that is signed in here. To change to it, send the link again with "switch_account": true.',
    { here: here.name, name: theirs.name },
  );
}

function badPasskey(): HTTPException {
  return problem(401, 'bad_passkey', 'This passkey is not valid here. Try again, or sign in another way.');
}
