import type { KeyboardEvent } from 'react';
import { useIsMac } from '../../page/mac-keys.ts';
import { useWords } from '../../words/words-context.ts';

/** Ctrl+Enter or Cmd+Enter, not while a word is being composed, and not because a key is still held down. */
export function isSendKey(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, repeat, nativeEvent } = event;
  return key === 'Enter' && (ctrlKey || metaKey) && !repeat && !nativeEvent.isComposing;
}

/** The names of the keys that send. */
export function useSendKeys(): string {
  const { ctrlKey } = useWords();
  return useIsMac() ? '⌘ ↵' : `${ctrlKey} ↵`;
}
