import { useEffect, useState } from 'react';
import { usePageVault } from './page-vault.ts';

/** Gives this browser a key of its own, once the page is drawn and has nothing else to do. True if only devices of the person have keys. */
export function useEnrolled(isReady: boolean, rev: number | undefined): boolean {
  const page = usePageVault();
  const [isSealed, setSealed] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another rev means that keys changed
  useEffect(() => {
    if (!isReady) return;
    let isLeft = false;
    async function enroll(): Promise<void> {
      await page.enroll();
      const key = (await page.load()).getState().server?.home_key;
      if (!isLeft && key !== undefined) setSealed(key !== 'on');
    }
    const later = window.requestIdleCallback ?? window.setTimeout;
    later(() => void (isLeft || enroll().catch(() => {})));
    return () => {
      isLeft = true;
    };
  }, [page, isReady, rev]);
  return isSealed;
}
