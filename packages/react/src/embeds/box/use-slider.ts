'use client';

import { type KeyboardEvent, type RefObject, useState } from 'react';
import { useWords } from '../../words/words-context.ts';

export interface Slider {
  /** The item at the start of the view. */
  readonly current: number;
  /** The words for people who do not see it move: none before it does. */
  readonly said: string;
  readonly go: (to: number) => void;
  readonly onScroll: () => void;
  /** On an item itself, not on what is inside it. */
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

/** The position of a row of items that scrolls sideways, and how to move it. With a chosen item that is the position, and nothing is said. */
export function useSlider(track: RefObject<HTMLElement | null>, count: number, chosen = -1): Slider {
  const strings = useWords();
  const [current, setCurrent] = useState(0);
  const [said, setSaid] = useState('');

  function onScroll(): void {
    const element = track.current;
    if (element === null || count < 2) return;
    const place = nearest(element);
    if (place === current) return;
    setCurrent(place);
    setSaid(chosen < 0 ? strings.placeOf(place + 1, count) : '');
  }
  function go(to: number): HTMLElement | undefined {
    const element = track.current;
    const item = element?.children[to];
    if (element === null || !(item instanceof HTMLElement)) return undefined;
    element.scrollBy({ left: offsetOf(element, item) });
    return item;
  }
  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if (event.target !== event.currentTarget) return;
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl';
    const step =
      event.key === (isRtl ? 'ArrowLeft' : 'ArrowRight')
        ? 1
        : event.key === (isRtl ? 'ArrowRight' : 'ArrowLeft')
          ? -1
          : 0;
    const here = Array.prototype.indexOf.call(track.current?.children ?? [], event.currentTarget);
    const item = step === 0 ? undefined : go(here + step);
    if (item === undefined) return;
    event.preventDefault();
    item.focus({ preventScroll: true });
  }
  const place = chosen < 0 ? current : chosen;
  return { current: Math.min(place, Math.max(count - 1, 0)), said, go, onScroll, onKeyDown };
}

/** How far an item's beginning is from the beginning of the view. */
function offsetOf(track: HTMLElement, item: Element): number {
  const [view, box] = [track.getBoundingClientRect(), item.getBoundingClientRect()];
  return getComputedStyle(track).direction === 'rtl' ? box.right - view.right : box.left - view.left;
}

/** The item whose beginning is nearest to that of the view; the last one when there is nothing more to scroll. */
function nearest(track: HTMLElement): number {
  const items = [...track.children];
  const isAtEnd = track.scrollWidth - track.clientWidth - Math.abs(track.scrollLeft) <= 2;
  if (isAtEnd) return items.length - 1;
  const far = items.map((item) => Math.abs(offsetOf(track, item)));
  return far.indexOf(Math.min(...far));
}
