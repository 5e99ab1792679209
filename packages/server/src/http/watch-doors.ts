import { type Bus, DOORS_TOPIC } from '../agent/log/bus.ts';
import type { Clock } from '../agent/log/clock.ts';
import type { SessionStore } from '../store/account.ts';

export interface DoorParts {
  readonly store: Pick<SessionStore, 'doors'>;
  readonly bus: Bus;
  readonly clock: Clock;
  /** True while somebody reads, whom it may concern. */
  readonly isNeeded: () => boolean;
  /** Sends those away who may no longer be here. */
  readonly check: () => Promise<unknown>;
  /** The same, for those whose time may be over, or who are new. */
  readonly checkDue: () => Promise<unknown>;
  readonly tell: (what: string, error: unknown) => void;
}

/** How long somebody who was signed out by another process, or whose time is over, reads on, at most. */
const LOOK_MS = 500;

/** Notices who was signed out, suspended or removed: at once on this server, and soon when another process did it. Returns its end. */
export function watchDoors({ store, bus, clock, isNeeded, check, checkDue, tell }: DoorParts): () => void {
  let known: string | undefined;
  let isOver = false;
  let stopTimer = (): void => {};
  const failed = (error: unknown): void => tell('Devices could not be checked:', error);

  async function look(): Promise<void> {
    if (!isNeeded()) return;
    const word = await store.doors();
    await (word === known ? checkDue() : check());
    known = word;
  }

  function wait(): void {
    if (isOver) return;
    stopTimer = clock.after(LOOK_MS, () => {
      look()
        .catch(failed)
        .then(wait, () => {});
    });
  }

  const unsubscribe = bus.subscribe(DOORS_TOPIC, () => {
    check().catch(failed);
  });
  wait();
  return () => {
    isOver = true;
    stopTimer();
    unsubscribe();
  };
}
