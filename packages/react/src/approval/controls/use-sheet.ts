'use client';

import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import { isTouch } from '../../page/is-touch.ts';
import { useMedia } from '../../page/use-media.ts';

/** Below this a card that asks is a sheet at the end of the screen. */
const NARROW = '(max-width: 639.98px)';

export interface Sheet {
  /** True when it lies over the page. */
  readonly open: boolean;
  /** True when the person has put it away. */
  readonly hidden: boolean;
  readonly hide: () => void;
  readonly show: () => void;
}

/**
 * Makes a card a sheet on a narrow screen. It lies in the browser's top layer, so nothing around the card can cut it off, and it
 * gives way to a field that somebody types in: it is never over what has the focus.
 */
export function useSheet(card: RefObject<HTMLElement | null>, isFirst: boolean): Sheet {
  const wanted = useMedia(NARROW) && isFirst;
  const [state, setState] = useState<'open' | 'hidden' | 'aside'>('open');
  const open = wanted && state === 'open';
  useLayoutEffect(() => {
    if (wanted && !letGo(fieldOutside(card.current))) setState('aside');
  }, [wanted, card]);
  useLayoutEffect(() => (open ? layOver(card.current) : undefined), [open, card]);
  useEffect(() => {
    if (!open) return;
    const giveWay = (): void => {
      if (fieldOutside(card.current) !== undefined) setState('hidden');
    };
    document.addEventListener('focusin', giveWay);
    return () => document.removeEventListener('focusin', giveWay);
  }, [open, card]);
  return {
    open,
    hidden: wanted && state === 'hidden',
    hide: () => setState('hidden'),
    show: () => setState('open'),
  };
}

const FIELDS = 'input, textarea, select, [contenteditable="true"]';

/** The field with the focus that is not in the card. */
function fieldOutside(card: HTMLElement | null): HTMLElement | undefined {
  const { activeElement: active } = document;
  return active instanceof HTMLElement && active.matches(FIELDS) && !card?.contains(active)
    ? active
    : undefined;
}

/** Leaves an empty field on a touch screen, so that its keyboard goes. False when somebody is typing. */
function letGo(field: HTMLElement | undefined): boolean {
  if (field === undefined) return true;
  const text = 'value' in field ? String(field.value) : (field.textContent ?? '');
  if (text.trim() !== '' || !isTouch()) return false;
  field.blur();
  return true;
}

/** Lays a card over the page, above a keyboard that covers it. Returns the way back. */
function layOver(card: HTMLElement | null): (() => void) | undefined {
  if (card === null || typeof card.showPopover !== 'function') return undefined;
  card.setAttribute('popover', 'manual');
  card.showPopover();
  const { visualViewport: view } = window;
  const lift = (): void => {
    const covered = view === null ? 0 : Math.max(0, innerHeight - view.height - view.offsetTop);
    card.style.setProperty('--mr-sheet-lift', `${covered}px`);
  };
  lift();
  view?.addEventListener('resize', lift);
  return () => {
    view?.removeEventListener('resize', lift);
    if (card.matches(':popover-open')) card.hidePopover();
    card.removeAttribute('popover');
  };
}
