import { rm } from 'node:fs/promises';
import { join } from 'node:path';

/** The folder of somebody else than the owner. */
export const memberFolder = (data: string, account: string): string => join(data, 'workspaces', account);

/** Removes the folder of somebody who is no longer here. */
export async function removeMemberFolder(data: string, account: string): Promise<void> {
  await rm(memberFolder(data, account), { recursive: true, force: true });
}
