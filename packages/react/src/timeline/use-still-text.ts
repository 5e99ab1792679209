'use client';

import { useLayoutEffect } from 'react';
import { foldingParts } from './folding-parts.ts';

/** When steps above the visible part fold, the text below them does not move. */
export function useStillText(id: string, open: boolean): void {
  useLayoutEffect(() => {
    const [first, ...others] = open ? [] : foldingParts(id);
    if (first === undefined) return undefined;
    const box = scrollerOf(first);
    const top = box === document.scrollingElement ? 0 : box.getBoundingClientRect().top;
    // They have only begun to fold.
    const above = [first, ...others].filter((part) => {
      const { bottom, height } = part.getBoundingClientRect();
      return height > 0 && bottom <= top;
    });
    if (above.length === 0) return undefined;
    const gone = above.reduce((sum, part) => sum + part.getBoundingClientRect().height, 0);
    const before = box.scrollTop;
    for (const part of above) part.style.transition = 'none';
    box.scrollTop = before - gone;
    return () => {
      for (const part of above) part.style.transition = '';
    };
  }, [id, open]);
}

function scrollerOf(element: HTMLElement): Element {
  for (let at = element.parentElement; at !== null; at = at.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(at).overflowY)) return at;
  }
  return document.scrollingElement ?? document.documentElement;
}
