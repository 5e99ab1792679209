import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CheckpointError } from './checkpoint-error.ts';
import type { Listing } from './list-workspace.ts';
import { readObjects } from './read-objects.ts';
import { type RunGit, text } from './run-git.ts';
import { type Rest, restOf, type SavedState, savedState } from './saved-state.ts';

// A checkpoint is a ref to a tree of three: the files, a few words about it, and what git can't keep of files.
const REFS = 'refs/checkpoints/';
const ID = /^\d{13}-[0-9a-f]{12}$/;

/** The line of a checkpoint in the list. */
export interface About {
  readonly ts: number;
  readonly reason: string;
  readonly files: number;
  readonly notes: readonly string[];
}

const FIXED: Readonly<Record<string, string>> = {
  HEAD: 'ref: refs/heads/none\n',
  config: '[core]\n\trepositoryformatversion = 0\n\tbare = true\n',
  // Files are kept byte for byte, and compared as what they are, whatever the workspace says.
  'info/attributes': '* -text -crlf !eol -ident -filter !working-tree-encoding !diff !merge\n',
};

/** Makes the repository, or puts right what a crash has left of it. */
export async function prepareRepository(gitDir: string): Promise<void> {
  for (const folder of ['objects', 'refs', REFS, 'info'])
    await mkdir(join(gitDir, folder), { recursive: true, mode: 0o700 });
  for (const [name, content] of Object.entries(FIXED)) {
    const file = join(gitDir, name);
    if ((await readFile(file, 'utf8').catch(() => undefined)) === content) continue;
    await writeFile(`${file}.new`, content);
    await rename(`${file}.new`, file);
  }
}

/** Removes what a crash has left. Whoever calls it holds the lock, so nobody works with it. */
export async function removeLeftovers(gitDir: string): Promise<void> {
  const stale: readonly (readonly [folder: string, name: RegExp])[] = [
    ['.', /\.lock$|^index\.work/],
    [REFS, /\.lock$/],
    ['objects', /^tmp_/],
    ['objects/pack', /^(\.)?tmp[-_]/],
  ];
  for (const [folder, name] of stale)
    for (const found of await readdir(join(gitDir, folder)).catch(() => []))
      if (name.test(found)) await rm(join(gitDir, folder, found), { recursive: true, force: true });
}

/** Makes a checkpoint of files that were written. */
export async function writeCheckpoint(
  git: RunGit,
  checkpoint: {
    readonly id: string;
    readonly tree: string;
    readonly about: About;
    readonly listing: Listing;
  },
  signal: AbortSignal,
): Promise<void> {
  const { id, tree, about, listing } = checkpoint;
  const write = async (value: object): Promise<string> =>
    (
      await git({ args: ['hash-object', '-w', '--stdin'], signal, input: JSON.stringify(value) }, text)
    ).trim();
  const [aboutId, restId] = await Promise.all([write(about), write(restOf(listing))]);
  const lines = [
    `100644 blob ${aboutId}\tabout.json`,
    `040000 tree ${tree}\tfiles`,
    `100644 blob ${restId}\trest.json`,
  ];
  const whole = await git({ args: ['mktree'], signal, input: `${lines.join('\n')}\n` }, text);
  await git({ args: ['update-ref', `${REFS}${id}`, whole.trim()], signal }, text);
}

/** The ids of all checkpoints, oldest first. */
export async function checkpointIds(git: RunGit, signal: AbortSignal): Promise<string[]> {
  const refs = await git({ args: ['for-each-ref', '--format=%(refname:lstrip=2)', REFS], signal }, text);
  return refs
    .split('\n')
    .filter((id) => ID.test(id))
    .sort();
}

/** The lines of the list. Damaged checkpoints are left out. */
export async function readAbouts(
  git: RunGit,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<(About & { readonly id: string })[]> {
  if (ids.length === 0) return [];
  const input = ids.map((id) => `${REFS}${id}:about.json\n`).join('');
  return git({ args: ['cat-file', '--batch'], signal, input }, async (output) => {
    const found: (About & { readonly id: string })[] = [];
    let at = 0;
    for await (const bytes of readObjects(output)) {
      const id = ids[at++];
      // The object is what writeCheckpoint wrote.
      if (bytes !== undefined && id !== undefined)
        found.push({ ...(JSON.parse(bytes.toString()) as About), id });
    }
    return found;
  });
}

/** The tree of a checkpoint's files. Rejects when there is no such checkpoint. */
export async function filesTree(git: RunGit, id: string, signal: AbortSignal): Promise<string> {
  const name = `${REFS}${id}:files`;
  const found = ID.test(id)
    ? await git({ args: ['rev-parse', '--verify', '--quiet', name], signal }, text).catch(unlessStopped)
    : '';
  if (found === '')
    throw new CheckpointError(
      'not_found',
      'This checkpoint no longer exists: the oldest are deleted when they take too much space. Choose a newer one.',
    );
  return found.trim();
}

function unlessStopped(error: unknown): string {
  if (error instanceof CheckpointError && error.code === 'git_failed') return '';
  throw error;
}

export async function readState(git: RunGit, id: string, signal: AbortSignal): Promise<SavedState> {
  const tree = await filesTree(git, id, signal);
  const entries = await git({ args: ['ls-tree', '-r', '-z', '--full-tree', tree], signal }, text);
  const rest = await git({ args: ['cat-file', 'blob', `${REFS}${id}:rest.json`], signal }, text);
  // The object is what writeCheckpoint wrote.
  return savedState(entries, JSON.parse(rest) as Rest);
}

export async function dropCheckpoints(
  git: RunGit,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const input = ids.map((id) => `delete ${REFS}${id}\n`).join('');
  await git({ args: ['update-ref', '--stdin'], signal, input }, text);
}
