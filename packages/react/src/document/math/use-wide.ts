'use client';

import { type RefObject, useEffect, useState } from 'react';

/** Tells whether what is in a box is wider than the box, so that it scrolls. */
export function useWide(box: RefObject<HTMLElement | null>, matters: boolean): boolean {
  const [isWide, setIsWide] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (!matters || element === null) return;
    const observer = new ResizeObserver(() => setIsWide(element.scrollWidth > element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [box, matters]);
  return isWide;
}
