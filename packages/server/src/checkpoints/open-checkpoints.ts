import type { Checkpoints } from './checkpoints.ts';
import { repositorySize } from './disk-use.ts';
import { pruneTo, tidy } from './prune-repository.ts';
import { readDiff } from './read-diff.ts';
import { readObjects } from './read-objects.ts';
import { checkpointIds, filesTree, readAbouts, readState } from './repository.ts';
import { planRestore, restoreFiles } from './restore-files.ts';
import { beginning, text } from './run-git.ts';
import { saveWorkspace, takeSnapshot } from './save-workspace.ts';
import { alone, type CheckpointOptions, openSavedWorkspace, type SavedWorkspace } from './saved-workspace.ts';

const MOST_PATCH = 200_000;
const NEVER = new AbortController().signal;
const NONE: ReadonlySet<string> = new Set();

/**
 * Checkpoints of a workspace, in a git repository of its own below the data folder. The workspace's own repositories, and the
 * person's git settings, are neither read nor changed. Nothing is looked at before the first verb.
 */
export function openCheckpoints(options: CheckpointOptions): Checkpoints {
  let opened: SavedWorkspace | undefined;
  let works = false;
  const saved = async (): Promise<SavedWorkspace> => {
    opened ??= openSavedWorkspace(options);
    return opened;
  };
  const within = async <T>(signal: AbortSignal, work: (at: SavedWorkspace) => Promise<T>): Promise<T> => {
    const at = await saved();
    return alone(at, signal, () => work(at));
  };

  return {
    async trouble() {
      if (works) return undefined;
      try {
        const { git } = await saved();
        await git({ args: ['version'], signal: NEVER }, text);
        works = true;
        return undefined;
      } catch (error) {
        return error instanceof Error ? error.message : String(error);
      }
    },
    save: (reason, signal = NEVER) =>
      within(signal, async (at) => {
        const saved = await saveWorkspace(at, reason, NONE, signal);
        const tidied = await tidy(at, signal);
        return tidied === '' ? saved : { ...saved, notes: [...saved.notes, tidied] };
      }),
    list: (signal = NEVER) =>
      within(signal, async ({ git }) => readAbouts(git, await checkpointIds(git, signal), signal)),
    diff: (from, to, signal = NEVER) =>
      within(signal, async (at) => {
        const { git } = at;
        const first = await filesTree(git, from, signal);
        const second =
          to === 'now' ? (await takeSnapshot(at, NONE, signal)).tree : await filesTree(git, to, signal);
        const compare = (...how: string[]) => ({
          args: ['diff-tree', '-r', '--no-renames', ...how, first, second],
          signal,
        });
        const files = readDiff(await git(compare('-z', '--raw', '--numstat'), text));
        const plain = ['-p', '--no-color', '--no-ext-diff', '--no-textconv', '--full-index'];
        const patch = await git(compare(...plain), (output) => beginning(output, MOST_PATCH));
        return { files, patch: patch.slice(0, MOST_PATCH), isCut: patch.length > MOST_PATCH };
      }),
    restore: (id, signal = NEVER) =>
      within(signal, async (at) => {
        const { git, root } = at;
        const then = await readState(git, id, signal);
        // Also what would be overwritten and is not saved otherwise.
        const also = new Set(then.entries.keys());
        const { id: undo } = await saveWorkspace(at, `before going back to ${id}`, also, signal);
        const now = await readState(git, undo, signal);
        const plan = planRestore(now, then);
        const input = plan.write.map(([, { oid }]) => `${oid}\n`).join('');
        // From here on it is carried through, as far as it goes.
        const problems = await git({ args: ['cat-file', '--batch'], signal: NEVER, input }, (output) =>
          restoreFiles({ root, now, then, plan, contents: readObjects(output) }),
        );
        // Only now: the one that was gone back to may be the oldest.
        const tidied = await tidy(at, signal);
        return { undo, changed: plan.changed, problems: tidied === '' ? problems : [...problems, tidied] };
      }),
    async usage() {
      const { gitDir, maxBytes } = await saved();
      return { bytes: (await repositorySize(gitDir)).bytes, bound: maxBytes };
    },
    prune: (bound, signal = NEVER) => within(signal, (at) => pruneTo(at, bound, signal)),
  };
}
