import { sideJob } from '../../side/side-job.ts';
import type { JobLimits } from '../../side/side-process.ts';
import type { applyBlocks } from '../apply-diff/apply-blocks.ts';
import type { findDefinitions } from '../definitions/find-definitions.ts';
import type { madeFile } from '../diff/made-file.ts';
import type { proposedChange } from '../diff/proposed-change.ts';
import type { mergeEdit } from '../edit-file/merge-edit.ts';
import type { insertInto } from '../lines/insert-lines.ts';
import type { replaceIn } from '../lines/replace-in.ts';
import type { showLines } from '../lines/show-lines.ts';
import type { fitsGlob } from '../walk/file-glob.ts';
import type { listFolder } from '../walk/list-folder.ts';
import type { isLeftOut } from '../walk/walk-folder.ts';

/** No text that a person works on takes so long. */
const TEXT_MS = 10_000;

/** The limits of work on texts that a call does. */
export function textLimits({ signal }: { readonly signal: AbortSignal }): JobLimits {
  return { ms: TEXT_MS, signal };
}

// The work of tools on texts that others wrote, done in a side process. `worker/worker.ts` has the functions.
export const applyBlocksApart = sideJob<typeof applyBlocks>('applyBlocks');
export const mergeEditApart = sideJob<typeof mergeEdit>('mergeEdit');
export const replaceApart = sideJob<typeof replaceIn>('replaceIn');
export const insertApart = sideJob<typeof insertInto>('insertInto');
export const showLinesApart = sideJob<typeof showLines>('showLines');
export const proposedChangeApart = sideJob<typeof proposedChange>('proposedChange');
export const madeFileApart = sideJob<typeof madeFile>('madeFile');
export const findDefinitionsApart = sideJob<typeof findDefinitions>('findDefinitions');
export const listFolderApart = sideJob<typeof listFolder>('listFolder');
export const isLeftOutApart = sideJob<typeof isLeftOut>('isLeftOut');
export const fitsGlobApart = sideJob<typeof fitsGlob>('fitsGlob');
