import * as z from 'zod';
import { JobError } from '../../side/side-process.ts';
import { defineTool } from '../define/define-tool.ts';
import type { Tool } from '../define/tool.ts';
import { replaceApart, textLimits } from '../jobs/text-jobs.ts';
import { count } from '../lines/lines.ts';
import type { Replacement } from '../lines/replace-in.ts';
import { changeEffects, fileUndo, openForChange, saveChange, takeBackFiles } from './file-changes.ts';
import { previewPart } from './preview-file.ts';

const input = z
  .object({
    path: z.string().min(1).describe('The file, relative to the workspace'),
    search: z.string().min(1).describe('The text to find, or a regular expression'),
    replace: z
      .string()
      .describe('The replacement. With use_regex, $1 is the first group and $& is the whole match'),
    start_line: z.int().min(1).optional().describe('The first line to search'),
    end_line: z.int().min(1).optional().describe('The last line to search'),
    use_regex: z.boolean().optional().describe('true if search is a JavaScript regular expression'),
    ignore_case: z.boolean().optional().describe('true to ignore upper and lower case'),
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
    description: `Replaces every match of a text or a regular expression in a file, or in a range of its lines. ^ and $ match the beginning and end of
each line.`,
    input,
    effect: 'unsafe',
    approval: 'ask',
    local: true,
    targets: { paths: ['path'], edits: true },
    inlineBudgetMs: Number.POSITIVE_INFINITY,
    title: ({ path }) => `Replace in ${path}`,
    preview: async (given, ctx) => ({
      files: [
        await previewPart(ctx, given.path, async (text) => {
          const replaced = await replaceInFile(text, given, ctx);
          if ('problem' in replaced) throw new Error(replaced.problem);
          return replaced.text;
        }),
      ],
      shows: Object.keys(input.shape),
    }),
    async run(given, ctx) {
      const { path } = given;
      const file = await openForChange(ctx, path);
      const replaced = await replaceInFile(file.text, given, ctx);
      if ('problem' in replaced) return { content: replaced.problem, is_error: true };
      if (replaced.text === file.text)
        return `${path} was not changed: the matches already equal the replacement.`;
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

/** A regular expression that takes longer will take forever. */
const REGEX_MS = 2000;

async function replaceInFile(
  text: string,
  given: z.output<typeof input>,
  { signal }: { readonly signal: AbortSignal },
): Promise<Replacement> {
  const limits = given.use_regex ? { ms: REGEX_MS, signal } : textLimits({ signal });
  try {
    return await replaceApart(limits, text, given);
  } catch (error) {
    if (!given.use_regex || !(error instanceof JobError) || error.code !== 'late') throw error;
    throw new Error(
      `The regular expression took longer than ${REGEX_MS / 1000} s. Write a simpler one, without nested repetitions.`,
    );
  }
}

function regexProblem(source: string): string | undefined {
  try {
    new RegExp(source, 'gm');
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : 'It is not a valid regular expression.';
  }
}
