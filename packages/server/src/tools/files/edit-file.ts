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
    description: `Edits a file. Give only the parts that change, and write the line "// ... existing code ..." (as a comment in the language of the file)
for the code between them. Begin and end each part with an unchanged line, so that its place can be found. Lines between these two that
you leave out are deleted.`,
    input: z.object({
      target_file: z.string().min(1).describe('The file, relative to the workspace'),
      instructions: z.string().describe('One sentence for the person that says what the edit does'),
      code_edit: z.string().min(1).describe('The changed parts, with markers for the code between them'),
    }),
    effect: 'unsafe',
    approval: 'ask',
    local: true,
    targets: { paths: ['target_file'], edits: true },
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
        return { content: `${target_file} was not changed. ${merged.problem}`, is_error: true };
      if (merged.text === text) return `${target_file} already has these changes.`;
      const change = await saveChange(ctx, file, merged.text);
      const [before, after] = [text, merged.text].map((each) => splitLines(each).lines.length);
      return {
        content: `Edited ${target_file}: ${count(merged.pieces, 'part')} changed, ${before} lines before, ${after} now.`,
        ...changeEffects([change]),
      };
    },
    undo: fileUndo,
    revert: (_, undo, ctx) => takeBackFiles(undo, ctx),
  });
}
