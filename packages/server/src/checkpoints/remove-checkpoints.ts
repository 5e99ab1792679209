import { rm } from 'node:fs/promises';
import { realOf } from './refuse-folder.ts';
import { type CheckpointOptions, repositoryOf } from './saved-workspace.ts';

/** Removes all checkpoints of a workspace. A link in its path is followed, so they go before the workspace does. */
export async function removeCheckpoints({
  workspace,
  data,
}: Pick<CheckpointOptions, 'workspace' | 'data'>): Promise<void> {
  await rm(repositoryOf(realOf(workspace), realOf(data)), { recursive: true, force: true });
}
