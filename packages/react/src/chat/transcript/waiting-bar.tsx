'use client';

import type { RunLimit, RunTool } from '@millrace/engine/run';
import { Hand } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { isTouch } from '../../page/is-touch.ts';
import { ariaKeys, isShortcut } from '../../page/shortcuts.ts';
import { useWords } from '../../words/words-context.ts';

export interface WaitingBarProps {
  readonly waiting: readonly RunTool[];
  /** The question whether the run goes on after many steps. */
  readonly limit: RunLimit | undefined;
  /** The box in which the cards scroll. */
  readonly box: RefObject<HTMLElement | null>;
}

/** Shows that cards wait with their answers out of sight. Alt+A goes to the first card, wherever it is. */
export function WaitingBar({ waiting, limit, box }: WaitingBarProps) {
  const strings = useWords();
  const calls = waiting.map(({ question, approval }) => (question ?? approval)?.approval_id);
  const asks = limit === undefined ? calls : [...calls, limit.approval_id];
  const asked = asks.join(' ');
  const unseen = useUnseen(box, asked);
  useEffect(() => {
    if (asked === '') return;
    function onKey(event: KeyboardEvent): void {
      if (!isShortcut('review', event)) return;
      event.preventDefault();
      goTo(cardsIn(box.current)[0], box.current);
    }
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [box, asked]);

  useReturn(box, asked === '');

  function review(): void {
    const card = cardsIn(box.current).find((each) => unseen.has(each));
    goTo(card, box.current);
  }
  if (asks.length === 0 || unseen.size === 0) return null;
  return (
    <div className="mr-waiting-bar">
      <Hand size={16} aria-hidden="true" />
      <span>{strings.waitingActions(asks.length)}</span>
      <span aria-hidden="true">·</span>
      <button
        type="button"
        className="mr-button-quiet"
        aria-keyshortcuts={ariaKeys('review', false)}
        onClick={review}
      >
        {strings.review}
      </button>
    </div>
  );
}

const FIELD = '.mr-composer :is(textarea, [contenteditable="true"])';

/** When the last card goes with the focus in it, the person can keep writing; not by touch, where a keyboard would come. */
function useReturn(box: RefObject<HTMLElement | null>, isOver: boolean): void {
  // The element that gets the focus of a card when the card goes away.
  const held = useRef<Element | null>(null);
  useEffect(() => {
    function onFocus({ target }: FocusEvent): void {
      const card = target instanceof Element ? target.closest('[data-waiting]') : null;
      if (card !== null) held.current = card.parentElement?.closest('[tabindex]') ?? document.body;
      else if (target !== held.current) held.current = null;
    }
    document.addEventListener('focusin', onFocus);
    return () => document.removeEventListener('focusin', onFocus);
  }, []);
  useEffect(() => {
    if (!isOver || held.current === null) return;
    held.current = null;
    const active = document.activeElement;
    if (active !== document.body && !box.current?.contains(active)) return;
    if (isTouch()) return;
    document.querySelector<HTMLElement>(FIELD)?.focus({ preventScroll: true });
  }, [box, isOver]);
}

/** So much of a card must be in sight to count: the row of its answers. */
const SEEN_PX = 48;

/** The cards whose answers are out of sight. The one with the focus counts as seen while any of it is. */
function useUnseen(box: RefObject<HTMLElement | null>, asked: string): ReadonlySet<Element> {
  const [unseen, setUnseen] = useState<ReadonlySet<Element>>(NONE);
  useEffect(() => {
    const view = box.current;
    if (asked === '' || view === null) return;
    const look = (): void => {
      const away = cardsIn(view).filter((card) => !isSeen(card, view));
      setUnseen((before) => (isSameSet(before, away) ? before : new Set(away)));
    };
    look();
    // A form that opens, words that come, and a window that changes move what is in sight.
    const sizes = new ResizeObserver(look);
    for (const each of [view, ...view.children]) sizes.observe(each);
    view.addEventListener('scroll', look, { passive: true });
    document.addEventListener('focusin', look);
    return () => {
      sizes.disconnect();
      view.removeEventListener('scroll', look);
      document.removeEventListener('focusin', look);
    };
  }, [box, asked]);
  return unseen;
}

const NONE: ReadonlySet<Element> = new Set();

const isSameSet = (set: ReadonlySet<Element>, list: readonly Element[]): boolean =>
  set.size === list.length && list.every((each) => set.has(each));

function isSeen(card: HTMLElement, box: HTMLElement): boolean {
  // A sheet lies over the box, wherever the box is scrolled to.
  if (card.matches('[data-sheet]')) return true;
  const [{ top, bottom }, view] = [card.getBoundingClientRect(), box.getBoundingClientRect()];
  const isInSight = top < view.bottom - SEEN_PX && bottom > view.top + SEEN_PX;
  const end = view.bottom - (jumpSpace(box) ?? 0);
  // The answers are the end of a card. What is a pixel off is the work of rounding.
  return isInSight && (bottom <= end + 1 || card.contains(document.activeElement));
}

/** The space at the end of the view that the way to the end of the chat takes. */
function jumpSpace(box: HTMLElement): number | undefined {
  return box.parentElement?.querySelector<HTMLElement>('.mr-jump')?.offsetHeight;
}

const cardsIn = (box: HTMLElement | null): HTMLElement[] => [
  ...(box?.querySelectorAll<HTMLElement>('[data-waiting]') ?? []),
];

/** Goes to a card: to its beginning, or, where that is in sight, to its answers. */
function goTo(card: HTMLElement | undefined, box: HTMLElement | null): void {
  if (card === undefined || box === null) return;
  const [{ top, bottom }, view] = [card.getBoundingClientRect(), box.getBoundingClientRect()];
  const beginsInSight = top >= view.top && top < view.bottom - SEEN_PX;
  card.focus({ preventScroll: true });
  if (!beginsInSight) card.scrollIntoView({ block: 'start' });
  else if (bottom > view.bottom) card.scrollIntoView({ block: 'end' });
}
