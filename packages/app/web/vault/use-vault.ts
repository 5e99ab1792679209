import type { Vault, VaultView } from '@millrace/react/vault';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { usePageVault } from './page-vault.ts';

const UNKNOWN: VaultView = { status: 'unknown' };
const never = () => () => {};

/** The vault and how it is now, asked again when `rev` changes. `failed` when neither came. */
export function useVault(rev?: number): {
  readonly vault: Vault | undefined;
  readonly view: VaultView;
  readonly failed: boolean;
} {
  const page = usePageVault();
  const [vault, setVault] = useState<Vault>();
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    page.load().then(setVault, () => setFailed(true));
  }, [page]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another rev means another state on the server
  useEffect(() => {
    vault?.refresh().then(
      () => setFailed(false),
      () => setFailed(true),
    );
  }, [vault, rev]);
  const view = useSyncExternalStore(vault?.subscribe ?? never, () => vault?.getState() ?? UNKNOWN);
  return { vault, view, failed };
}
