'use client';

import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react';

/**
 * Keeps the end of a box in sight while what is in it grows, until the reader scrolls up; back at its end it continues. It
 * looks when the browser has laid out the page, so it never makes it do so. `--mr-bar` is the height of the bar that
 * scrolls it sideways, which takes its room from the lines.
 */
export function useTail(
  box: RefObject<HTMLElement | null>,
  isGrowing: boolean,
): { readonly onScroll: () => void } {
  const follows = useRef(true);
  // The position of the box the last time.
  const top = useRef(0);
  useLayoutEffect(() => {
    const element = box.current;
    const content = element?.firstElementChild;
    if (!isGrowing || element === null || content == null) return;
    const heights = new Map<Element, number>();
    const observer = new ResizeObserver((entries) => {
      const changed = entries.filter(({ target, contentRect }) => heights.get(target) !== contentRect.height);
      for (const { target, contentRect } of entries) heights.set(target, contentRect.height);
      // A line that grows moves nothing; but it may give the box a bar to scroll with.
      if (changed.length === 0) return;
      const { offsetHeight, clientHeight, clientTop } = element;
      element.style.setProperty('--mr-bar', `${offsetHeight - clientHeight - 2 * clientTop}px`);
      if (!follows.current) return;
      element.scrollTop = element.scrollHeight;
      top.current = element.scrollTop;
    });
    observer.observe(content);
    observer.observe(element);
    return () => {
      observer.disconnect();
      element.removeAttribute('style');
    };
  }, [box, isGrowing]);
  const onScroll = useCallback((): void => {
    const element = box.current;
    if (element === null) return;
    const { scrollHeight, clientHeight, scrollTop } = element;
    if (scrollHeight - clientHeight - scrollTop <= 2) follows.current = true;
    // More may have come since the end was in sight: only a reader who scrolls up leaves it.
    else if (scrollTop < top.current) follows.current = false;
    top.current = scrollTop;
  }, [box]);
  return { onScroll };
}
