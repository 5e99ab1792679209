import * as z from 'zod';
import { defineTool } from '../define/define-tool.ts';
import { type ListedFile, readFileArgs } from '../define/file-args.ts';
import { needWorkspace } from '../define/need-workspace.ts';
import type { Tool, ToolContext } from '../define/tool.ts';
import { showLinesApart, textLimits } from '../jobs/text-jobs.ts';
import { count } from '../lines/lines.ts';
import { type LineRange, MAX_LINES } from '../lines/show-lines.ts';
import { WorkspaceError } from '../workspace/workspace-error.ts';

// The most text that a model can take in at once; it asks for the rest.
const MAX_CHARS = 100_000;
const MAX_FILES = 20;

interface Wish {
  readonly path: string;
  readonly ranges: readonly LineRange[];
}

const input = z
  .object({
    path: z.string().min(1).optional().describe('The file, relative to the workspace'),
    args: z
      .string()
      .optional()
      .describe(
        'Several files: <file><path>a.ts</path></file><file><path>b.ts</path><line_range>5-20</line_range></file>',
      ),
    start_line: z.int().min(1).optional().describe('The first line to show. Default: 1'),
    end_line: z.int().min(1).optional().describe('The last line to show. Default: the end of the file'),
  })
  .superRefine((given, ctx) => {
    const wishes = wishesOf(given);
    if (typeof wishes === 'string') ctx.addIssue({ code: 'custom', message: wishes });
  });

type Input = z.output<typeof input>;

/** Shows the model the lines of one or several files, with their numbers. */
export function readFileTool(): Tool {
  return defineTool({
    name: 'read_file',
    description: `Reads a file of the workspace, or one that the person attached, by its name. Each line is shown after its number and "|", which are not part of the file. Give path for one file, or args for up to
${MAX_FILES} files. At most ${MAX_LINES} lines of each are shown; use start_line and end_line for the rest.`,
    input,
    effect: 'read',
    approval: 'allow',
    local: true,
    targets: { paths: ['path'], lists: ['args'] },
    folds: 'read',
    inlineBudgetMs: Number.POSITIVE_INFINITY,
    title(given) {
      const wishes = wishesOf(given);
      if (typeof wishes === 'string') return 'Read files';
      return wishes.length === 1 ? `Read ${wishes[0]?.path}` : `Read ${count(wishes.length, 'file')}`;
    },
    async run(given, ctx) {
      const wishes = wishesOf(given);
      if (typeof wishes === 'string') return { content: wishes, is_error: true };
      const shown: string[] = [];
      const seen = new Map<string, string | null>();
      let failed = 0;
      let budget = MAX_CHARS;
      for (const wish of wishes) {
        ctx.signal.throwIfAborted();
        const { path } = (await ctx.workspace?.resolve(wish.path).catch(() => undefined)) ?? wish;
        const part = await show(ctx, wish, budget).then(
          ({ text, version }) => {
            if (version !== undefined) seen.set(path, version);
            return text;
          },
          (error: unknown) => {
            failed += 1;
            if (error instanceof WorkspaceError && error.code === 'not_found') seen.set(path, null);
            return `${wish.path}: ${error instanceof Error ? error.message : String(error)}`;
          },
        );
        budget = Math.max(0, budget - part.length);
        shown.push(part);
      }
      if (failed === wishes.length) needWorkspace(ctx);
      return {
        content: shown.join('\n\n'),
        is_error: failed === wishes.length,
        seen: Object.fromEntries(seen),
      };
    },
  });
}

/** Which lines of which files are asked for; a sentence when that makes no sense. */
function wishesOf({ path, args, start_line, end_line }: Input): readonly Wish[] | string {
  if (args !== undefined && args.trim() !== '') {
    if (path !== undefined) return 'Give path or args, not both.';
    const read = readFileArgs(args);
    if ('problem' in read) return read.problem;
    if (read.files.length > MAX_FILES) return `Ask for at most ${MAX_FILES} files at once.`;
    const wishes = read.files.map(listedWish);
    return (
      wishes.find((wish) => typeof wish === 'string') ?? wishes.filter((wish) => typeof wish !== 'string')
    );
  }
  if (path === undefined) return 'Give path, or args for several files.';
  const [from, to] = [start_line ?? 1, end_line ?? Number.POSITIVE_INFINITY];
  return from > to ? 'start_line comes after end_line.' : [{ path, ranges: [{ from, to }] }];
}

function listedWish({ path, rest }: ListedFile): Wish | string {
  const ranges: LineRange[] = [];
  const other = rest.replace(/<line_range>\s*(\d+)\s*-\s*(\d+)\s*<\/line_range>/g, (_, from, to) => {
    ranges.push({ from: Number(from), to: Number(to) });
    return '';
  });
  if (other.trim() !== '' || ranges.some(({ from, to }) => from < 1 || from > to))
    return `Only <line_range>5-20</line_range> may follow the path of ${path}.`;
  return { path, ranges: ranges.length > 0 ? ranges : [{ from: 1, to: Number.POSITIVE_INFINITY }] };
}

/** Lines of a file, and its version if there was room for any of them. */
async function show(
  ctx: Pick<ToolContext, 'workspace' | 'signal' | 'attachment'>,
  { path, ranges }: Wish,
  budget: number,
): Promise<{ readonly text: string; readonly version: string | undefined }> {
  const { signal } = ctx;
  const { text, version } = await textOf(ctx, path);
  const shown = await showLinesApart(textLimits({ signal }), text, { path, ranges, budget });
  return { text: shown, version: text === '' || budget > 0 ? version : undefined };
}

/** The text of a file of the workspace; where it has none of that path, of the attached file of that name. */
async function textOf(
  ctx: Pick<ToolContext, 'workspace' | 'attachment'>,
  path: string,
): Promise<{ readonly text: string; readonly version: string | undefined }> {
  const isNamed = !path.includes('/');
  try {
    return await needWorkspace(ctx).readText(path);
  } catch (error) {
    const isMissing = ctx.workspace === undefined || isNotFound(error);
    const attached = isMissing && isNamed ? await ctx.attachment(path) : undefined;
    if (attached === undefined) throw error;
    const text = await attached.text();
    if (text !== undefined) return { text, version: undefined };
    throw new Error(
      `It is an attached file (${attached.type}, ${attached.size} bytes) without a text that can be read.`,
    );
  }
}

const isNotFound = (error: unknown): boolean => error instanceof WorkspaceError && error.code === 'not_found';
