import * as z from 'zod';
import { defineTool } from '../define/define-tool.ts';
import { needWorkspace } from '../define/need-workspace.ts';
import type { Tool } from '../define/tool.ts';

/** Shows the person a file of the workspace: a picture, a document, or anything to download. */
export function showFileTool(): Tool {
  return defineTool({
    name: 'show_file',
    description: `Shows the person a file of the workspace in your answer, to look at or to download: a picture, a PDF, a workbook, an archive. They get it as it
is now. Do not use it for text that you can write in the answer.`,
    input: z.object({
      path: z.string().min(1).describe('The file, relative to the workspace'),
      alt: z.string().max(1000).optional().describe('What it shows, for a person who does not see it'),
    }),
    effect: 'read',
    approval: 'allow',
    local: true,
    targets: { paths: ['path'] },
    title: ({ path }) => `Show ${path}`,
    async run({ path, alt }, ctx) {
      const { bytes } = await needWorkspace(ctx).readBytes(path);
      const name = path.split('/').at(-1) ?? path;
      if (bytes.length === 0) throw new Error(`${path} is empty.`);
      return {
        content: `The person sees ${path} (${bytes.length} bytes).`,
        shown: [{ name, bytes, ...(alt !== undefined && { alt }) }],
      };
    },
  });
}
