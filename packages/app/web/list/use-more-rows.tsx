import type { ChatSummary } from '@millrace/engine/run';
import { type ReactNode, useState } from 'react';

/** The chats that are drawn at first, and each time that the end of the list comes near. */
const ROWS = 100;

export interface MoreRows {
  /** The chats of a part that are drawn. Called for each part in order, in one drawing. */
  readonly take: (chats: readonly ChatSummary[]) => readonly ChatSummary[];
  /** The end of what is drawn, where there is more. Called after the last part. */
  readonly end: () => ReactNode;
}

/** Draws the first chats of a list, and more when the end of them is near. */
export function useMoreRows(): MoreRows {
  const [limit, setLimit] = useState(ROWS);
  let left = limit;
  let isCut = false;
  function watch(element: HTMLElement | null): (() => void) | undefined {
    if (element === null) return undefined;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setLimit(limit + ROWS), {
      root: element.closest('.app-chats'),
      rootMargin: '400px',
    });
    observer.observe(element);
    return () => observer.disconnect();
  }
  return {
    take(chats) {
      const drawn = chats.slice(0, left);
      left -= drawn.length;
      isCut ||= drawn.length < chats.length;
      return drawn;
    },
    end: () => (isCut ? <div ref={watch} /> : null),
  };
}
