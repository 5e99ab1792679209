import type { ChangedLines, SeenFiles } from '@millrace/engine/run';
import * as z from 'zod';
import { needWorkspace } from '../define/need-workspace.ts';
import type { RevertContext, ToolContext, ToolOutcome } from '../define/tool.ts';
import { changedLinesApart, textLimits } from '../jobs/text-jobs.ts';
import { type FileInverse, fileInverse } from '../workspace/file-inverse.ts';
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
  /** Undefined when the file is too long to tell. */
  readonly changed: ChangedLines | undefined;
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
  return changeOf(file.name, written, file.known, await countChanges(ctx, file.text, text));
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
  // A file that can't be read can't be written either, and the write reports that.
  const before = kind === undefined ? undefined : await workspace.readText(name).catch(() => undefined);
  try {
    const written = await workspace.writeText(name, text, isFree ? {} : { expected });
    return changeOf(name, written, true, await countChanges(ctx, before?.text ?? '', text));
  } catch (error) {
    if (!(error instanceof WorkspaceError) || error.code !== 'changed' || !isUnread) throw error;
    throw new WorkspaceError('changed', `${quotePath(name)} exists and you have not read it. Read it first.`);
  }
}

/** The file is written: what can't be counted takes nothing from that. */
function countChanges(ctx: ToolContext, before: string, after: string): Promise<ChangedLines | undefined> {
  return changedLinesApart(textLimits(ctx), before, after).catch(() => undefined);
}

/** The effects of a call's changes in files: how to undo them, the versions that the model knows, and how many lines differ. */
export function changeEffects(
  changes: readonly FileChange[],
): Pick<ToolOutcome, 'undo' | 'seen' | 'changed'> {
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
  };
}

/** Undefined when it can't be told of all of them. */
function allLines(changes: readonly FileChange[]): ChangedLines | undefined {
  let [added, removed] = [0, 0];
  for (const { changed } of changes) {
    if (changed === undefined) return undefined;
    added += changed.added;
    removed += changed.removed;
  }
  return changes.length === 0 ? undefined : { added, removed };
}

/** The data that file tools keep for their inverse. */
export const fileUndo = z.array(z.object({ path: z.string(), inverse: fileInverse }));

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

function changeOf(
  name: string,
  { created, inverse, version }: WrittenFile,
  known: boolean,
  changed: ChangedLines | undefined,
): FileChange {
  return { name, created, inverse, seen: known ? version : undefined, changed };
}

function changed(name: string): WorkspaceError {
  return new WorkspaceError('changed', `${quotePath(name)} has changed since you read it. Read it again.`);
}
