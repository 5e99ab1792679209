import type { Client } from '@millrace/react';
import { useEffect, useState } from 'react';
import { usePageWords } from '../base/page-words.ts';

/** How the server calls this device, for a passkey that is made on it. */
export function useDeviceName(client: Client): string {
  const { devices } = usePageWords();
  const [name, setName] = useState<string>();
  useEffect(() => {
    const find = async (): Promise<void> =>
      setName((await client.listDevices()).devices.find(({ current }) => current)?.name);
    find().catch(() => {});
  }, [client]);
  return name || devices.here;
}
