import type { Clock } from '../../agent/log/clock.ts';
import type { ServerStore } from '../../store/store.ts';

/** How long the key of capsules is used at most. Backups and logs of databases keep capsules that are gone. */
export const CAPSULE_KEY_MS = 24 * 60 * 60_000;

/** Replaces the key of capsules each day. Returns its end. */
export function keepCapsulesFresh(
  store: Pick<ServerStore, 'freshenCapsules'>,
  clock: Pick<Clock, 'after'>,
  tell: (what: string, error: unknown) => void,
): () => void {
  let stopTimer = (): void => {};
  let isOver = false;
  function later(): void {
    if (isOver) return;
    stopTimer = clock.after(CAPSULE_KEY_MS, () => {
      store
        .freshenCapsules()
        .catch((error: unknown) => tell('The key of open runs could not be replaced:', error))
        .then(later, () => {});
    });
  }
  later();
  return () => {
    isOver = true;
    stopTimer();
  };
}
