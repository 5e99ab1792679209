import * as z from 'zod';
import type { BlockResult } from '../apply-diff/apply-blocks.ts';
import { type FileDiff, parseDiffInput } from '../apply-diff/diff-args.ts';
import { defineTool } from '../define/define-tool.ts';
import { needWorkspace } from '../define/need-workspace.ts';
import type { PreviewContext, PreviewedFile, Tool, ToolContext } from '../define/tool.ts';
import { applyBlocksApart, textLimits } from '../jobs/text-jobs.ts';
import { count } from '../lines/lines.ts';
import {
  changeEffects,
  type FileChange,
  fileUndo,
  openForChange,
  saveChange,
  takeBackFiles,
} from './file-changes.ts';
import { previewPart } from './preview-file.ts';

const FORM = `<<<<<<< SEARCH
:start_line:12
-------
the lines as they are in the file
=======
the lines that replace them
>>>>>>> REPLACE`;

const input = z
  .object({
    path: z.string().min(1).optional().describe('The file, relative to the workspace'),
    diff: z.string().optional().describe('One or more blocks'),
    args: z
      .string()
      .optional()
      .describe(
        'Several files: <file><path>a.ts</path><diff><content>blocks</content></diff></file> for each',
      ),
  })
  .superRefine((given, ctx) => {
    const parsed = parseDiffInput(given);
    if ('problem' in parsed) ctx.addIssue({ code: 'custom', message: parsed.problem });
  });

/** Changes parts of one or several files. */
export function applyDiffTool(): Tool {
  return defineTool({
    name: 'apply_diff',
    description: `Changes parts of one or more files. A diff has one or more blocks:

${FORM}

start_line is the line number before the diff is applied. Search for whole lines with their exact white space, and for enough lines
to match only one place. An empty part after ======= deletes the lines. Put \\ before a line of the file that looks like a marker.`,
    input,
    effect: 'unsafe',
    approval: 'ask',
    local: true,
    targets: { paths: ['path'], lists: ['args'], edits: true },
    inlineBudgetMs: Number.POSITIVE_INFINITY,
    title(given) {
      const files = filesOf(given);
      return files.length === 1 ? `Change ${files[0]?.path}` : `Change ${count(files.length, 'file')}`;
    },
    async preview(given, ctx) {
      const files: PreviewedFile[] = [];
      for (const file of filesOf(given)) files.push(await previewFile(ctx, file));
      return { files, shows: ['path', 'diff', 'args'] };
    },
    async run(given, ctx) {
      needWorkspace(ctx);
      const told: FileResult[] = [];
      for (const file of filesOf(given)) {
        ctx.signal.throwIfAborted();
        told.push(await changeFile(ctx, file));
      }
      return {
        content: told.map(({ said }) => said).join('\n\n'),
        is_error: told.every(({ made }) => made === 0),
        ...changeEffects(told.flatMap(({ change }) => change ?? [])),
      };
    },
    undo: fileUndo,
    revert: (_, undo, ctx) => takeBackFiles(undo, ctx),
  });
}

function filesOf(given: z.output<typeof input>): readonly FileDiff[] {
  const parsed = parseDiffInput(given);
  return 'files' in parsed ? parsed.files : [];
}

interface FileResult {
  readonly said: string;
  readonly made: number;
  readonly change?: FileChange | undefined;
}

/** Makes the changes of one file that can be made; a problem there is reported and stops no other file. */
async function changeFile(ctx: ToolContext, { path, blocks }: FileDiff): Promise<FileResult> {
  try {
    const file = await openForChange(ctx, path);
    const applied = await applyBlocksApart(textLimits(ctx), file.text, blocks);
    const made = applied.results.filter((result) => 'line' in result).length;
    const change = made > 0 ? await saveChange(ctx, file, applied.text) : undefined;
    const all =
      made === blocks.length ? count(made, 'change') : `${made} of ${count(blocks.length, 'change')}`;
    return { made, change, said: [`${path}: made ${all}.`, ...applied.results.map(describe)].join('\n') };
  } catch (error) {
    return { made: 0, said: `${path}: ${error instanceof Error ? error.message : String(error)}` };
  }
}

/** The preview of a file's blocks. A block that does not fit is reported, as when it runs. */
function previewFile(ctx: PreviewContext, { path, blocks }: FileDiff): Promise<PreviewedFile> {
  return previewPart(ctx, path, async (text) => {
    const { text: after, results } = await applyBlocksApart(textLimits(ctx), text, blocks);
    const missed = results.filter((result) => 'problem' in result);
    if (missed.length === results.length) throw new Error(missed.map(describe).join('\n'));
    return missed.length === 0 ? after : { text: after, note: missed.map(describe).join('\n') };
  });
}

function describe(result: BlockResult): string {
  return 'line' in result
    ? `- Block ${result.number}: applied at line ${result.line}.`
    : `- Block ${result.number}: not applied. ${result.problem}`;
}
