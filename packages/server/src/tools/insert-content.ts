import * as z from 'zod';
import { defineTool } from './define-tool.ts';
import { changeEffects, fileUndo, openForChange, saveChange, takeBackFiles } from './file-changes.ts';
import { count, endedLike, givenLines, joinLines, spliceLines, splitLines } from './lines.ts';
import type { Tool } from './tool.ts';

/** Puts new lines between those of a file, and can take them out again. */
export function insertContentTool(): Tool {
  return defineTool({
    name: 'insert_content',
    description:
      'Inserts new lines into a file and changes nothing else. Line 0 is the end of the file; any other number is the line that the new ones come before.',
    input: z.object({
      path: z.string().min(1).describe('The file, from the workspace folder on'),
      line: z.int().min(0).describe('Before which line, the first one being 1; 0 for the end of the file'),
      content: z.string().describe('The new lines'),
    }),
    effect: 'unsafe',
    approval: 'ask',
    local: true,
    targets: { paths: ['path'] },
    inlineBudgetMs: Number.POSITIVE_INFINITY,
    title: ({ path, line }) =>
      line === 0 ? `Add to the end of ${path}` : `Insert into ${path} at line ${line}`,
    async run({ path, line, content }, ctx) {
      const file = await openForChange(ctx, path);
      const { lines, ended } = splitLines(file.text);
      if (line > lines.length + 1)
        return { content: `${path} has only ${count(lines.length, 'line')}.`, is_error: true };
      const at = line === 0 ? lines.length : line - 1;
      const added = endedLike(givenLines(content), lines[at] ?? lines[at - 1]);
      const text = joinLines({ lines: spliceLines(lines, at, 0, added), ended });
      const change = await saveChange(ctx, file, text);
      return {
        content: `Inserted ${count(added.length, 'line')} into ${path}, now ${placeOf(at, added.length)}.`,
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
