import * as z from 'zod';
import { defineTool } from '../define/define-tool.ts';
import type { Tool } from '../define/tool.ts';
import { mergeEditApart, textLimits } from '../jobs/text-jobs.ts';
import { count, splitLines } from '../lines/lines.ts';
import { changeEffects, fileUndo, openForChange, saveChange, takeBackFiles } from './file-changes.ts';
import { previewPart } from './preview-file.ts';

/** Changes a file by showing only what changes, with a marker where code is left out. */
export function editFileTool(): Tool {
  return defineTool({
    name: 'edit_file',
    description: `Changes a file by pieces of its new code. Write the line "// ... existing code ..." (as a comment of the language) wherever you
leave code out. Each piece begins and ends with a line that stays as it is, so that it can be found; lines between them that you do
not write are deleted.`,
    input: z.object({
      target_file: z.string().min(1).describe('The file, from the workspace folder on'),
      instructions: z.string().describe('What the edit does, in one sentence for the person'),
      code_edit: z.string().min(1).describe('The pieces of new code, with markers for what is left out'),
    }),
    effect: 'unsafe',
    approval: 'ask',
    local: true,
    targets: { paths: ['target_file'] },
    inlineBudgetMs: Number.POSITIVE_INFINITY,
    title: ({ target_file }) => `Edit ${target_file}`,
    preview: async ({ target_file, code_edit }, ctx) => ({
      files: [
        await previewPart(ctx, target_file, async (text) => {
          const merged = await mergeEditApart(textLimits(ctx), text, code_edit);
          if ('problem' in merged) throw new Error(merged.problem);
          return merged.text;
        }),
      ],
      shows: ['target_file', 'code_edit'],
    }),
    async run({ target_file, code_edit }, ctx) {
      const file = await openForChange(ctx, target_file);
      const { text } = file;
      const merged = await mergeEditApart(textLimits(ctx), text, code_edit);
      if ('problem' in merged)
        return { content: `${target_file} is as it was. ${merged.problem}`, is_error: true };
      if (merged.text === text) return `${target_file} reads like this already.`;
      const change = await saveChange(ctx, file, merged.text);
      const [before, after] = [text, merged.text].map((each) => splitLines(each).lines.length);
      return {
        content: `Edited ${target_file}: ${count(merged.pieces, 'piece')} put in place, ${before} lines before, ${after} now.`,
        ...changeEffects([change]),
      };
    },
    undo: fileUndo,
    revert: (_, undo, ctx) => takeBackFiles(undo, ctx),
  });
}
