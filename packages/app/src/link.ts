import { once } from 'node:events';
import { connect } from 'node:net';
import { FIRST_ACCOUNT, issueToken } from '@millrace/server';
import { openStore } from './open-backend.ts';
import { readServerFile } from './server-file.ts';
import type { Settings } from './settings.ts';

/** Another sign-in link to the server that runs on this data folder. Rejects with the fix when none runs. */
export async function makeLink(settings: Settings): Promise<string> {
  const { data } = settings;
  const place = readServerFile(data);
  if (place === undefined || !(await listens(place.url)))
    throw new Error(`No Millrace is running on ${data}. Start it first, or set MILLRACE_DATA to its folder.`);
  const store = await openStore(settings);
  try {
    return `${place.publicUrl}/start#${await issueToken(store, FIRST_ACCOUNT)}`;
  } finally {
    await store.close();
  }
}

/** Also one whose store makes trouble: then ours says so. No certificate is asked for, so any will do. */
async function listens(url: string): Promise<boolean> {
  const { hostname, port, protocol } = new URL(url);
  const socket = connect({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (protocol === 'https:' ? 443 : 80),
  });
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
