/** The time, as a port: a simulation has its own. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Does something later. Returns how to prevent it. */
  after(ms: number, run: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};
