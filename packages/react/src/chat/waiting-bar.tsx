import type { RunTool } from '@millrace/engine';
import { Hand } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { isTouch } from '../page/is-touch.ts';
import { strings } from '../words/strings.ts';

export interface WaitingBarProps {
  readonly waiting: readonly RunTool[];
  /** The box in which the cards scroll. */
  readonly box: RefObject<HTMLElement | null>;
}

/** Tells of cards that wait out of sight. Alt+A goes to the first card, wherever it is. */
export function WaitingBar({ waiting, box }: WaitingBarProps) {
  const asked = waiting.map(({ approval }) => approval?.approval_id).join(' ');
  const unseen = useUnseen(box, asked);
  useEffect(() => {
    if (asked === '') return;
    function onKey(event: KeyboardEvent): void {
      // By its place: with Alt the letter is another one on some keyboards.
      if (event.code !== 'KeyA' || !event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      goTo(cardsIn(box.current)[0]);
    }
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [box, asked]);

  useReturn(box, asked === '');

  if (waiting.length === 0 || unseen.size === 0) return null;
  return (
    <div className="mr-waiting-bar">
      <Hand size={16} aria-hidden="true" />
      <span>{strings.waitingActions(waiting.length)}</span>
      <span aria-hidden="true">·</span>
      <button
        type="button"
        className="mr-button-quiet"
        aria-keyshortcuts="Alt+A"
        onClick={() => goTo(cardsIn(box.current).find((card) => unseen.has(card)))}
      >
        {strings.review}
      </button>
    </div>
  );
}

const FIELD = '.mr-composer :is(textarea, [contenteditable="true"])';

/** When the last card goes with the focus in it, the person goes on writing; not by touch, where a keyboard would come. */
function useReturn(box: RefObject<HTMLElement | null>, isOver: boolean): void {
  // Where the focus of a card goes first when the card goes.
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

/** So much of a card must be in sight to count. */
const SEEN_PX = 48;

function useUnseen(box: RefObject<HTMLElement | null>, asked: string): ReadonlySet<Element> {
  const [unseen, setUnseen] = useState<ReadonlySet<Element>>(new Set());
  useEffect(() => {
    if (asked === '') return;
    const away = new Set<Element>();
    const observer = new IntersectionObserver(
      (changes) => {
        for (const { target, isIntersecting } of changes) {
          // A sheet lies over the box, wherever the box is scrolled to.
          if (isIntersecting || target.matches('[data-sheet]')) away.delete(target);
          else away.add(target);
        }
        setUnseen(new Set(away));
      },
      { root: box.current, rootMargin: `-${SEEN_PX}px 0px` },
    );
    for (const card of cardsIn(box.current)) observer.observe(card);
    return () => {
      observer.disconnect();
      setUnseen(new Set());
    };
  }, [box, asked]);
  return unseen;
}

const cardsIn = (box: HTMLElement | null): HTMLElement[] => [
  ...(box?.querySelectorAll<HTMLElement>('[data-waiting]') ?? []),
];

function goTo(card: HTMLElement | undefined): void {
  card?.focus({ preventScroll: true });
  card?.scrollIntoView({ block: 'start' });
}
