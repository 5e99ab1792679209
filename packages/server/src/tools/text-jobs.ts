import { threadJob } from '../threads/in-thread.ts';
import type { JobLimits } from '../threads/thread.ts';
import type { applyBlocks } from './apply-diff/apply-blocks.ts';
import type { findDefinitions } from './definitions/find-definitions.ts';
import type { proposedChange } from './diff/proposed-change.ts';
import type { changedLines } from './diff/unified-diff.ts';
import type { mergeEdit } from './edit-file/merge-edit.ts';
import type { insertInto } from './insert-lines.ts';
import type { replaceIn } from './replace-in.ts';
import type { fitsGlob } from './search/file-glob.ts';
import type { listFolder } from './search/list-folder.ts';
import type { isLeftOut } from './search/walk-folder.ts';
import type { showLines } from './show-lines.ts';

/** No text that a person works on takes so long. */
const TEXT_MS = 10_000;

/** The limits of work on texts that a call does. */
export function textLimits({ signal }: { readonly signal: AbortSignal }): JobLimits {
  return { ms: TEXT_MS, signal };
}

// What tools do with texts that others wrote, as it is called from the thread of the server. `worker/worker.ts` has the functions.
export const applyBlocksApart = threadJob<typeof applyBlocks>('applyBlocks');
export const mergeEditApart = threadJob<typeof mergeEdit>('mergeEdit');
export const replaceApart = threadJob<typeof replaceIn>('replaceIn');
export const insertApart = threadJob<typeof insertInto>('insertInto');
export const showLinesApart = threadJob<typeof showLines>('showLines');
export const proposedChangeApart = threadJob<typeof proposedChange>('proposedChange');
export const changedLinesApart = threadJob<typeof changedLines>('changedLines');
export const findDefinitionsApart = threadJob<typeof findDefinitions>('findDefinitions');
export const listFolderApart = threadJob<typeof listFolder>('listFolder');
export const isLeftOutApart = threadJob<typeof isLeftOut>('isLeftOut');
export const fitsGlobApart = threadJob<typeof fitsGlob>('fitsGlob');
