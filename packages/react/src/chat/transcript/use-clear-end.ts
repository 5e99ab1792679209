'use client';

import { type RefObject, useLayoutEffect, useRef } from 'react';

/** The height, from the end of the view, over which something lies: the text there is cut off instead of covered. */
const CLEAR = '--mr-clear-end';

/** The space below the last line. It stays while cards wait: a bar that goes when its card is reached must not move the card. */
const KEPT = '--mr-kept-end';

/**
 * Keeps the text of a transcript out from under what lies over its end: the bar and the button there, and the sheet of a card on a narrow
 * screen. The view itself keeps its size, so nothing that is read moves.
 */
export function useClearEnd(
  box: RefObject<HTMLElement | null>,
  over: RefObject<HTMLElement | null>,
  /** The cards that wait. */
  asked: string,
): void {
  const kept = useRef(0);
  useLayoutEffect(() => {
    const [view, bar] = [box.current, over.current];
    if (view === null || bar === null) return;
    if (asked === '') kept.current = 0;
    const look = (): void => {
      const sheet = view.querySelector<HTMLElement>('[data-sheet]');
      // Its place at rest: it may still be on its way in.
      const covered = sheet === null ? 0 : view.getBoundingClientRect().bottom - sheet.offsetTop;
      const clear = Math.ceil(Math.max(bar.offsetHeight, covered, 0));
      if (bar.querySelector('.mr-waiting-bar') !== null)
        kept.current = Math.max(kept.current, bar.offsetHeight);
      view.style.setProperty(CLEAR, `${clear}px`);
      view.style.setProperty(KEPT, `${kept.current}px`);
    };
    const sizes = new ResizeObserver(look);
    for (const each of [view, bar, ...view.querySelectorAll('.mr-approval')]) sizes.observe(each);
    // A card becomes a sheet, and is put away, without another size.
    const sheets = new MutationObserver(look);
    if (asked !== '') sheets.observe(view, { attributeFilter: ['data-sheet'], subtree: true });
    look();
    return () => {
      sizes.disconnect();
      sheets.disconnect();
    };
  }, [box, over, asked]);
}
