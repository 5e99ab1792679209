import { createHash } from 'node:crypto';
import { mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { CheckpointError } from './checkpoint-error.ts';
import type { RepositoryLock } from './checkpoints.ts';
import { realOf, refuseFolder } from './refuse-folder.ts';
import { prepareRepository, removeLeftovers } from './repository.ts';
import { createRunGit, type RunGit } from './run-git.ts';

/** The options of `openCheckpoints`. */
export interface CheckpointOptions {
  /** The folder that is saved. */
  readonly workspace: string;
  /** The folder that repositories are kept in; never saved itself. */
  readonly data: string;
  /** Makes the lock on a repository from its folder. Processes that share a data folder must share the lock. */
  readonly lockOn: (folder: string) => RepositoryLock;
  /** Larger files are left out. 5 MB unless given. */
  readonly maxFileBytes?: number;
  /** How much the checkpoints of a workspace may take on the disk. 1 GB unless given. */
  readonly maxBytes?: number;
  /** How long one git program may take. Two minutes unless given. */
  readonly timeoutMs?: number;
  /** Without it that of this process. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** A workspace and the repository that it is saved in, by their real paths. */
export interface SavedWorkspace {
  readonly data: string;
  readonly root: string;
  readonly gitDir: string;
  readonly git: RunGit;
  readonly lock: RepositoryLock;
  readonly maxFileBytes: number;
  readonly maxBytes: number;
}

const MAX_BYTES = 1024 * 1024 * 1024;
const MAX_FILE_BYTES = 5 * 1024 * 1024;
const TIMEOUT_MS = 120_000;

/** Throws when the workspace is not there or must not be saved. */
export function openSavedWorkspace(options: CheckpointOptions): SavedWorkspace {
  const {
    maxFileBytes = MAX_FILE_BYTES,
    maxBytes = MAX_BYTES,
    timeoutMs = TIMEOUT_MS,
    env = process.env,
  } = options;
  const data = realOf(options.data);
  const root = realRoot(options.workspace);
  refuseFolder(root, data);
  const gitDir = repositoryOf(root, data);
  mkdirSync(gitDir, { recursive: true, mode: 0o700 });
  const git = createRunGit({ gitDir, root, env, timeoutMs });
  return { data, root, gitDir, git, lock: options.lockOn(gitDir), maxFileBytes, maxBytes };
}

/** The place of the checkpoints of a workspace, whose real path this is. Pure. */
export function repositoryOf(root: string, data: string): string {
  const name = createHash('sha256').update(root).digest('hex').slice(0, 32);
  return join(data, 'checkpoints', name);
}

function realRoot(workspace: string): string {
  try {
    return realpathSync(workspace);
  } catch (error) {
    throw new CheckpointError(
      'bad_folder',
      `There is no folder ${workspace}. Choose an existing folder as the workspace.`,
      error,
    );
  }
}

/** Does something while nobody else works on the repository, whatever a crash has left of it. */
export function alone<T>(
  { gitDir, lock }: SavedWorkspace,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  return lock(signal, async () => {
    await prepareRepository(gitDir);
    await removeLeftovers(gitDir);
    return work();
  });
}
