import * as z from 'zod';
import { defineTool } from '../define/define-tool.ts';
import { inWorkspace } from '../define/in-workspace.ts';
import type { Tool, ToolContext } from '../define/tool.ts';
import { fitsGlobApart, isLeftOutApart, textLimits } from '../jobs/text-jobs.ts';
import { expandBraces } from '../walk/file-glob.ts';
import { reallyThere } from './really-there.ts';
import { type FoundLine, ripgrep } from './ripgrep.ts';

const MOST_MATCHES = 300;
const MOST_CHARACTERS = 50_000;
const LINE_LENGTH = 300;
const MOST_BYTES = 10 * 1024 * 1024;
const OTHER = '[Files that changed during the search, or can no longer be opened, are left out.]';

/** Lets the model search the text of files in the workspace. */
export function searchFilesTool(): Tool {
  return defineTool({
    name: 'search_files',
    description: `Searches files line by line with a regular expression (Rust syntax, no lookaround). Returns each match with its line number and the
lines around it, at most ${MOST_MATCHES} matches. Hidden, ignored and binary files and files over 10 MB are left out.`,
    input: z.object({
      path: z.string().min(1).describe('The file or folder to search, relative to the workspace'),
      regex: z.string().min(1).describe('The regular expression; start it with (?i) to ignore case'),
      file_pattern: z
        .string()
        .trim()
        .optional()
        .describe('Only these files, such as *.ts or src/**/*.{js,jsx}'),
    }),
    effect: 'read',
    local: true,
    targets: { paths: ['path'] },
    folds: 'search',
    title: ({ path, regex }) => `Search ${path} for ${regex}`,
    async run({ path, regex, file_pattern = '' }, ctx) {
      const { workspace, root, name } = await inWorkspace(ctx, path);
      // ripgrep reads a file that is named whatever its size is.
      if (((await workspace.stat(name))?.size ?? 0) > MOST_BYTES)
        throw new Error(`${path} is too large: 10 MB at most. Use a command to look into it.`);
      const search = { root, path: name, regex, signal: ctx.signal, names: namesOf(file_pattern) };
      let isOther = false;
      const found = reallyThere(workspace, ripgrep(search), () => {
        isOther = true;
      });
      const report = await collect(found, meantFiles(root, name, file_pattern, ctx), ctx);
      if (ctx.signal.aborted) return { content: 'The search was stopped.', is_error: true };
      return isOther ? `${report}\n\n${OTHER}` : report;
    },
  });
}

/** The names that files of a pattern must have, for ripgrep to leave out most others; none when they can't be told. */
function namesOf(pattern: string): readonly string[] {
  if (pattern === '' || pattern.startsWith('!')) return [];
  const names = expandBraces(pattern).map((each) => each.slice(each.lastIndexOf('/') + 1));
  // A folder's name stands for all that is in it, so only what can't be one is taken.
  return names.every((name) => /^[\w*?.-]*\.\w+$/.test(name)) ? names : [];
}

/** Says of a file whether it fits the pattern and no ignore file leaves it out. Asked in the order of files. */
function meantFiles(
  root: string,
  folder: string,
  pattern: string,
  ctx: ToolContext,
): (path: string) => Promise<boolean> {
  let last: { readonly path: string; readonly meant: Promise<boolean> } | undefined;
  const isMeant = async (path: string): Promise<boolean> =>
    (pattern === '' || (await fitsGlobApart(textLimits(ctx), pattern, path))) &&
    !(await isLeftOutApart(textLimits(ctx), root, folder, path));
  return (path) => {
    if (last?.path !== path) last = { path, meant: isMeant(path) };
    return last.meant;
  };
}

async function collect(
  found: AsyncIterable<FoundLine>,
  isMeant: (path: string) => Promise<boolean>,
  ctx: ToolContext,
): Promise<string> {
  const parts: string[] = [];
  const files = new Set<string>();
  let matches = 0;
  let size = 0;
  let last: FoundLine | undefined;
  let isCut = false;
  const write = (line: string): void => {
    parts.push(line);
    size += line.length + 1;
  };
  for await (const each of found) {
    if (ctx.signal.aborted) break;
    if (!(await isMeant(each.path))) continue;
    isCut = size > MOST_CHARACTERS || (matches === MOST_MATCHES && each.type === 'match');
    if (isCut) break;
    if (each.path !== last?.path) write(`\n${each.path}`);
    else if (each.line !== (last.line ?? 0) + 1) write('  --');
    if (each.type === 'match') {
      matches += 1;
      files.add(each.path);
    }
    write(`${each.type === 'match' ? '>' : ' '} ${each.line ?? '?'} | ${cutAround(each)}`);
    last = each;
  }
  if (matches === 0) return 'Nothing was found.';
  const head = `${matches} ${matches === 1 ? 'match' : 'matches'} in ${files.size} ${files.size === 1 ? 'file' : 'files'}.`;
  return [
    head,
    ...parts,
    ...(isCut ? ['\nThere are more. Search fewer files, or use a narrower regex.'] : []),
  ].join('\n');
}

/** A line, or of a long one what stands around the match. */
function cutAround({ text, start }: FoundLine): string {
  if (text.length <= LINE_LENGTH) return text;
  const from = start < LINE_LENGTH / 2 ? 0 : start - Math.floor(LINE_LENGTH / 4);
  const cut = text.slice(from, from + LINE_LENGTH);
  return `${from > 0 ? '…' : ''}${cut}${from + LINE_LENGTH < text.length ? '…' : ''}`;
}
