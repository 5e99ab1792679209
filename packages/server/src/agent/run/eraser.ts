import { UNDO_MS } from '@millrace/engine/run';
import type { ProjectStore } from '../../store/project-store.ts';
import type { Clock } from '../log/clock.ts';

export interface EraserParts {
  readonly store: Pick<ProjectStore, 'eraseDeleted'>;
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
      while (!isOver && (await store.eraseDeleted(clock.now() - UNDO_MS)) > 0);
    } catch (error) {
      tell('Deleted chats could not be erased:', error);
    }
    if (!isOver) stopTimer = clock.after(ERASER_MS, () => void eraseAll());
  }

  return {
    begin: () => void eraseAll(),
    end() {
      isOver = true;
      stopTimer();
    },
  };
}
