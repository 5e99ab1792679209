'use client';

import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';

const END_PX = 4;

/**
 * Keeps a scrolling box at its end while the reader is there. Any movement up stops it at once;
 * it continues when the reader comes back to the end or asks for it.
 */
export function useFollow(
  box: RefObject<HTMLElement | null>,
  content: unknown,
): { readonly following: boolean; readonly onScroll: () => void; readonly jump: () => void } {
  const [following, setFollowing] = useState(true);
  const lastTop = useRef(0);

  const onScroll = useCallback(() => {
    const element = box.current;
    if (element === null) return;
    const movedUp = element.scrollTop < lastTop.current;
    lastTop.current = element.scrollTop;
    if (isAtEnd(element)) setFollowing(true);
    else if (movedUp) setFollowing(false);
  }, [box]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: new content is what moves the end
  useLayoutEffect(() => {
    const element = box.current;
    if (!following || element === null) return;
    // The reader may have scrolled up, but the event has not come yet. Scrolling now would undo that.
    if (element.scrollTop < lastTop.current && !isAtEnd(element)) {
      setFollowing(false);
      return;
    }
    element.scrollTop = element.scrollHeight;
    lastTop.current = element.scrollTop;
  }, [box, content, following]);

  return { following, onScroll, jump: useCallback(() => setFollowing(true), []) };
}

function isAtEnd(element: HTMLElement): boolean {
  return element.scrollHeight - element.clientHeight - element.scrollTop <= END_PX;
}
