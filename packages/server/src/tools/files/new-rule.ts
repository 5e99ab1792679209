import * as z from 'zod';
import { defineTool } from '../define/define-tool.ts';
import type { Tool } from '../define/tool.ts';
import { WorkspaceError } from '../workspace/workspace-error.ts';
import { changeEffects, fileUndo, takeBackFiles, writeWhole } from './file-changes.ts';
import { previewWhole } from './preview-file.ts';

const RULE = /^\.millrace\/rules\/[^/]+\.md$/;

/** Keeps a rule for later work in the workspace. Its path is protected, so a person always sees it first. */
export function newRuleTool(): Tool {
  return defineTool({
    name: 'new_rule',
    description: `Saves a rule for all later work in this workspace, as a Markdown file. Call it when the person says how things should be done from now
on. Use write_to_file to change a rule.`,
    input: z.object({
      path: z
        .string()
        .regex(RULE, { error: 'A rule is a file such as .millrace/rules/tests.md.' })
        .describe('A new file such as .millrace/rules/tests.md'),
      content: z.string().trim().min(1).describe('The rule, in Markdown'),
    }),
    effect: 'idempotent',
    approval: 'ask',
    local: true,
    instructs: true,
    targets: { paths: ['path'] },
    inlineBudgetMs: Number.POSITIVE_INFINITY,
    title: ({ path }) => `New rule ${path.slice(path.lastIndexOf('/') + 1)}`,
    preview: async ({ path, content }, ctx) => ({
      files: [await previewWhole(ctx, path, `${content}\n`)],
      shows: ['path', 'content'],
    }),
    async run({ path, content }, ctx) {
      try {
        // A rule that is there already is never overwritten, no matter who has read it or said yes.
        const unread = { ...ctx, seen: async () => null };
        const change = await writeWhole(unread, path, `${content}\n`);
        return { content: `The rule was saved as ${path}.`, ...changeEffects([change]) };
      } catch (error) {
        if (!(error instanceof WorkspaceError) || error.code !== 'changed') throw error;
        return { content: `${path} already exists. Change it with write_to_file.`, is_error: true };
      }
    },
    undo: fileUndo,
    revert: (_, undo, ctx) => takeBackFiles(undo, ctx),
  });
}
