'use client';

import { type RefObject, useLayoutEffect } from 'react';
import type { SheetCopy } from './cells/sheet-copy.ts';

type Grid = SheetCopy['grid'];

const grids = new WeakMap<Element, Grid>();

/** Notes which cells a preview shows: a selection in it is copied as it is seen. */
export function useShownGrid(box: RefObject<Element | null>, grid: Grid): void {
  useLayoutEffect(() => {
    if (box.current !== null) grids.set(box.current, grid);
  }, [box, grid]);
}

/** The cells that a preview shows, by an element in it; undefined when it is none. */
export function shownGrid(inside: Element): Grid | undefined {
  const box = inside.closest('.mr-embed-scroll');
  return box === null ? undefined : grids.get(box);
}
