import { useSyncExternalStore } from 'react';

/** Tells whether the person looks at the page: it is visible and has the focus. */
export function useLooking(): boolean {
  return useSyncExternalStore(subscribe, isLooking);
}

function isLooking(): boolean {
  return document.visibilityState === 'visible' && document.hasFocus();
}

function subscribe(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  for (const name of ['focus', 'blur'] as const) window.addEventListener(name, listener);
  return () => {
    document.removeEventListener('visibilitychange', listener);
    for (const name of ['focus', 'blur'] as const) window.removeEventListener(name, listener);
  };
}
