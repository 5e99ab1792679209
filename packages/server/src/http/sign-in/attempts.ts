import type { HTTPException } from 'hono/http-exception';
import ipaddr from 'ipaddr.js';
import type { Attempt, Attempter, CredentialStore } from '../../store/credential.ts';
import { problem } from '../request/problem.ts';

type Store = Pick<CredentialStore, 'takeAttempt' | 'giveBackAttempt'>;

/** Counts wrong sign-ins, together with all servers on the store. */
export interface Attempts {
  /** Counts one as wrong before it is looked at, so that many at once are no more than the limit. Refuses those that must wait. */
  begin(address: string, name?: string): Promise<Extract<Attempt, { type: 'taken' }>>;
  /** It was right after all. */
  right(attempt: Extract<Attempt, { type: 'taken' }>): Promise<void>;
}

export function createAttempts(store: Store, limit: number): Attempts {
  return {
    async begin(address, name) {
      const now = Date.now();
      const attempt = await store.takeAttempt(whoTries(address, name), limit, now);
      if (attempt.type === 'held') throw heldFor(attempt.until - now);
      return attempt;
    },
    right: (attempt) => store.giveBackAttempt(attempt),
  };
}

function whoTries(address: string, name: string | undefined): readonly Attempter[] {
  const ofAddress: Attempter = { kind: 'address', value: networkOf(address) };
  // Always in this order, so that two that meet wait for each other and not in a circle.
  return name === undefined ? [ofAddress] : [{ kind: 'name', value: name }, ofAddress];
}

/** One line at home has as many IPv6 addresses as it likes, in one network. Pure. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return `${parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}

function heldFor(ms: number): HTTPException {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  const message = `Too many wrong sign-ins. Try again in ${seconds} seconds; a passkey or a new sign-in link works at once.`;
  return problem(429, 'too_often', message, { retry_after: seconds }, { 'retry-after': String(seconds) });
}
