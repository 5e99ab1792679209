import type { KeyboardEvent } from 'react';
import { isMac } from '../../page/mac-keys.ts';
import type { Words } from '../../words/words-context.ts';

/** Cmd on a Mac, Ctrl elsewhere; both are taken. */
export const modKey = ({ ctrlKey }: Words): string => (isMac() ? '⌘' : ctrlKey);

/** 1 for the next preview, -1 for the one before, 0 for any other key. */
export function moveOf({
  key,
  ctrlKey,
  metaKey,
  shiftKey,
  altKey,
  defaultPrevented,
}: KeyboardEvent): 1 | -1 | 0 {
  if (!(ctrlKey || metaKey) || shiftKey || altKey || defaultPrevented) return 0;
  return key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
}
