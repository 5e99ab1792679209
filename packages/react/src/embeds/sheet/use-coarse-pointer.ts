import { useSyncExternalStore } from 'react';

const QUERY = '(pointer: coarse)';

/** Whether a finger points here, which needs larger targets. */
export function useCoarsePointer(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const query = matchMedia(QUERY);
      query.addEventListener('change', changed);
      return () => query.removeEventListener('change', changed);
    },
    () => matchMedia(QUERY).matches,
    () => false,
  );
}
