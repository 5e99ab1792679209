import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { CheckpointError } from './checkpoint-error.ts';
import { bytesText, checkpointNotes } from './checkpoint-notes.ts';
import type { SavedCheckpoint } from './checkpoints.ts';
import { listApart } from './list-apart.ts';
import type { Listing } from './list-workspace.ts';
import { writeCheckpoint } from './repository.ts';
import type { SavedWorkspace } from './saved-workspace.ts';
import { writeFiles } from './write-files.ts';

export interface Snapshot {
  readonly listing: Listing;
  readonly tree: string;
}

/** Writes what is there now into the repository. `also` are files that are written although they are ignored or large. */
export async function takeSnapshot(
  at: SavedWorkspace,
  also: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<Snapshot> {
  const { root, data, gitDir, maxFileBytes, maxBytes } = at;
  const attempt = async (): Promise<Snapshot> => {
    const listing = await listApart({ root, data, maxFileBytes, also }, signal);
    checkSize(listing, maxBytes);
    return { listing, tree: await writeFiles(at, listing, signal) };
  };
  return attempt().catch(async (error) => {
    if (!(error instanceof CheckpointError) || error.code !== 'git_failed') throw error;
    // The index may be damaged, or a file has changed its kind meanwhile.
    for (const name of ['index', 'index.work', 'index.work.lock'])
      await rm(join(gitDir, name), { force: true });
    return attempt();
  });
}

/** Makes a checkpoint of what is there now. */
export async function saveWorkspace(
  at: SavedWorkspace,
  reason: string,
  also: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<SavedCheckpoint> {
  const { listing, tree } = await takeSnapshot(at, also, signal);
  const { leftOut, files } = listing;
  const notes = checkpointNotes(leftOut, at.maxFileBytes);
  const ts = Date.now();
  const id = `${String(ts).padStart(13, '0')}-${randomBytes(6).toString('hex')}`;
  const about = { ts, reason, files: files.length, notes };
  await writeCheckpoint(at.git, { id, tree, listing, about }, signal);
  return { id, leftOut, notes };
}

function checkSize({ files }: Listing, maxBytes: number): void {
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  if (bytes <= maxBytes) return;
  throw new CheckpointError(
    'too_large',
    `The workspace has ${bytesText(bytes)} of files, but checkpoints may use only ${bytesText(maxBytes)}. Add files that need not be saved to .gitignore.`,
  );
}
