import type { Clock } from '../log/clock.ts';

/** Lets a loop sleep until something happens. What happens while it is awake is not missed. */
export interface WakeUp {
  poke(): void;
  /** Resolves after a poke since the last call, or at a time. */
  next(until: number | null): Promise<void>;
}

export function createWakeUp(clock: Clock): WakeUp {
  let poked = false;
  let wake = (): void => {};
  return {
    poke() {
      poked = true;
      wake();
    },
    async next(until) {
      if (!poked)
        await new Promise<void>((resolve) => {
          const stop = until === null ? () => {} : clock.after(Math.max(0, until - clock.now()), resolve);
          wake = () => {
            stop();
            resolve();
          };
        });
      poked = false;
      wake = () => {};
    },
  };
}
