import type { KeyboardEvent } from 'react';
import { isMac, useIsMac } from '../../page/mac-keys.ts';

/** Ctrl+Enter or Cmd+Enter, not while a word is being composed, and not because a key is still held down. */
export function isSendKey(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, repeat, nativeEvent } = event;
  return key === 'Enter' && (ctrlKey || metaKey) && !repeat && !nativeEvent.isComposing;
}

/** How the keys are called here. */
export function sendKeys(mac = isMac()): string {
  return mac ? '⌘ ↵' : 'Ctrl ↵';
}

/** The same for what is drawn. */
export function useSendKeys(): string {
  return sendKeys(useIsMac());
}
