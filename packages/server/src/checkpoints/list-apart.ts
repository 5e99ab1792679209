import { sideJob } from '../side/side-job.ts';
import { JobError } from '../side/side-process.ts';
import { CheckpointError } from './checkpoint-error.ts';
import type { Listing, ListOptions, listWorkspace } from './list-workspace.ts';

/** A workspace that takes longer can't be saved. */
const LIST_MS = 60_000;

const listJob = sideJob<typeof listWorkspace>('listWorkspace');

/** Lists a workspace in a separate process: patterns of ignore files, which others wrote, may take forever. */
export async function listApart(options: ListOptions, signal: AbortSignal): Promise<Listing> {
  try {
    return await listJob({ ms: LIST_MS, signal }, options);
  } catch (error) {
    if (!(error instanceof JobError)) throw error;
    if (error.code === 'bad_folder') throw new CheckpointError('bad_folder', error.message);
    throw new CheckpointError(
      'timeout',
      `The workspace could not be listed. ${error.message} Add large folders to .gitignore, with simple patterns.`,
    );
  }
}
