import type { VaultState } from '@millrace/engine/run';
import { useEffect, useState } from 'react';
import { usePageVault } from './page-vault.ts';

/** The facts about keys that the page shows everywhere; undefined until the server has told them. */
export type KeyFacts = Pick<VaultState, 'home_key' | 'upgrade'>;

/** So often the page looks how far an upgrade is. */
const LOOK_MS = 1000;

/** Gives this browser a key of its own, once the page is drawn and has nothing else to do. Gives the facts about keys, and how far an upgrade is. */
export function useEnrolled(isReady: boolean, rev: number | undefined): KeyFacts | undefined {
  const page = usePageVault();
  const [facts, setFacts] = useState<KeyFacts>();
  const isUpgrading = facts?.upgrade != null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another rev means that keys changed
  useEffect(() => {
    if (!isReady) return;
    let isLeft = false;
    async function enroll(): Promise<void> {
      await page.enroll();
      const { server } = (await page.load()).getState();
      if (!isLeft && server !== undefined) setFacts(server);
    }
    const later = window.requestIdleCallback ?? window.setTimeout;
    later(() => void (isLeft || enroll().catch(() => {})));
    return () => {
      isLeft = true;
    };
  }, [page, isReady, rev]);
  useEffect(() => {
    if (!isUpgrading) return;
    const look = async (): Promise<void> => {
      const vault = await page.load();
      await vault.refresh();
      setFacts(vault.getState().server);
    };
    const timer = setInterval(() => void look().catch(() => {}), LOOK_MS);
    return () => clearInterval(timer);
  }, [page, isUpgrading]);
  return facts;
}
