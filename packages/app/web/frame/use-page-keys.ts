import { isShortcut } from '@millrace/react';
import { useEffect } from 'react';

const REGIONS = ['#chats', '.mr-transcript', '#settings', '#message'];

export interface PageKeys {
  readonly onSearch: () => void;
  readonly onNewChat: () => void;
  readonly onShortcuts: () => void;
}

/** The shortcuts that work everywhere. Over a dialog only those that leave it. */
export function usePageKeys({ onSearch, onNewChat, onShortcuts }: PageKeys): void {
  useEffect(() => {
    function act(event: KeyboardEvent): (() => unknown) | undefined {
      if (isShortcut('newChat', event)) return onNewChat;
      if (document.querySelector('dialog:modal') !== null) return undefined;
      if (isShortcut('search', event)) return onSearch;
      if (isShortcut('nextRegion', event)) return () => nextRegion(1)?.focus();
      if (isShortcut('previousRegion', event)) return () => nextRegion(-1)?.focus();
      return isShortcut('shortcuts', event) && !isTyping(event.target) ? onShortcuts : undefined;
    }
    function onKey(event: KeyboardEvent): void {
      const action = event.isComposing || event.defaultPrevented ? undefined : act(event);
      if (action === undefined) return;
      event.preventDefault();
      action();
    }
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [onSearch, onNewChat, onShortcuts]);
}

/** Tells whether a letter would be written there. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable || target.matches('input:not([type=radio], [type=checkbox]), textarea, select')
  );
}

function nextRegion(step: 1 | -1): HTMLElement | undefined {
  const regions = REGIONS.flatMap((selector) => {
    const region = document.querySelector<HTMLElement>(selector);
    return region?.checkVisibility() ? [region] : [];
  });
  const here = regions.findIndex((region) => region.contains(document.activeElement));
  return regions.at((here + step + (here < 0 && step < 0 ? 1 : 0)) % regions.length);
}
