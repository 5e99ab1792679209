import { useCallback, useSyncExternalStore } from 'react';
import { SETTINGS_SECTIONS, type SettingsSection } from './settings-sections.ts';

/** The page that a person is on: an address names a chat, none for a new one, or a section of the settings. */
export type Route =
  | { readonly type: 'start' }
  | { readonly type: 'new' }
  | { readonly type: 'chat'; readonly id: string }
  | { readonly type: 'settings'; readonly section: SettingsSection };

/** Pure. What names nothing leads to a new chat. */
export function parseRoute(path: string): Route {
  if (path === '/start') return { type: 'start' };
  const [, top, section] = path.split('/');
  if (top === 'settings')
    return { type: 'settings', section: SETTINGS_SECTIONS.find((name) => name === section) ?? 'models' };
  const chat = /^\/chat\/([A-Za-z0-9_-]{1,64})$/.exec(path)?.[1];
  return chat === undefined ? { type: 'new' } : { type: 'chat', id: chat };
}

const CHANGED = 'millrace:route';

/** Goes to an address of the app without loading the page again. */
export function navigate(path: string, how: 'push' | 'replace' = 'push'): void {
  if (how === 'push') history.pushState(null, '', path);
  else history.replaceState(null, '', path);
  window.dispatchEvent(new Event(CHANGED));
}

export function useRoute(): Route {
  const path = useSyncExternalStore(
    useCallback((changed: () => void) => {
      window.addEventListener('popstate', changed);
      window.addEventListener(CHANGED, changed);
      return () => {
        window.removeEventListener('popstate', changed);
        window.removeEventListener(CHANGED, changed);
      };
    }, []),
    () => window.location.pathname,
  );
  return parseRoute(path);
}
