import { useSyncExternalStore } from 'react';
import { PREFERENCES, type PreferenceName, type PreferenceValue, readPreference } from './preferences.ts';

/** A preference of this browser, as it changes, also in another tab. */
export function usePreference<Name extends PreferenceName>(name: Name): PreferenceValue<Name> {
  return useSyncExternalStore(
    subscribe,
    () => readPreference(name),
    () => PREFERENCES[name].initial,
  );
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('storage', listener);
  return () => window.removeEventListener('storage', listener);
}
