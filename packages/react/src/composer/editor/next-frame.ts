'use client';

import { flushSync } from 'react-dom';

/** Work that is done once before the next picture, however often it is asked for. */
export interface NextFrame {
  ask(): void;
  /** Does it now, if it was asked for. */
  now(): void;
  stop(): void;
}

/**
 * Does work that changes the state of components before the next picture. Keys may come faster than a page draws: changes that React puts
 * off pile up, and it takes them for an endless loop, so each is drawn at once.
 */
export function nextFrame(work: () => void): NextFrame {
  let frame: number | undefined;
  const stop = (): void => {
    if (frame !== undefined) cancelAnimationFrame(frame);
    frame = undefined;
  };
  const now = (): void => {
    if (frame === undefined) return;
    stop();
    flushSync(work);
  };
  return {
    ask() {
      frame ??= requestAnimationFrame(now);
    },
    now,
    stop,
  };
}
