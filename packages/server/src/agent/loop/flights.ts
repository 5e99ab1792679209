/** The work that runs at the same time in one turn, each piece under its own key. */
export interface Flights {
  readonly keys: ReadonlySet<string>;
  /** Starts a piece of work. Does nothing while one with the same key runs. */
  start(key: string, work: () => Promise<void>): void;
  /** The errors of failed pieces of work, in their order. */
  readonly failures: readonly unknown[];
  /** Resolves when no work is left. Never rejects. */
  settled(): Promise<void>;
}

/** `poke` is called whenever a piece of work is over. */
export function createFlights(poke: () => void): Flights {
  const keys = new Set<string>();
  const flying = new Set<Promise<void>>();
  const failures: unknown[] = [];
  return {
    keys,
    failures,
    start(key, work) {
      if (keys.has(key)) return;
      keys.add(key);
      const flight = work()
        .catch((error: unknown) => void failures.push(error))
        .finally(() => {
          keys.delete(key);
          flying.delete(flight);
          poke();
        });
      flying.add(flight);
    },
    async settled() {
      while (flying.size > 0) await Promise.all(flying);
    },
  };
}
