'use client';

import { type RefObject, useEffect, useState } from 'react';

/** The part of a scrolled box that is in sight, in pixels. */
export interface Viewport {
  readonly top: number;
  /** From the side on which lines begin. */
  readonly left: number;
  readonly width: number;
  readonly height: number;
}

/** Follows the scrolling and the size of a box, once a frame. */
export function useViewport(box: RefObject<HTMLElement | null>): Viewport {
  const [viewport, setViewport] = useState<Viewport>({ top: 0, left: 0, width: 0, height: 0 });
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    let frame = 0;
    const look = (): void => {
      frame = 0;
      const { scrollTop: top, scrollLeft, clientWidth: width, clientHeight: height } = element;
      setViewport({ top, left: Math.abs(scrollLeft), width, height });
    };
    const later = (): void => {
      if (frame === 0) frame = requestAnimationFrame(look);
    };
    look();
    const sizes = new ResizeObserver(later);
    sizes.observe(element);
    element.addEventListener('scroll', later, { passive: true });
    return () => {
      sizes.disconnect();
      element.removeEventListener('scroll', later);
      cancelAnimationFrame(frame);
    };
  }, [box]);
  return viewport;
}
