import { issueToken } from '@millrace/server';
import { openStore } from './open-backend.ts';
import { readServerFile } from './server-file.ts';
import type { Settings } from './settings.ts';

/** Prints another sign-in link to the server that runs on this data folder. */
export async function printLink(settings: Settings): Promise<void> {
  const { data } = settings;
  const url = readServerFile(data);
  const alive =
    url !== undefined &&
    (await fetch(`${url}/healthz`).then(
      // Also one whose store makes trouble: then ours says so.
      () => true,
      () => false,
    ));
  if (!alive)
    throw new Error(`No Millrace is running on ${data}. Start it first, or set MILLRACE_DATA to its folder.`);
  const store = await openStore(settings);
  try {
    console.log(`${url}/start#${await issueToken(store)}`);
  } finally {
    await store.close();
  }
}
