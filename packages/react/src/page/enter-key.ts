'use client';

import { createContext } from 'react';
import { isTouch } from './is-touch.ts';
import { isShortcut, type KeyNames, type PressedKeys, shortcutKeys } from './shortcuts.ts';

/** The work of Enter alone where a message is written: it sends, or it breaks the line and Ctrl or Cmd+Enter sends. */
export type EnterKey = 'sends' | 'breaks';

/** Gives the work of Enter to the fields below it. By touch Enter always breaks the line. */
export const EnterKeyContext = createContext<EnterKey>('sends');

/** To send with Ctrl or Cmd has the keys of the card's way to approve. */
const SHORTCUT = { sends: 'send', breaks: 'approve' } as const;

/** Tells whether an event sends a message. */
export function isSend(enter: EnterKey, event: PressedKeys): boolean {
  return isShortcut(SHORTCUT[enter], event) && !isTouch();
}

/** The keys that send a message, as they are shown. Pure. */
export function sendKeys(enter: EnterKey, names: KeyNames, mac: boolean): readonly string[] {
  return shortcutKeys(SHORTCUT[enter], names, mac);
}
