import * as z from 'zod';
import { visibleText } from '../command/visible-text.ts';
import { defineTool } from '../define/define-tool.ts';
import { inWorkspace } from '../define/in-workspace.ts';
import type { Tool } from '../define/tool.ts';
import { listFolderApart, textLimits } from '../jobs/text-jobs.ts';
import { MOST_COUNTED, MOST_ENTRIES } from '../walk/list-folder.ts';
import type { Entry } from '../walk/walk-folder.ts';

/** Lets the model see which files there are in the workspace. */
export function listFilesTool(): Tool {
  return defineTool({
    name: 'list_files',
    description: `Lists the files and folders in a folder, at most ${MOST_ENTRIES}. Folders end with /. Files ignored by .gitignore, .git and
node_modules are left out, unless you ask for such a folder by name.`,
    input: z.object({
      path: z.string().min(1).describe('The folder, relative to the workspace; . for the workspace itself'),
      // A call in text has only texts.
      recursive: z
        .union([z.boolean(), z.enum(['true', 'false', ''])])
        .optional()
        .describe('true to list subfolders too'),
    }),
    effect: 'read',
    local: true,
    targets: { paths: ['path'] },
    folds: 'list',
    title: ({ path }) => `List ${path}`,
    async run({ path, recursive }, { signal, ...ctx }) {
      const { root, name, kind } = await inWorkspace(ctx, path);
      if (kind !== 'folder') throw new Error(`${path} is a file, not a folder.`);
      const depth = String(recursive) === 'true' ? 'all' : 'one';
      const { shown, left } = await listFolderApart(textLimits({ signal }), root, { folder: name, depth });
      return print(shown, left);
    },
  });
}

function print(entries: readonly Entry[], left: number): string {
  if (entries.length === 0) return 'The folder is empty, or everything in it is ignored.';
  const lines = entries.map(({ path, type }) => visibleText(path).replaceAll('\n', '\\u{a}') + MARKS[type]);
  const more =
    left > MOST_COUNTED ? `More than ${MOST_COUNTED.toLocaleString('en')}` : left.toLocaleString('en');
  return [
    ...lines.sort(),
    ...(left > 0
      ? [`[… ${more} left out, in deeper folders or further down the list. List one of these folders. …]`]
      : []),
  ].join('\n');
}

const MARKS: Readonly<Record<Entry['type'], string>> = { file: '', folder: '/', link: ' (link)' };
