import { useSyncExternalStore } from 'react';

const CHANGED = 'millrace:embed';
const PREFIX = '#embed=';

/** The embed that an address names; undefined for any other. Pure. */
export function embedOf(hash: string): string | undefined {
  if (!hash.startsWith(PREFIX)) return undefined;
  try {
    return decodeURIComponent(hash.slice(PREFIX.length)) || undefined;
  } catch {
    return undefined;
  }
}

/** The end of the address of an embed. Pure. */
export function hashOf(id: string): string {
  // A colon may stand there as it is, and reads better.
  return PREFIX + encodeURIComponent(id).replaceAll('%3A', ':');
}

/** The embed that the page's address names. The address is the only place where this is kept, so Back closes it. */
export function useEmbedAddress(): string | undefined {
  return useSyncExternalStore(
    subscribe,
    () => embedOf(window.location.hash),
    () => undefined,
  );
}

function subscribe(changed: () => void): () => void {
  const events = ['popstate', 'hashchange', CHANGED];
  for (const name of events) window.addEventListener(name, changed);
  return () => {
    for (const name of events) window.removeEventListener(name, changed);
  };
}

let isLeaving = false;

/** Opens an embed as a step that Back undoes, or changes to another one without a new step. */
export function goToEmbed(id: string): void {
  // The step back from the one before would take this one away.
  if (isLeaving) {
    window.addEventListener('popstate', () => goToEmbed(id), { once: true });
    return;
  }
  const isOpen = embedOf(window.location.hash) !== undefined;
  if (isOpen) history.replaceState(history.state, '', hashOf(id));
  else history.pushState({ [CHANGED]: true }, '', hashOf(id));
  window.dispatchEvent(new Event(CHANGED));
}

/** Closes the open embed: back to where it was opened, or, when the page was opened there, to the page without it. */
export function leaveEmbed(): void {
  if (isLeaving || embedOf(window.location.hash) === undefined) return;
  if (isOurs(history.state)) {
    // The step takes a moment; a second press must not take another one.
    isLeaving = true;
    const left = (): void => {
      isLeaving = false;
    };
    window.addEventListener('popstate', left, { once: true });
    history.back();
    return;
  }
  history.replaceState(history.state, '', window.location.pathname + window.location.search);
  window.dispatchEvent(new Event(CHANGED));
}

function isOurs(state: unknown): boolean {
  return typeof state === 'object' && state !== null && CHANGED in state;
}
