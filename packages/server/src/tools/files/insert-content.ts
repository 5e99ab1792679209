import * as z from 'zod';
import { defineTool } from '../define/define-tool.ts';
import type { Tool } from '../define/tool.ts';
import { insertApart, textLimits } from '../jobs/text-jobs.ts';
import { count } from '../lines/lines.ts';
import { changeEffects, fileUndo, openForChange, saveChange, takeBackFiles } from './file-changes.ts';
import { previewPart } from './preview-file.ts';

/** Puts new lines between those of a file, and can take them out again. */
export function insertContentTool(): Tool {
  return defineTool({
    name: 'insert_content',
    description:
      'Inserts new lines into a file and changes nothing else. The lines go before the given line; line 0 appends them to the end.',
    input: z.object({
      path: z.string().min(1).describe('The file, relative to the workspace'),
      line: z
        .int()
        .min(0)
        .describe('Insert before this line; the first line is 1. 0 means the end of the file'),
      content: z.string().describe('The new lines'),
    }),
    effect: 'unsafe',
    approval: 'ask',
    local: true,
    targets: { paths: ['path'], edits: true },
    inlineBudgetMs: Number.POSITIVE_INFINITY,
    title: ({ path, line }) =>
      line === 0 ? `Add to the end of ${path}` : `Insert into ${path} at line ${line}`,
    preview: async (given, ctx) => ({
      files: [
        await previewPart(ctx, given.path, async (text) => {
          const inserted = await insertApart(textLimits(ctx), text, given);
          if ('problem' in inserted) throw new Error(inserted.problem);
          return inserted.text;
        }),
      ],
      shows: ['path', 'line', 'content'],
    }),
    async run(given, ctx) {
      const { path } = given;
      const file = await openForChange(ctx, path);
      const inserted = await insertApart(textLimits(ctx), file.text, given);
      if ('problem' in inserted) return { content: inserted.problem, is_error: true };
      const { text, at, many } = inserted;
      const change = await saveChange(ctx, file, text);
      return {
        content: `Inserted ${count(many, 'line')} into ${path}, now ${placeOf(at, many)}.`,
        ...changeEffects([change]),
      };
    },
    undo: fileUndo,
    revert: (_, undo, ctx) => takeBackFiles(undo, ctx),
  });
}

function placeOf(at: number, many: number): string {
  return many === 1 ? `line ${at + 1}` : `lines ${at + 1}-${at + many}`;
}
