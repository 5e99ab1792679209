'use client';

import { useSyncExternalStore } from 'react';

/** Tells whether a media query holds, now and after it changes. Where there is no page, it is taken as `onServer` says. */
export function useMedia(query: string, onServer = false): boolean {
  return useSyncExternalStore(
    (changed) => {
      const media = matchMedia(query);
      media.addEventListener('change', changed);
      return () => media.removeEventListener('change', changed);
    },
    () => matchMedia(query).matches,
    () => onServer,
  );
}
