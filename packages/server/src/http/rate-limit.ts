export interface RateLimit {
  /** Whether this one may do it now. */
  take(who: string): boolean;
}

const MOST = 1000;

/** Lets each one do something so often in a minute, and then as often as time goes by. */
export function createRateLimit(perMinute: number, now: () => number = Date.now): RateLimit {
  const spent = new Map<string, { readonly left: number; readonly at: number }>();
  return {
    take(who) {
      const time = now();
      const before = spent.get(who) ?? { left: perMinute, at: time };
      const left = Math.min(perMinute, before.left + (Math.max(0, time - before.at) * perMinute) / 60_000);
      const may = left >= 1;
      spent.delete(who);
      spent.set(who, { left: may ? left - 1 : left, at: time });
      const [oldest] = spent.keys();
      if (spent.size > MOST && oldest !== undefined) spent.delete(oldest);
      return may;
    },
  };
}
