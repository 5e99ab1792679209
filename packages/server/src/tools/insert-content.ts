import * as z from 'zod';
import { defineTool } from './define-tool.ts';
import { count, endedLike, givenLines, joinLines, spliceLines, splitLines, withoutCr } from './lines.ts';
import { needWorkspace } from './need-workspace.ts';
import type { Tool } from './tool.ts';

/** Puts new lines between those of a file. Takes them out again if they still stand where they were put. */
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
      const workspace = needWorkspace(ctx);
      const { text, version } = await workspace.readText(path);
      const { lines, ended } = splitLines(text);
      if (line > lines.length + 1)
        return { content: `${path} has only ${count(lines.length, 'line')}.`, is_error: true };
      const at = line === 0 ? lines.length : line - 1;
      const added = endedLike(givenLines(content), lines[at] ?? lines[at - 1]);
      await workspace.writeText(path, joinLines({ lines: spliceLines(lines, at, 0, added), ended }), {
        expected: version,
      });
      return `Inserted ${count(added.length, 'line')} into ${path}, now ${placeOf(at, added.length)}.`;
    },
    async revert({ path, content }, result, ctx) {
      const workspace = needWorkspace(ctx);
      const [, place = ''] = result.split(`into ${path}, now `);
      const at = Number(/^lines? (\d+)/.exec(place)?.[1] ?? 0) - 1;
      const { text, version } = await workspace.readText(path);
      const { lines, ended } = splitLines(text);
      const added = givenLines(content);
      if (at < 0 || added.some((line, i) => withoutCr(lines[at + i] ?? '') !== line))
        return { content: `The lines are no longer where they were put into ${path}.`, is_error: true };
      await workspace.writeText(path, joinLines({ lines: spliceLines(lines, at, added.length), ended }), {
        expected: version,
      });
      return `Took ${count(added.length, 'line')} out of ${path} again.`;
    },
  });
}

function placeOf(at: number, many: number): string {
  return many === 1 ? `line ${at + 1}` : `lines ${at + 1}-${at + many}`;
}
