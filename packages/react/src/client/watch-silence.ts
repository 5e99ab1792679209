import { onPage } from './page-events.ts';

/** The silence of a connection, measured. */
export interface SilenceWatch {
  /** Something came: the silence begins again, and may last this long. */
  heard(limitMs: number): void;
  end(): void;
}

/** How long a computer may have slept before it is noticed: its timers sleep with it. */
const LOOK_MS = 5000;

/**
 * Calls back once when nothing was heard for the limit. Two clocks are read, since the one stands still while a computer sleeps
 * and the other may be set back; and the page looks at them also when the person or the network comes back.
 */
export function watchSilence(limitMs: number, onSilent: () => void): SilenceWatch {
  let limit = limitMs;
  let since = clocks();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const forget = onPage(['visibilitychange', 'resume', 'pageshow'], look);

  let isOver = false;
  function end(): void {
    isOver = true;
    clearTimeout(timer);
    forget();
  }

  function look(): void {
    if (isOver) return;
    clearTimeout(timer);
    const now = clocks();
    const silence = Math.max(now.wall - since.wall, now.steady - since.steady);
    if (silence < limit) {
      timer = setTimeout(look, Math.min(limit - silence, LOOK_MS));
      return;
    }
    end();
    onSilent();
  }

  timer = setTimeout(look, Math.min(limit, LOOK_MS));
  return {
    // Only reads the clocks: a stream of tokens calls it often, and the timer that runs finds the new time.
    heard(ms) {
      const isShorter = ms < limit;
      limit = ms;
      since = clocks();
      if (isShorter) look();
    },
    end,
  };
}

function clocks(): { readonly wall: number; readonly steady: number } {
  return { wall: Date.now(), steady: performance.now() };
}
