'use client';

import { type RefObject, useEffect } from 'react';

/** The part of a card that a person has just opened. */
export type Opened = 'card' | 'form' | undefined;

/** Brings what a person has opened into sight, with its buttons where there is room for all of it, else the field with the focus. */
export function useInSight(card: RefObject<HTMLElement | null>, opened: Opened): void {
  useEffect(() => {
    const element = card.current;
    if (opened === undefined || element === null) return;
    const part = opened === 'card' ? element : element.querySelector('.mr-approval-form');
    part?.scrollIntoView({ block: 'nearest' });
    const { activeElement: active } = document;
    if (active !== element && element.contains(active)) active?.scrollIntoView({ block: 'nearest' });
  }, [card, opened]);
}
