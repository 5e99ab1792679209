import { useSyncExternalStore } from 'react';

/** All that was done above what came of it, or both in the order in which they came. */
export type TimelineLayout = 'split' | 'interleaved';

const KEY = 'millrace-timeline';
const listeners = new Set<() => void>();

const saved = (): TimelineLayout => (localStorage.getItem(KEY) === 'interleaved' ? 'interleaved' : 'split');

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // Another tab may change it.
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

function keep(layout: TimelineLayout): void {
  if (layout === 'split') localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, layout);
  for (const listener of listeners) listener();
}

/** How answers show their steps on this device, and how to change that. */
export function useTimelineLayout(): readonly [TimelineLayout, (layout: TimelineLayout) => void] {
  return [useSyncExternalStore(subscribe, saved), keep];
}
