import type { FileCompletions } from '@millrace/engine/run';
import { SidePool, sideJob } from '../../side/side-job.ts';
import { JobError } from '../../side/side-process.ts';
import type { findFiles } from '../walk/find-files.ts';

/** Longer than the look itself takes, so that only a pattern that never ends is late. */
const TIME_MS = 5_000;

// A separate one: a person who types makes no tool wait.
const findFilesJob = sideJob<typeof findFiles>('findFiles', new SidePool(1));

/**
 * The files of a workspace that fit a query, found in a side process. A workspace that can't be looked at has none. Rejects only when
 * the signal does, which ends the look.
 */
export async function findFilesApart(
  root: string,
  query: string,
  signal: AbortSignal,
): Promise<FileCompletions> {
  try {
    return await findFilesJob({ ms: TIME_MS, signal }, root, query);
  } catch (error) {
    if (!(error instanceof JobError)) throw error;
    return { paths: [], truncated: true };
  }
}
