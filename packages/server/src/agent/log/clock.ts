/** The time, as a port: a simulation has its own. */
export interface Clock {
  /** Milliseconds since 1970. It may jump: people and time servers set it. */
  now(): number;
  /** Milliseconds since some moment, never set by anybody. Without it `now` is taken. */
  steady?(): number;
  /** Does something later, by the steady time. Returns how to prevent it. */
  after(ms: number, run: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  steady: () => performance.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};
