import * as z from 'zod';
import { SideProcess } from '../../side/side-process.ts';
import type { FoundChunk } from '../code-index/code-index.ts';
import type { WorkspaceFinds, WorkspaceQuery } from '../code-index/search-workspace.ts';
import { defineTool } from '../define/define-tool.ts';
import { inWorkspace, namesTo } from '../define/in-workspace.ts';
import type { Tool } from '../define/tool.ts';
import type { Workspace } from '../workspace/workspace.ts';

const MOST_FOUND = 10;
const SNIPPET_LINES = 16;
const LINE_LENGTH = 200;
/** Larger files are not indexed. */
const MOST_BYTES = 1_000_000;

/** Reading all files of a workspace for the first time may take a while. */
const SEARCH_MS = 60_000;

/** Lets the model find code by what it is about. Each tool that is made has a process of its own, which keeps the index. */
export function codebaseSearchTool(): Tool {
  const side = new SideProcess();
  let last: Promise<unknown> = Promise.resolve();
  /** One question after the other, so that the index is not brought up to date twice at once. */
  const search = (root: string, query: WorkspaceQuery, signal: AbortSignal): Promise<WorkspaceFinds> => {
    const request = { job: 'searchWorkspace', args: [root, query] };
    const found = last.then(() => side.run(request, { ms: SEARCH_MS, signal }));
    last = found.catch(() => {});
    // The result of the function of this name.
    return found as Promise<WorkspaceFinds>;
  };
  return defineTool({
    name: 'codebase_search',
    description: `Finds the parts of the workspace that best match a query, by their words. Names are split into words, so "read file" finds readFile.
Use the words that the code would use. Returns at most ${MOST_FOUND} results, with path and lines.`,
    input: z.object({
      query: z.string().trim().min(1).max(1000).describe('The words to search for'),
      path: z.string().optional().describe('The folder to search, relative to the workspace'),
    }),
    effect: 'read',
    local: true,
    targets: { paths: ['path'] },
    folds: 'search',
    title: ({ query }) => `Look for ${query}`,
    async run({ query, path = '.' }, ctx) {
      const { workspace, root, name } = await inWorkspace(ctx, path === '' ? '.' : path);
      const wanted = { query, limit: MOST_FOUND, folder: name };
      const { chunks, files, isFull } = await search(root, wanted, ctx.signal);
      const note = isFull ? `\n\n[Only the first ${files} files were searched.]` : '';
      if (chunks.length === 0) return `No results.${note}`;
      return (await Promise.all(chunks.map((each) => print(workspace, each)))).join('\n\n') + note;
    },
  });
}

async function print(workspace: Workspace, { path, from, to, score }: FoundChunk): Promise<string> {
  const names = namesTo(path);
  const bytes = await workspace
    .inFolder(names.slice(0, -1), (folder) => folder.readBytes(names.at(-1) ?? '', MOST_BYTES))
    .catch(() => Buffer.alloc(0));
  const lines = Buffer.from(bytes)
    .toString()
    .split('\n')
    .slice(from - 1, to);
  const shown = lines.slice(0, SNIPPET_LINES).map((line) => `  ${line.slice(0, LINE_LENGTH)}`.trimEnd());
  const more = lines.length > SNIPPET_LINES ? [`  [… ${lines.length - SNIPPET_LINES} more lines …]`] : [];
  return [`${path}:${from}-${to} (score ${score.toFixed(1)})`, ...shown, ...more].join('\n');
}
