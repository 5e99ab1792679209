'use client';

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

/** The embed to show while the browser takes its step back, whatever the address says: the step takes a moment, and keys come sooner. */
let onTheWay: { readonly to: string | undefined } | undefined;

/** The embed that is open: the one that the page's address names, so Back closes it. */
function openEmbed(): string | undefined {
  return onTheWay === undefined ? embedOf(window.location.hash) : onTheWay.to;
}

/** The embed that is open, for a component. */
export function useEmbedAddress(): string | undefined {
  return useSyncExternalStore(subscribe, openEmbed, () => undefined);
}

function subscribe(changed: () => void): () => void {
  const events = ['popstate', 'hashchange', CHANGED];
  for (const name of events) window.addEventListener(name, changed);
  return () => {
    for (const name of events) window.removeEventListener(name, changed);
  };
}

function tell(): void {
  window.dispatchEvent(new Event(CHANGED));
}

/** Opens an embed as a step that Back undoes, or changes to another one without a new step. */
export function goToEmbed(id: string): void {
  if (onTheWay !== undefined) onTheWay = { to: id };
  else if (embedOf(window.location.hash) !== undefined) history.replaceState(history.state, '', hashOf(id));
  else history.pushState({ [CHANGED]: true }, '', hashOf(id));
  tell();
}

/** Closes the open embed: back to where it was opened, or, when the page was opened there, to the page without it. */
export function leaveEmbed(): void {
  if (openEmbed() === undefined) return;
  if (onTheWay !== undefined) onTheWay = { to: undefined };
  else if (isOurs(history.state)) {
    onTheWay = { to: undefined };
    window.addEventListener('popstate', arrive, { once: true });
    history.back();
  } else history.replaceState(history.state, '', window.location.pathname + window.location.search);
  tell();
}

/** The step back is done. An embed that was opened meanwhile is a new step: before, it would have been taken away. */
function arrive(): void {
  const id = onTheWay?.to;
  onTheWay = undefined;
  if (id === undefined) tell();
  else goToEmbed(id);
}

function isOurs(state: unknown): boolean {
  return typeof state === 'object' && state !== null && CHANGED in state;
}
