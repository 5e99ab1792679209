import * as z from 'zod';
import { defineTool } from '../define/define-tool.ts';
import type { Tool } from '../define/tool.ts';
import { count, splitLines } from '../lines/lines.ts';
import { changeEffects, fileUndo, takeBackFiles, writeWhole } from './file-changes.ts';
import { previewWhole } from './preview-file.ts';

/** Writes a whole file, and can take it back. */
export function writeToFileTool(): Tool {
  return defineTool({
    name: 'write_to_file',
    description: `Creates or overwrites a file. Missing folders are created. Give the complete text; anything you leave out is lost. Read a file before
you overwrite it. Use apply_diff to change part of a large file.`,
    input: z.object({
      path: z.string().min(1).describe('The file, relative to the workspace'),
      content: z.string().describe('The complete text of the file'),
      line_count: z.int().min(0).optional().describe('How many lines the text has'),
    }),
    effect: 'idempotent',
    approval: 'ask',
    local: true,
    targets: { paths: ['path'], edits: true },
    inlineBudgetMs: Number.POSITIVE_INFINITY,
    title: ({ path }) => `Write ${path}`,
    preview: async ({ path, content }, ctx) => ({
      files: [await previewWhole(ctx, path, content)],
      shows: ['path', 'content', 'line_count'],
    }),
    async run({ path, content, line_count }, ctx) {
      const change = await writeWhole(ctx, path, content);
      const lines = splitLines(content).lines.length;
      const said = `${change.created ? 'Created' : 'Updated'} ${path}: ${count(lines, 'line')}.`;
      return { content: `${said}${warning(lines, line_count)}`, ...changeEffects([change]) };
    },
    undo: fileUndo,
    revert: (_, undo, ctx) => takeBackFiles(undo, ctx),
  });
}

/** A text that is much shorter or longer than was said may lack a part. */
function warning(lines: number, said: number | undefined): string {
  if (said === undefined || Math.abs(lines - said) <= Math.max(2, said / 10)) return '';
  return ` You said ${said}. Check that nothing was left out; if something was, write the file again.`;
}
