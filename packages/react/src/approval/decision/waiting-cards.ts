'use client';

import { type RefObject, use, useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { HitlContext, type HitlRuntime } from './hitl-runtime.ts';

/** A card that waits on this page, as the others beside it see it. */
export interface WaitingCard {
  readonly id: string;
  readonly tool: string;
  /** True when all that a yes allows is in sight, and nothing would be destroyed. */
  readonly plain: boolean;
  readonly element: HTMLElement;
  readonly approve: () => void;
}

interface WaitingCards {
  readonly get: () => readonly WaitingCard[];
  readonly subscribe: (listener: () => void) => () => void;
  /** Until the returned function is called. */
  readonly put: (card: WaitingCard) => () => void;
}

// Cards that decide through one runtime are asked together.
const known = new WeakMap<HitlRuntime, WaitingCards>();

function cardsOf(runtime: HitlRuntime): WaitingCards {
  const found = known.get(runtime) ?? createCards();
  known.set(runtime, found);
  return found;
}

function createCards(): WaitingCards {
  const listeners = new Set<() => void>();
  let cards: readonly WaitingCard[] = [];
  // At once: the order decides what is drawn next.
  function set(next: readonly WaitingCard[]): void {
    cards = next;
    for (const listener of listeners) listener();
  }
  return {
    get: () => cards,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    put(card) {
      set([...cards, card].sort(inPage));
      return () => set(cards.filter((each) => each !== card));
    },
  };
}

function inPage({ element: one }: WaitingCard, { element: other }: WaitingCard): number {
  return one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
}

const NONE: readonly WaitingCard[] = [];
const never = (): (() => void) => () => {};

export interface WaitingCardFacts extends Omit<WaitingCard, 'element'> {
  /** Called when the card stands elsewhere because others came or went. */
  readonly onMove: () => void;
}

export interface WaitingPlace {
  /** From 0. */
  readonly place: number;
  readonly all: readonly WaitingCard[];
}

/** The place of a card among those that wait beside it. When it goes with the focus in it, the next one gets the focus. */
export function useWaitingPlace(
  card: RefObject<HTMLElement | null>,
  { id, tool, plain, approve, onMove }: WaitingCardFacts,
): WaitingPlace {
  const runtime = use(HitlContext);
  const cards = runtime === null ? undefined : cardsOf(runtime);
  const newest = useRef(approve);
  useEffect(() => {
    newest.current = approve;
  });
  useLayoutEffect(() => {
    const element = card.current;
    if (element === null || cards === undefined) return;
    return cards.put({ id, tool, plain, element, approve: () => newest.current() });
  }, [card, cards, id, tool, plain]);
  useLayoutEffect(() => {
    const element = card.current;
    return () => handFocusOn(element, cards?.get() ?? NONE);
  }, [card, cards]);
  const all = useSyncExternalStore(
    cards?.subscribe ?? never,
    () => cards?.get() ?? NONE,
    () => NONE,
  );
  const place = Math.max(
    0,
    all.findIndex((each) => each.id === id),
  );
  const last = useRef(place);
  useEffect(() => {
    if (last.current !== place) onMove();
    last.current = place;
  }, [place, onMove]);
  return { place, all };
}

/** When a card that has the focus goes, the next one that waits gets it; when there is none, the call that contained it. */
function handFocusOn(card: HTMLElement | null, waiting: readonly WaitingCard[]): void {
  if (!card?.contains(document.activeElement)) return;
  const others = waiting.filter(({ element }) => element !== card);
  const next =
    others.find(({ element }) => card.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) ??
    others[0];
  const holder = next?.element ?? card.parentElement?.closest<HTMLElement>('[tabindex]');
  queueMicrotask(() => {
    // The message box may have it by now: it takes the focus when nothing waits any more.
    const { activeElement: active, body } = document;
    if (active !== body && !card.contains(active)) return;
    holder?.focus({ preventScroll: true });
    if (next !== undefined) holder?.scrollIntoView({ block: 'nearest' });
  });
}
