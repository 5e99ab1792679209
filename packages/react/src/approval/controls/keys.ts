import type { KeyboardEvent } from 'react';
import { useIsMac } from '../../page/mac-keys.ts';
import { isShortcut, shortcutKeys } from '../../page/shortcuts.ts';
import { useWords } from '../../words/words-context.ts';

/** Ctrl+Enter or Cmd+Enter, not while a word is being composed, and not because a key is still held down. */
export function isSendKey(event: KeyboardEvent): boolean {
  return isShortcut('approve', event) && !event.repeat && !event.nativeEvent.isComposing;
}

/** The names of the keys that send. */
export function useSendKeys(): string {
  return shortcutKeys('approve', useWords(), useIsMac()).join(' ');
}
