/** A person's preferences for this browser: kept in it, and never sent anywhere. */
export const PREFERENCES = {
  /** How large the text is. */
  text: { key: 'millrace.text', values: ['small', 'normal', 'large'], initial: 'normal' },
  /** The language of the page: the browser's, or a chosen one. */
  language: { key: 'millrace.language', values: ['auto', 'en', 'de'], initial: 'auto' },
  motion: { key: 'millrace.motion', values: ['system', 'reduce'], initial: 'system' },
  /** True when the steps of an answer stand before its text or in it. */
  timeline: { key: 'millrace.timeline', values: ['split', 'interleaved'], initial: 'split' },
  /** True when what is sent goes to the top and stays there, or the end of the answer is followed. */
  follow: { key: 'millrace.follow', values: ['message', 'end'], initial: 'message' },
  /** The work of Enter alone where a message is written. */
  enter: { key: 'millrace.enter', values: ['sends', 'breaks'], initial: 'sends' },
  /** The length from which a pasted text is a preview. */
  paste: { key: 'millrace.paste', values: ['long', 'longer', 'never'], initial: 'long' },
  /** The part of an answer that a screen reader hears. */
  speech: { key: 'millrace.speech', values: ['end', 'sentences'], initial: 'end' },
  /** Notifications of chats that nobody looks at. Nobody is asked before they leave the page while an answer is written. */
  notify: { key: 'millrace.notify', values: ['ask', 'on', 'off'], initial: 'ask' },
  notifyShows: { key: 'millrace.notify-shows', values: ['title', 'none'], initial: 'title' },
} as const;

export type PreferenceName = keyof typeof PREFERENCES;
export type PreferenceValue<Name extends PreferenceName> = (typeof PREFERENCES)[Name]['values'][number];

/** The chosen value; the initial one when nothing was chosen, or nothing that is known. */
export function readPreference<Name extends PreferenceName>(name: Name): PreferenceValue<Name> {
  const { key, values, initial } = PREFERENCES[name];
  const saved = localStorage.getItem(key);
  return values.find((value) => value === saved) ?? initial;
}

/** Keeps a choice and shows it. Listeners of `storage` get it, here and in other tabs. */
export function keepPreference<Name extends PreferenceName>(name: Name, value: PreferenceValue<Name>): void {
  const { key } = PREFERENCES[name];
  localStorage.setItem(key, value);
  applyPreferences();
  // Browsers tell only the other tabs.
  window.dispatchEvent(new StorageEvent('storage', { key, newValue: value }));
}

/** Shows what was chosen for the whole page. */
export function applyPreferences(): void {
  const { dataset } = document.documentElement;
  dataset['text'] = readPreference('text');
  dataset['motion'] = readPreference('motion');
}
