import { UNDO_MS } from '@millrace/engine/run';
import type { ServerStore, Store } from '../../store/store.ts';
import type { Clock } from '../log/clock.ts';

export interface EraserParts {
  readonly store: Pick<ServerStore, 'of' | 'accountsToErase'>;
  readonly clock: Clock;
  readonly tell: (what: string, error: unknown) => void;
}

/** Erases what was deleted, once it can no longer be brought back. */
export interface Eraser {
  /** Erases what is due, now and then every minute. */
  begin(): void;
  end(): void;
}

/** How often it looks. */
const ERASER_MS = 60_000;

/** The times are in the store, so what was deleted before a crash is erased after it. */
export function createEraser({ store, clock, tell }: EraserParts): Eraser {
  let isOver = false;
  let stopTimer = (): void => {};

  async function eraseAll(): Promise<void> {
    try {
      const before = clock.now() - UNDO_MS;
      for (const account of await store.accountsToErase(before)) await eraseOf(store.of(account), before);
    } catch (error) {
      tell('Deleted chats could not be erased:', error);
    }
    if (!isOver) stopTimer = clock.after(ERASER_MS, () => void eraseAll());
  }

  async function eraseOf(store: Store, before: number): Promise<void> {
    while (!isOver && (await store.eraseDeleted(before)) > 0);
    // The rest of the files of erased chats, and uploads that nobody sent.
    while (!isOver && (await store.sweepFiles(before)) > 0);
  }

  return {
    begin: () => void eraseAll(),
    end() {
      isOver = true;
      stopTimer();
    },
  };
}
