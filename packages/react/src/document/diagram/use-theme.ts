'use client';

import { type RefObject, useEffect, useState } from 'react';
import type { Theme } from './diagram-messages.ts';

/** Tells whether an element is light on dark; it follows the system and the page. */
export function useTheme(place: RefObject<HTMLElement | null>): Theme {
  const [theme, setTheme] = useState<Theme>('light');
  useEffect(() => {
    const read = (): void => {
      if (place.current !== null)
        setTheme(isBright(getComputedStyle(place.current).color) ? 'dark' : 'light');
    };
    read();
    const dark = matchMedia('(prefers-color-scheme: dark)');
    dark.addEventListener('change', read);
    const observer = new MutationObserver(read);
    observer.observe(document.documentElement, { attributeFilter: ['data-theme', 'class', 'style'] });
    return () => {
      dark.removeEventListener('change', read);
      observer.disconnect();
    };
  }, [place]);
  return theme;
}

function isBright(color: string): boolean {
  const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map(Number);
  return red + green + blue > 382;
}
