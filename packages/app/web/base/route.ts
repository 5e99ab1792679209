import { useSyncExternalStore } from 'react';
import { SETTINGS_SECTIONS, type SettingsSection } from './settings-sections.ts';

/** The page that a person is on: an address names a chat, none for a new one, or a section of the settings. */
export type Route =
  | { readonly type: 'start' }
  | { readonly type: 'new' }
  | { readonly type: 'chat'; readonly id: string }
  /** `provider` is the one whose key is to be entered. */
  | { readonly type: 'settings'; readonly section: SettingsSection; readonly provider?: string };

/** Pure. What names nothing leads to a new chat. */
export function parseRoute(path: string): Route {
  if (path === '/start') return { type: 'start' };
  const [, top, section, provider] = path.split('/');
  if (top === 'settings') {
    const known = SETTINGS_SECTIONS.find((name) => name === section) ?? 'models';
    // The names of providers are plain, so that nothing in an address needs to be decoded.
    const isNamed = known === 'models' && /^[a-z0-9-]{1,40}$/.test(provider ?? '');
    return { type: 'settings', section: known, ...(isNamed && { provider }) };
  }
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
  return parseRoute(useSyncExternalStore(onMove, () => window.location.pathname));
}

/** The place on the page that the end of the address names. A full screen over the page has an address too, but is no other place. */
export function useFragment(): string {
  return useSyncExternalStore(onMove, () => {
    const { hash } = window.location;
    if (!hash.startsWith('#embed=')) lastPlace = hash.slice(1);
    return lastPlace;
  });
}

let lastPlace = '';

function onMove(changed: () => void): () => void {
  for (const move of ['popstate', CHANGED]) window.addEventListener(move, changed);
  return () => {
    for (const move of ['popstate', CHANGED]) window.removeEventListener(move, changed);
  };
}

/** The address of a message of a chat, and of words in it. */
export function messagePath(chatId: string, messageId: string, words: string): string {
  return `/chat/${chatId}#${messageId}${words === '' ? '' : `~${encodeURIComponent(words)}`}`;
}

/** The message and the words that a fragment names. Pure; never throws. */
export function parseMessagePlace(fragment: string): { readonly id?: string; readonly words?: string } {
  const [, id = '', words = ''] = /^([^~]*)~?(.*)$/s.exec(fragment) ?? [];
  if (id === '') return {};
  try {
    return words === '' ? { id } : { id, words: decodeURIComponent(words) };
  } catch {
    return { id };
  }
}
