import { listWorkspace } from '../checkpoints/list-workspace.ts';
import { documentText } from '../files/document-text.ts';
import type { JobAnswer, JobRequest } from '../side/job.ts';
import { applyBlocks } from '../tools/apply-diff/apply-blocks.ts';
import { searchWorkspace } from '../tools/code-index/search-workspace.ts';
import { findDefinitions } from '../tools/definitions/find-definitions.ts';
import { madeFile } from '../tools/diff/made-file.ts';
import { proposedChange } from '../tools/diff/proposed-change.ts';
import { mergeEdit } from '../tools/edit-file/merge-edit.ts';
import { insertInto } from '../tools/lines/insert-lines.ts';
import { replaceIn } from '../tools/lines/replace-in.ts';
import { showLines } from '../tools/lines/show-lines.ts';
import { fitsGlob } from '../tools/walk/file-glob.ts';
import { findFiles } from '../tools/walk/find-files.ts';
import { listFolder } from '../tools/walk/list-folder.ts';
import { isLeftOut } from '../tools/walk/walk-folder.ts';
import { printPage } from '../tools/web/print-page.ts';
import { stayWithParent } from './stay-with-parent.ts';

// The jobs of a side process: work on texts that others wrote, which may take forever.

const JOBS: Readonly<Record<string, (...args: never[]) => unknown>> = {
  ...{ applyBlocks, mergeEdit, replaceIn, insertInto, showLines, proposedChange, madeFile },
  ...{
    findDefinitions,
    listFolder,
    findFiles,
    isLeftOut,
    fitsGlob,
    searchWorkspace,
    listWorkspace,
    printPage,
    documentText,
  },
};

stayWithParent();
process.on('message', ({ job, args }: JobRequest) => {
  void answer(job, args).then((said) => process.send?.(said));
});

async function answer(job: string, args: readonly unknown[]): Promise<JobAnswer> {
  try {
    // The caller has the type of this very function.
    return { value: await JOBS[job]?.(...(args as never[])) };
  } catch (error) {
    if (!(error instanceof Error)) return { error: String(error) };
    const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
    return { error: error.message, ...(code !== undefined && { code }) };
  }
}
