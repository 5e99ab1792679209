import * as z from 'zod';
import type { FoundChunk } from './code-index/code-index.ts';
import { WorkspaceIndex } from './code-index/workspace-index.ts';
import { defineTool } from './define-tool.ts';
import { inWorkspace, namesTo } from './in-workspace.ts';
import type { Tool } from './tool.ts';
import type { Workspace } from './workspace.ts';

const MOST_FOUND = 10;
const SNIPPET_LINES = 16;
const LINE_LENGTH = 200;

interface Place {
  readonly index: WorkspaceIndex;
  /** The last question: the next one waits for it, so that the index is not brought up to date twice at once. */
  last: Promise<unknown>;
}

/** Lets the model find code by what it is about. Each tool that is made keeps an index of its own for each workspace. */
export function codebaseSearchTool(): Tool {
  const places = new Map<string, Place>();
  const search = (workspace: Workspace, ...args: Parameters<WorkspaceIndex['search']>) => {
    const { root } = workspace;
    const place = places.get(root) ?? { index: new WorkspaceIndex(workspace), last: Promise.resolve() };
    places.set(root, place);
    const found = place.last.then(() => place.index.search(...args));
    place.last = found.catch(() => {});
    return found.then((chunks) => ({ chunks, index: place.index }));
  };
  return defineTool({
    name: 'codebase_search',
    description: `Finds the pieces of code and text in the workspace that fit a question best, by their words: names are taken apart, so "read
file" finds readFile. Use the words that the code would use. Tells ${MOST_FOUND} at most, with path and lines.`,
    input: z.object({
      query: z.string().trim().min(1).max(1000).describe('What to look for, in words'),
      path: z.string().optional().describe('The folder to look in, from the root of the workspace'),
    }),
    effect: 'read',
    local: true,
    targets: { paths: ['path'] },
    title: ({ query }) => `Look for ${query}`,
    async run({ query, path = '.' }, ctx) {
      const { workspace, name } = await inWorkspace(ctx, path === '' ? '.' : path);
      const isMeant = (file: string): boolean => name === '.' || file === name || file.startsWith(`${name}/`);
      const { chunks, index } = await search(workspace, { query, limit: MOST_FOUND, isMeant }, ctx.signal);
      const note = index.isFull ? `\n\n[Only the first ${index.size} files were looked at.]` : '';
      if (chunks.length === 0) return `Nothing has these words.${note}`;
      return (await Promise.all(chunks.map((each) => print(workspace, each)))).join('\n\n') + note;
    },
  });
}

async function print(workspace: Workspace, { path, from, to, score }: FoundChunk): Promise<string> {
  const names = namesTo(path);
  const bytes = await workspace
    .inFolder(names.slice(0, -1), (folder) => folder.readBytes(names.at(-1) ?? ''))
    .catch(() => Buffer.alloc(0));
  const lines = Buffer.from(bytes)
    .toString()
    .split('\n')
    .slice(from - 1, to);
  const shown = lines.slice(0, SNIPPET_LINES).map((line) => `  ${line.slice(0, LINE_LENGTH)}`.trimEnd());
  const more = lines.length > SNIPPET_LINES ? [`  [… ${lines.length - SNIPPET_LINES} more lines …]`] : [];
  return [`${path}:${from}-${to} (score ${score.toFixed(1)})`, ...shown, ...more].join('\n');
}
