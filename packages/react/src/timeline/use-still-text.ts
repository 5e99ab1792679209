import { type RefObject, useLayoutEffect } from 'react';

/** When steps above the visible part fold, the text below them does not move. */
export function useStillText(steps: RefObject<HTMLElement | null>, open: boolean): void {
  useLayoutEffect(() => {
    const element = steps.current;
    if (open || element === null) return undefined;
    const box = scrollerOf(element);
    // It has only begun to fold.
    const { bottom, height } = element.getBoundingClientRect();
    const top = box === document.scrollingElement ? 0 : box.getBoundingClientRect().top;
    if (height === 0 || bottom > top) return undefined;
    const before = box.scrollTop;
    element.style.transition = 'none';
    box.scrollTop = before - height;
    return () => {
      element.style.transition = '';
    };
  }, [steps, open]);
}

function scrollerOf(element: HTMLElement): Element {
  for (let at = element.parentElement; at !== null; at = at.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(at).overflowY)) return at;
  }
  return document.scrollingElement ?? document.documentElement;
}
