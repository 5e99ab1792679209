import { repositorySize } from './disk-use.ts';
import { checkpointIds, dropCheckpoints } from './repository.ts';
import { text } from './run-git.ts';
import type { SavedWorkspace } from './saved-workspace.ts';

const MOST_LOOSE = 5_000;
const PACK_TIMEOUT_MS = 600_000;

/** Packs objects when there are many, and drops old checkpoints when they take too much. Says so, or why it could not. */
export async function tidy(at: SavedWorkspace, signal: AbortSignal): Promise<string> {
  const { maxBytes } = at;
  try {
    const { bytes, loose } = await repositorySize(at.gitDir);
    if (loose > MOST_LOOSE) await pack(at, ['-d'], signal);
    const dropped = bytes > maxBytes ? await pruneTo(at, maxBytes, signal) : 0;
    return dropped === 0 ? '' : `The oldest checkpoints were deleted to free space: ${dropped}.`;
  } catch (error) {
    signal.throwIfAborted();
    return `Old checkpoints could not be deleted: ${error instanceof Error ? error.message : String(error)}`;
  }
}

async function pack({ git }: SavedWorkspace, how: readonly string[], signal: AbortSignal): Promise<void> {
  await git({ args: ['repack', '-q', '-l', ...how], signal, timeoutMs: PACK_TIMEOUT_MS }, text);
}

/** Drops the oldest checkpoints until the rest takes no more than this. The newest one stays. */
export async function pruneTo(at: SavedWorkspace, bound: number, signal: AbortSignal): Promise<number> {
  const { git, gitDir } = at;
  const ids = await checkpointIds(git, signal);
  const isOver = async (): Promise<boolean> => (await repositorySize(gitDir)).bytes > bound;
  const compact = async (): Promise<void> => {
    await pack(at, ['-a', '-d'], signal);
    await git({ args: ['prune', '--expire=now'], signal, timeoutMs: PACK_TIMEOUT_MS }, text);
  };
  let dropped = 0;
  if (!(await isOver())) return dropped;
  for (await compact(); ids.length > 1 && (await isOver()); await compact()) {
    const oldest = ids.splice(0, Math.max(1, Math.floor(ids.length / 4)));
    await dropCheckpoints(git, oldest, signal);
    dropped += oldest.length;
  }
  return dropped;
}
