import type { AccountInfo } from '@millrace/engine/run';
import type { Client } from '@millrace/react';
import { useEffect, useState } from 'react';

/** The own account, once the server has told it, and the way to tell of a change. Read again when the settings are opened: another person may have given another role. */
export function useAccount(
  client: Client,
  inSettings: boolean,
): readonly [account: AccountInfo | undefined, setAccount: (account: AccountInfo) => void] {
  const [account, setAccount] = useState<AccountInfo>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: opening the settings is a reason to ask again
  useEffect(() => {
    // Without an answer the page has what a member has.
    client.account().then(setAccount, () => {});
  }, [client, inSettings]);
  return [account, setAccount];
}
