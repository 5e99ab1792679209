import { useSyncExternalStore } from 'react';

/** Tells whether keys are called as on a Mac. */
export function isMac(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent);
}

const never = (): (() => void) => () => {};

/** The same for what is drawn: where there is no page nobody knows it, and what was drawn there must fit at first. */
export function useIsMac(): boolean {
  return useSyncExternalStore(never, isMac, () => false);
}
