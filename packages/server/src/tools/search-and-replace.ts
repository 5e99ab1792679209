import * as z from 'zod';
import { defineTool } from './define-tool.ts';
import { changeEffects, fileUndo, openForChange, saveChange, takeBackFiles } from './file-changes.ts';
import { count, joinLines, splitLines } from './lines.ts';
import { previewPart } from './preview-file.ts';
import { replaceMatches } from './replace-matches.ts';
import type { Tool } from './tool.ts';

const input = z
  .object({
    path: z.string().min(1).describe('The file, from the workspace folder on'),
    search: z.string().min(1).describe('The text to find, or a regular expression'),
    replace: z
      .string()
      .describe('What to put in its place; with use_regex $1 and $& stand for what was found'),
    start_line: z.int().min(1).optional().describe('The first line to look at'),
    end_line: z.int().min(1).optional().describe('The last line to look at'),
    use_regex: z.boolean().optional().describe('Whether search is a regular expression of JavaScript'),
    ignore_case: z.boolean().optional().describe('Whether A and a are the same'),
  })
  .superRefine(({ search, use_regex, start_line = 1, end_line = start_line }, ctx) => {
    if (start_line > end_line) ctx.addIssue({ code: 'custom', message: 'start_line comes after end_line.' });
    const problem = use_regex ? regexProblem(search) : undefined;
    if (problem !== undefined) ctx.addIssue({ code: 'custom', path: ['search'], message: problem });
  });

/** Replaces every match in a file, or in some of its lines. */
export function searchAndReplaceTool(): Tool {
  return defineTool({
    name: 'search_and_replace',
    description: `Replaces every match of a text, or of a regular expression, in a file or in some of its lines. ^ and $ stand for the begin and
end of each line.`,
    input,
    effect: 'unsafe',
    approval: 'ask',
    local: true,
    targets: { paths: ['path'] },
    inlineBudgetMs: Number.POSITIVE_INFINITY,
    title: ({ path }) => `Replace in ${path}`,
    preview: async (given, ctx) => ({
      files: [
        await previewPart(ctx, given.path, async (text) => {
          const replaced = await replaceIn(text, given, ctx.signal);
          if ('problem' in replaced) throw new Error(replaced.problem);
          return replaced.text;
        }),
      ],
      shows: Object.keys(input.shape),
    }),
    async run(given, ctx) {
      const { path } = given;
      const file = await openForChange(ctx, path);
      const replaced = await replaceIn(file.text, given, ctx.signal);
      if ('problem' in replaced) return { content: replaced.problem, is_error: true };
      if (replaced.text === file.text) return `${path} is as it was: the matches already read like this.`;
      const change = await saveChange(ctx, file, replaced.text);
      return {
        content: `Replaced ${count(replaced.matches, 'match', 'matches')} in ${path}.`,
        ...changeEffects([change]),
      };
    },
    undo: fileUndo,
    revert: (_, undo, ctx) => takeBackFiles(undo, ctx),
  });
}

/** The text with every match replaced, or why there is nothing to replace. */
async function replaceIn(
  text: string,
  given: z.output<typeof input>,
  signal: AbortSignal,
): Promise<{ readonly text: string; readonly matches: number } | { readonly problem: string }> {
  const { path, start_line = 1, end_line = Number.POSITIVE_INFINITY } = given;
  const { lines, ended } = splitLines(text);
  if (start_line > Math.max(1, lines.length))
    return { problem: `${path} has only ${count(lines.length, 'line')}.` };
  const end = Math.min(end_line, lines.length);
  const part = joinLines({ lines: lines.slice(start_line - 1, end), ended: end === lines.length && ended });
  const done = await replaceMatches(part, patternOf(given), signal);
  if (done.matches === 0) return { problem: `Nothing in ${path} matches; it is as it was.` };
  const before = lines.slice(0, start_line - 1).map((line) => `${line}\n`);
  const after = joinLines({ lines: lines.slice(end), ended });
  const joint = end < lines.length ? '\n' : '';
  return { text: [...before, done.text, joint, after].join(''), matches: done.matches };
}

function patternOf({ search, replace, use_regex = false, ignore_case = false }: z.output<typeof input>) {
  const flags = ignore_case ? 'gim' : 'gm';
  // Behind the last line break there is no line that ^ could begin.
  if (use_regex)
    return { source: `(?!(?<=\\n)(?![^]))(?:${search})`, flags, replacement: replace, isPlain: false };
  const plain = search
    .replaceAll('\r\n', '\n')
    .replace(/[\\^$.*+?()[\]{}|/-]/g, (char) => (char === '-' ? '\\x2d' : `\\${char}`));
  // In a replacement $ begins a reference, and $$ is the character.
  const replacement = replace.replaceAll('\r\n', '\n').replaceAll('$', '$$$$');
  return { source: plain, flags, replacement, isPlain: true };
}

function regexProblem(source: string): string | undefined {
  try {
    new RegExp(source, 'gm');
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : 'It is no regular expression.';
  }
}
