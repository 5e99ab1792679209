/** A time limit that starts again with each sign of life, and stands still while a person is asked. */
export interface Patience {
  /** Aborted when it is over. */
  readonly signal: AbortSignal;
  renew(): void;
  /** Does something that takes as long as it takes. */
  hold<T>(work: () => Promise<T>): Promise<T>;
  end(): void;
}

export function createPatience(ms: number): Patience {
  const over = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let held = 0;

  function renew(): void {
    clearTimeout(timer);
    if (held === 0) timer = setTimeout(() => over.abort(), ms);
  }

  renew();
  return {
    signal: over.signal,
    renew,
    async hold(work) {
      held += 1;
      clearTimeout(timer);
      try {
        return await work();
      } finally {
        held -= 1;
        renew();
      }
    },
    end() {
      held = Number.POSITIVE_INFINITY;
      clearTimeout(timer);
    },
  };
}
