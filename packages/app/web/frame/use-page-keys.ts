import { useEffect } from 'react';

const REGIONS = ['#chats', '.mr-transcript', '#settings', '#message'];

/** Keys that work everywhere: Cmd/Ctrl+K starts a chat, F6 goes from region to region. */
export function usePageKeys({ onNewChat }: { readonly onNewChat: () => void }): void {
  useEffect(() => {
    function onKey(event: KeyboardEvent): void {
      if (
        event.key.toLowerCase() === 'k' &&
        (event.metaKey || event.ctrlKey) &&
        !event.shiftKey &&
        !event.altKey
      ) {
        event.preventDefault();
        onNewChat();
      } else if (event.key === 'F6') {
        event.preventDefault();
        nextRegion(event.shiftKey ? -1 : 1)?.focus();
      }
    }
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [onNewChat]);
}

function nextRegion(step: 1 | -1): HTMLElement | undefined {
  const regions = REGIONS.flatMap((selector) => {
    const region = document.querySelector<HTMLElement>(selector);
    return region?.checkVisibility() ? [region] : [];
  });
  const here = regions.findIndex((region) => region.contains(document.activeElement));
  return regions.at((here + step + (here < 0 && step < 0 ? 1 : 0)) % regions.length);
}

export const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);
