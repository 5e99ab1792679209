import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { removeCheckpoints } from '@millrace/server';

/** The folder of somebody else than the owner. */
export const memberFolder = (data: string, account: string): string => join(data, 'workspaces', account);

/** Removes the folder of somebody who is no longer here, and the checkpoints of it, which are copies of its files. */
export async function removeMemberFolder(data: string, account: string): Promise<void> {
  const workspace = memberFolder(data, account);
  // They are found by the folder, so it goes last.
  await removeCheckpoints({ workspace, data });
  await rm(workspace, { recursive: true, force: true });
}
