'use client';

import { useSyncExternalStore } from 'react';

/** Tells whether keys are called as on a Mac. */
export function isMac(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent);
}

const never = (): (() => void) => () => {};

/** The same for rendering: a server does not know it, and the first render in the browser must match the server's. */
export function useIsMac(): boolean {
  return useSyncExternalStore(never, isMac, () => false);
}
