import { lstat, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { readPlainFile } from '../plain-file.ts';
import { CheckpointError } from './checkpoint-error.ts';
import type { ListedFile, Listing } from './list-workspace.ts';
import { type RunGit, text } from './run-git.ts';

export interface WriteParts {
  readonly git: RunGit;
  readonly gitDir: string;
  readonly root: string;
}

/** More new files than these are packed at once: a file of its own for each is slow to write. */
const MOST_ONE_BY_ONE = 500;
/** A file that has grown by more than these since it was listed is left to git, which reads it piece by piece. */
const GROWTH = 1024 * 1024;

/** Writes the files of a workspace, as they were listed, and returns their tree. Those that have not changed are not read. */
export async function writeFiles(
  parts: WriteParts,
  { files }: Listing,
  signal: AbortSignal,
): Promise<string> {
  const { git, gitDir } = parts;
  const kept = join(gitDir, 'index');
  const index = join(gitDir, 'index.work');
  // Moved, not copied: its time tells git which files may have changed since. A crash costs reading all files again.
  await rename(kept, index).catch(() => {});
  const listed = new Set(files.map(({ path }) => path));
  const inIndex = async (): Promise<Set<string>> =>
    new Set((await git({ args: ['ls-files', '-z'], index, signal }, text)).split('\0'));
  const known = await inIndex();
  const fresh = files.filter(({ path, mode }) => mode !== null && !known.has(path));
  if (fresh.length > MOST_ONE_BY_ONE) await packFiles(parts, fresh, signal);
  const update = (options: readonly string[], paths: Iterable<string>): Promise<string> => {
    const args = ['update-index', '-z', ...options, '--stdin'];
    return git({ args, index, signal, input: [...paths].join('\0') }, text);
  };
  const gone = [...known].filter((path) => path !== '' && !listed.has(path));
  if (gone.length > 0) await update(['--force-remove'], gone);
  await update(['--add', '--remove', '--replace'], listed);
  await checkAll(parts.root, listed, await inIndex());
  const tree = await git({ args: ['write-tree'], index, signal }, text);
  await rename(index, kept).catch(() => {});
  return tree.trim();
}

/** Throws when a file is there and git has not taken it: nothing is left out in silence. */
async function checkAll(
  root: string,
  listed: ReadonlySet<string>,
  taken: ReadonlySet<string>,
): Promise<void> {
  for (const path of listed) {
    if (taken.has(path) || (await lstat(join(root, path)).catch(() => undefined)) === undefined) continue;
    throw new CheckpointError(
      'git_failed',
      `Git did not accept ${path}. Try again, or add it to .gitignore.`,
    );
  }
}

/** Writes contents into one pack. What has changed until git reads it itself is just written again. */
async function packFiles(
  { git, root }: WriteParts,
  files: readonly ListedFile[],
  signal: AbortSignal,
): Promise<void> {
  async function* blobs(): AsyncGenerator<Uint8Array> {
    for (const { path, size } of files) {
      const bytes = await readPlainFile(join(root, path), { most: 2 * size + GROWTH }).catch(() => undefined);
      if (bytes === undefined) continue;
      yield Buffer.from(`blob\ndata ${bytes.length}\n`);
      yield bytes;
      yield Buffer.from('\n');
    }
    yield Buffer.from('done\n');
  }
  await git({ args: ['fast-import', '--quiet', '--done'], signal, input: blobs() }, text);
}
