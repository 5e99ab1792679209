'use client';

import {
  type KeyboardEvent,
  type RefObject,
  type TouchEvent,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type WheelEvent,
} from 'react';
import type { ChatState } from '../state/open-chat.ts';

export interface ReadingOptions {
  /** The element that scrolls. */
  readonly box: RefObject<HTMLElement | null>;
  /** The element that holds the newest messages. Space is reserved at its end. */
  readonly tail: RefObject<HTMLElement | null>;
  readonly state: Pick<ChatState, 'messages' | 'live' | 'sent'>;
  /** `message`: what the person sends goes to the top and stays there. `end`: the end is followed from then on. */
  readonly follow: 'message' | 'end';
}

export interface ReadingPlace {
  /** True when the end of the newest message is out of sight. */
  readonly isAway: boolean;
  readonly jump: () => void;
  /** For the element that scrolls. */
  readonly handlers: {
    readonly onScroll: () => void;
    readonly onWheel: (event: WheelEvent) => void;
    readonly onTouchStart: (event: TouchEvent) => void;
    readonly onTouchMove: (event: TouchEvent) => void;
    readonly onKeyDown: (event: KeyboardEvent) => void;
  };
}

/** The space above the first message and below the last one. */
const MARGIN_PX = 24;
const END_PX = 4;
/** So much may be out of sight without a button that leads back: the buttons below an answer, which come when nothing may move. */
const AWAY_PX = 48;
/** So long after it was opened, a chat may still grow by what loads late. */
const SETTLE_MS = 1000;

interface ScrollState {
  following: boolean;
  follow: ReadingOptions['follow'];
  /** The position of the view when it was last looked at. */
  top: number;
  /** The message that was put at the top. */
  anchored: string;
  /** The position at which the view can stay, even if the content changes; 0 for none. */
  reserved: number;
  running: boolean;
  /** The last message of the list. */
  newest: string | undefined;
  /** When the chat was opened, if no answer has been written since. */
  opened: number;
  /** How high the view was. */
  height: number;
}

/** When an answer is written, the chat was opened before. */
const LONG_AGO = Number.NEGATIVE_INFINITY;

const START = {
  following: true,
  top: 0,
  anchored: '',
  reserved: 0,
  newest: undefined,
  opened: Number.POSITIVE_INFINITY,
  height: 0,
};

/**
 * The reading position. A reader at the very end is kept there while an answer grows; any movement up stops that at once, and it
 * continues when the reader comes back to the end or asks for it. A message that was sent here goes to the top, with space
 * reserved below, and then nothing moves. The end of an answer moves nothing, no matter what it folds.
 */
