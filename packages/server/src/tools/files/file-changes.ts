import type { ChangedLines, ProposedFile, SeenFiles } from '@millrace/engine/run';
import * as z from 'zod';
import { needWorkspace } from '../define/need-workspace.ts';
import type { RevertContext, ToolContext, ToolOutcome } from '../define/tool.ts';
import type { MadeFile } from '../diff/made-file.ts';
import { MOST_DIFF } from '../diff/proposed-change.ts';
import { madeFileApart, textLimits } from '../jobs/text-jobs.ts';
import { type FileInverse, inverseSchema } from '../workspace/file-inverse.ts';
import type { TextFile, WrittenFile } from '../workspace/workspace.ts';
import { quotePath, WorkspaceError } from '../workspace/workspace-error.ts';

/** A file that a call has read to change a part of it. */
export interface OpenedFile extends TextFile {
  /** From the root on. */
  readonly name: string;
  /** True when the model has seen it as it is. */
  readonly known: boolean;
}

/** The change that a call made in a file. */
export interface FileChange {
  readonly name: string;
  readonly created: boolean;
  readonly inverse: FileInverse | undefined;
  /** The version that the model knows now; undefined when it does not know all of the file. */
  readonly seen: string | undefined;
  /** The change for people, with the texts that show all of it. */
  readonly made: MadeFile;
}

/** Reads a file that is to be changed. Throws when it is no longer what the model last saw. */
export async function openForChange(ctx: ToolContext, path: string): Promise<OpenedFile> {
  const workspace = needWorkspace(ctx);
  const { path: name } = await workspace.resolve(path);
  const file = await workspace.readText(path);
  const seen = await ctx.seen(name);
  if (typeof seen === 'string' && seen !== file.version) throw changed(name);
  return { ...file, name, known: seen === file.version };
}

/** Writes a file that was opened to be changed, unless somebody else did so meanwhile. */
export async function saveChange(ctx: ToolContext, file: OpenedFile, text: string): Promise<FileChange> {
  const written = await needWorkspace(ctx).writeText(file.name, text, { expected: file.version });
  return changeOf(written, file.known, await makeFile(ctx, file.name, file.text, text));
}

/**
 * Writes a whole file. One that the model has seen must still be so; one that it has not seen is written over only if a person
 * said yes to this call. A file that reads like this already may have been written by this very call before a crash.
 */
export async function writeWhole(ctx: ToolContext, path: string, text: string): Promise<FileChange> {
  const workspace = needWorkspace(ctx);
  const { path: name, kind } = await workspace.resolve(path);
  const seen = await ctx.seen(name);
  const isUnread = kind !== undefined && typeof seen !== 'string';
  // A file that is gone already can't be lost.
  const expected = kind === undefined || isUnread ? null : seen;
  const isFree = isUnread && seen === undefined && ctx.approved;
  // A file that is no text has no lines before.
  const before = kind === undefined ? null : await workspace.readText(name).catch(() => undefined);
  try {
    const written = await workspace.writeText(name, text, isFree ? {} : { expected });
    return changeOf(written, true, await makeFile(ctx, name, before === null ? null : before?.text, text));
  } catch (error) {
    if (!(error instanceof WorkspaceError) || error.code !== 'changed' || !isUnread) throw error;
    throw new WorkspaceError('changed', `${quotePath(name)} exists and you have not read it. Read it first.`);
  }
}

/** The file is written: what can't be compared takes nothing from that. */
function makeFile(
  ctx: ToolContext,
  path: string,
  before: string | null | undefined,
  after: string,
): Promise<MadeFile> {
  return madeFileApart(textLimits(ctx), { path, before, after }).catch(() => ({
    file: { path, added: 0, removed: 0, state: 'long_file' },
  }));
}

/** The effects of a call's changes in files: how to undo them, the versions that the model knows, and what people see of them. */
export function changeEffects(
  changes: readonly FileChange[],
): Pick<ToolOutcome, 'undo' | 'seen' | 'changed' | 'change' | 'files'> {
  const undo = changes.flatMap(({ name, inverse }) =>
    inverse === undefined ? [] : [{ path: name, inverse }],
  );
  const seen: SeenFiles = Object.fromEntries(
    changes.flatMap(({ name, seen }) => (seen === undefined ? [] : [[name, seen]])),
  );
  const changed = allLines(changes);
  return {
    ...(undo.length > 0 && { undo: undo satisfies FileUndo }),
    seen,
    ...(changed !== undefined && { changed }),
    ...(changes.length > 0 && { change: { files: withinRoom(changes) }, files: keptTexts(changes) }),
  };
}

/** Undefined when it can't be told of all of them. */
function allLines(changes: readonly FileChange[]): ChangedLines | undefined {
  let [added, removed] = [0, 0];
  for (const { made } of changes) {
    if (made.file.state === 'long_file') return undefined;
    added += made.file.added;
    removed += made.file.removed;
  }
  return changes.length === 0 ? undefined : { added, removed };
}

/** The diffs of all files together have room; those that do not fit are left out. */
function withinRoom(changes: readonly FileChange[]): readonly ProposedFile[] {
  let room = MOST_DIFF;
  return changes.map(({ made: { file } }) => {
    const { diff = '', ...rest } = file;
    if (diff.length > room) return { ...rest, state: 'long_diff' };
    room -= diff.length;
    return file;
  });
}

/** All texts of a call that are kept have so many characters. */
const MOST_KEPT = 512 * 1024;

function keptTexts(changes: readonly FileChange[]): NonNullable<ToolOutcome['files']> {
  let room = MOST_KEPT;
  return changes.flatMap(({ made: { kept } }) => {
    const size = (kept?.after.length ?? 0) + (kept?.before?.insert.length ?? 0);
    if (kept === undefined || size > room) return [];
    room -= size;
    return [kept];
  });
}

/** The data that file tools keep for their inverse. */
export const fileUndo = z.array(z.object({ path: z.string(), inverse: inverseSchema }));

type FileUndo = z.infer<typeof fileUndo>;

/**
 * Gives files back what they were before a call, the last one first, each only if it is still as the call left it. Those that can't
 * be taken back are reported, and stop no other.
 */
export async function takeBackFiles(undo: FileUndo, ctx: RevertContext): Promise<ToolOutcome> {
  const workspace = needWorkspace(ctx);
  const [said, failed]: [string[], string[]] = [[], []];
  for (const { path, inverse } of undo.toReversed()) {
    try {
      ctx.signal.throwIfAborted();
      await workspace.takeBack(path, inverse);
      said.push('created' in inverse ? `Removed ${path}.` : `${path} was restored.`);
    } catch (error) {
      failed.push(error instanceof Error ? error.message : String(error));
    }
  }
  return { content: [...failed, ...said].join('\n'), ...(failed.length > 0 && { is_error: true }) };
}

function changeOf({ created, inverse, version }: WrittenFile, known: boolean, made: MadeFile): FileChange {
  return { name: made.file.path, created, inverse, seen: known ? version : undefined, made };
}

function changed(name: string): WorkspaceError {
  return new WorkspaceError('changed', `${quotePath(name)} has changed since you read it. Read it again.`);
}
