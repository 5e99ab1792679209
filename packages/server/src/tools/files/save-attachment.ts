import * as z from 'zod';
import { defineTool } from '../define/define-tool.ts';
import { needWorkspace } from '../define/need-workspace.ts';
import type { Tool } from '../define/tool.ts';

/** Writes a file of the chat into the workspace, byte for byte. */
export function saveAttachmentTool(): Tool {
  return defineTool({
    name: 'save_attachment',
    description: `Saves a file that the person attached, or that a tool has made, into the workspace as it is. Missing folders are created, and a file that
is there is replaced.`,
    input: z.object({
      name: z.string().min(1).describe('The name of the attached file'),
      path: z.string().min(1).describe('The file to write, relative to the workspace'),
    }),
    effect: 'idempotent',
    approval: 'ask',
    local: true,
    targets: { paths: ['path'], edits: true },
    inlineBudgetMs: Number.POSITIVE_INFINITY,
    title: ({ name, path }) => `Save ${name} as ${path}`,
    async run({ name, path }, ctx) {
      const workspace = needWorkspace(ctx);
      const file = await ctx.attachment(name);
      if (file === undefined) throw new Error(`No file ${JSON.stringify(name)} is attached to this chat.`);
      const { created } = await workspace.writeBytes(path, await file.bytes());
      return `${created ? 'Created' : 'Replaced'} ${path}: ${file.size} bytes.`;
    },
  });
}