export function useReadingPlace({ box, tail, state, follow }: ReadingOptions): ReadingPlace {
  const { messages, live, sent } = state;
  const running = live?.run.status === 'running';
  const [isAway, setAway] = useState(false);
  const place = useRef<ScrollState>({ ...START, follow, running });

  const look = useCallback(() => {
    const [end, view] = [tail.current?.lastElementChild, box.current];
    if (end == null || view === null) return;
    setAway(end.getBoundingClientRect().bottom > view.getBoundingClientRect().bottom + AWAY_PX);
  }, [box, tail]);

  /** Makes sure that the view can stay at `top`. */
  const reserve = useCallback(
    (top: number) => {
      const [view, list] = [box.current, tail.current];
      if (view === null || list === null) return;
      place.current.reserved = top;
      const space = top + view.clientHeight - topIn(view, list) - MARGIN_PX;
      list.style.minBlockSize = top === 0 ? '' : `${Math.max(0, Math.ceil(space))}px`;
    },
    [box, tail],
  );

  const putAtTop = useCallback(
    (message: HTMLElement) => {
      const view = box.current;
      if (view === null) return;
      const top = Math.max(0, Math.floor(topIn(view, message) - MARGIN_PX));
      reserve(top);
      scrollTo(view, top, place.current);
    },
    [box, reserve],
  );

  const toEnd = useCallback(() => {
    const view = box.current;
    if (view === null) return;
    scrollTo(view, view.scrollHeight, place.current);
  }, [box]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: new content is what moves the end
  useLayoutEffect(() => {
    const [view, at] = [box.current, place.current];
    if (view === null) return;
    at.follow = follow;
    const hasEnded = keepRunning(at, running);
    // Another branch, or fewer messages: the reserved space was for the others, and their end no longer counts.
    if (at.newest !== undefined && !messages.some(({ id }) => id === at.newest)) {
      at.following = false;
      reserve(0);
    }
    at.newest = messages.at(-1)?.id;
    if (hasEnded) {
      // Content that is folded away now must not pull the view down with it.
      reserve(Math.max(at.reserved, at.top));
      if (view.scrollTop < at.top) view.scrollTop = at.top;
      if (at.following) scrollTo(view, view.scrollTop + wordsBelow(view, tail.current), at);
    }
    const message = sent === null || sent === at.anchored ? null : messageElement(view, sent);
    if (message !== null) {
      at.anchored = sent ?? '';
      at.following = follow === 'end';
      if (follow === 'message') putAtTop(message);
    } else if (view.scrollTop < at.top && !isAtEnd(view)) {
      // The reader has scrolled up, but the event has not come yet. Scrolling now would undo that.
      at.following = false;
    }
    if (mayFollow(at)) toEnd();
    look();
  }, [messages, live, sent, follow]);

  useEffect(() => {
    const [view, list] = [box.current, tail.current];
    if (view === null || list === null) return;
    if (!place.current.running) place.current.opened = Date.now();
    const observer = new ResizeObserver((entries) => {
      const at = place.current;
      at.height = view.clientHeight;
      if (at.reserved > 0 && entries.some(({ target }) => target === view)) {
        // Another size of the window: lines break elsewhere, and what was at the top is put there again.
        const message = at.anchored === '' ? null : messageElement(view, at.anchored);
        if (message !== null && at.top === at.reserved) putAtTop(message);
        else reserve(at.reserved);
      }
      if (mayFollow(at)) toEnd();
      look();
    });
    observer.observe(view);
    observer.observe(list);
    return () => observer.disconnect();
  }, [box, tail, reserve, putAtTop, toEnd, look]);

  const onScroll = useCallback(() => {
    const [view, at] = [box.current, place.current];
    if (view === null) return;
    // A larger view has no room to stay where it was until space is reserved again; the reader has not moved.
    if (view.clientHeight !== at.height && view.scrollTop < at.reserved) return;
    const moved = view.scrollTop - at.top;
    at.top = view.scrollTop;
    if (moved < 0) at.following = false;
    else if (moved > 0 && isAtEnd(view)) at.following = true;
    look();
  }, [box, look]);
  const stop = useCallback(() => {
    place.current.following = false;
  }, []);
  return {
    isAway,
    jump: useCallback(() => {
      place.current.following = true;
      toEnd();
      look();
    }, [toEnd, look]),
    handlers: useUpHandlers(onScroll, stop),
  };
}

function scrollTo(view: HTMLElement, top: number, at: ScrollState): void {
  view.scrollTop = top;
  at.top = view.scrollTop;
}

/** How much of the last words is below the view: those that came with the end are followed too. */
function wordsBelow(view: HTMLElement, list: HTMLElement | null): number {
  const words = [...(list?.querySelectorAll('.mr-answer') ?? [])].at(-1);
  if (words === undefined) return 0;
  return Math.max(0, words.getBoundingClientRect().bottom - view.getBoundingClientRect().bottom);
}

/** Keeps whether an answer is written. True when it has just ended. */
function keepRunning(at: ScrollState, running: boolean): boolean {
  const hasEnded = at.running && !running;
  at.running = running;
  if (running) at.opened = LONG_AGO;
  return hasEnded;
}

/**
 * The end is followed while an answer is written, and while a chat that was opened may still grow. What comes with the end of
 * an answer, or after it, moves nothing, unless the person wants to be at the end always.
 */
function mayFollow({ following, follow, running, opened }: ScrollState): boolean {
  return following && (running || follow === 'end' || Date.now() - opened < SETTLE_MS);
}

/** Hears of every movement up, by wheel, finger or key, before the view has moved. */
function useUpHandlers(onScroll: () => void, onUp: () => void): ReadingPlace['handlers'] {
  const touched = useRef(0);
  return {
    onScroll,
    onWheel: ({ deltaY }) => deltaY < 0 && onUp(),
    onTouchStart({ touches }) {
      touched.current = touches[0]?.clientY ?? 0;
    },
    onTouchMove({ touches }) {
      const y = touches[0]?.clientY ?? 0;
      // A finger that goes down pulls the text down.
      if (y > touched.current) onUp();
      touched.current = y;
    },
    onKeyDown: ({ key, shiftKey }) => (UP_KEYS.has(key) || (key === ' ' && shiftKey)) && onUp(),
  };
}

const UP_KEYS: ReadonlySet<string> = new Set(['ArrowUp', 'PageUp', 'Home']);

/** The element of a message that is drawn now. */
export function messageElement(within: HTMLElement, id: string): HTMLElement | null {
  return within.querySelector<HTMLElement>(`[data-message="${CSS.escape(id)}"]`);
}

function topIn(view: HTMLElement, element: HTMLElement): number {
  return element.getBoundingClientRect().top - view.getBoundingClientRect().top + view.scrollTop;
}

function isAtEnd(element: HTMLElement): boolean {
  return element.scrollHeight - element.clientHeight - element.scrollTop <= END_PX;
}
