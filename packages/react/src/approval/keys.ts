import type { KeyboardEvent } from 'react';

/** Ctrl+Enter or Cmd+Enter, not while a word is being composed, and not because a key is still held down. */
export function isSendKey(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, repeat, nativeEvent } = event;
  return key === 'Enter' && (ctrlKey || metaKey) && !repeat && !nativeEvent.isComposing;
}

/** How the keys are called here. */
export function sendKeys(): string {
  return /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘ ↵' : 'Ctrl ↵';
}
