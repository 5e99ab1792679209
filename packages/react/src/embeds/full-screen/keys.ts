import type { KeyboardEvent } from 'react';
import { isMac } from '../../page/mac-keys.ts';
import { isShortcut } from '../../page/shortcuts.ts';
import type { Words } from '../../words/words-context.ts';

/** Cmd on a Mac, Ctrl elsewhere; both are taken. */
export const modKey = (words: Words): string => (isMac() ? '⌘' : words.ctrlKey);

/** 1 for the next preview, -1 for the one before, 0 for any other key. */
export function moveOf(event: KeyboardEvent): 1 | -1 | 0 {
  if (event.defaultPrevented) return 0;
  return isShortcut('nextPreview', event) ? 1 : isShortcut('previousPreview', event) ? -1 : 0;
}
