import { useEffect } from 'react';

const NAMES = 'h2, h3, legend strong, label strong';
const CONTROLS = ['input:checked', 'input, select, textarea, button, a[href]'];

/** Goes to the setting that a fragment of the address names, as soon as it is drawn. */
export function useSettingPlace(fragment: string): void {
  useEffect(() => {
    const page = document.getElementById('settings');
    if (fragment === '' || page === null) return;
    const name = decode(fragment);
    const look = (): void => {
      const place = [...page.querySelectorAll<HTMLElement>(NAMES)].find(
        (each) => each.innerText.trim() === name,
      );
      if (place === undefined) return;
      drawn.disconnect();
      const field = place.closest('fieldset, label');
      const [control] = CONTROLS.flatMap((each) => field?.querySelector<HTMLElement>(each) ?? []);
      if (control === undefined) place.tabIndex = -1;
      (control ?? place).focus({ preventScroll: true });
      place.scrollIntoView({ block: 'center' });
    };
    const drawn = new MutationObserver(look);
    drawn.observe(page, { childList: true, subtree: true });
    look();
    return () => drawn.disconnect();
  }, [fragment]);
}

function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
