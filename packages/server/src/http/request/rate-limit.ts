import type { HTTPException } from 'hono/http-exception';
import { problem } from './problem.ts';

export interface RateLimit {
  /** Does it once more: 0 when that is fine, else how many seconds too early it is. */
  take(who: string): number;
  /** The answer that `take` would give. */
  wait(who: string): number;
}

const MOST = 1000;
const MINUTE = 60_000;

/** Lets each one do something so often in a minute, and then as often as time goes by. */
export function createRateLimit(perMinute: number, now: () => number = Date.now): RateLimit {
  const spent = new Map<string, { readonly left: number; readonly at: number }>();

  function leftFor(who: string): number {
    const before = spent.get(who);
    if (before === undefined) return perMinute;
    return Math.min(perMinute, before.left + (Math.max(0, now() - before.at) * perMinute) / MINUTE);
  }
  const secondsTo = (left: number): number => (left >= 1 ? 0 : Math.ceil(((1 - left) * 60) / perMinute));

  return {
    take(who) {
      const left = leftFor(who);
      spent.delete(who);
      spent.set(who, { left: left >= 1 ? left - 1 : left, at: now() });
      const [oldest] = spent.keys();
      if (spent.size > MOST && oldest !== undefined) spent.delete(oldest);
      return secondsTo(left);
    },
    wait: (who) => secondsTo(leftFor(who)),
  };
}

/** Refuses what comes too often. Programs read when to come back in `Retry-After`. */
export function tooOften(seconds: number, what: string): HTTPException {
  const wait = Math.max(1, seconds);
  const when = wait === 1 ? 'a second' : `${wait} seconds`;
  return problem(429, 'too_often', `${what} Try again in ${when}.`, {}, { 'retry-after': String(wait) });
}
