import * as z from 'zod';
import { defineTool } from './define-tool.ts';
import { needWorkspace } from './need-workspace.ts';
import type { Tool } from './tool.ts';

const RULE = /^\.millrace\/rules\/[^/]+\.md$/;

/** Keeps a rule for later work in the workspace. Its path is protected, so a person always sees it first. */
export function newRuleTool(): Tool {
  return defineTool({
    name: 'new_rule',
    description: `Keeps a rule that holds for all later work in this workspace, as a file of Markdown. Call it when the person states how
things are to be done from now on. To change a rule use write_to_file.`,
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
    targets: { paths: ['path'] },
    inlineBudgetMs: Number.POSITIVE_INFINITY,
    title: ({ path }) => `New rule ${path.slice(path.lastIndexOf('/') + 1)}`,
    async run({ path, content }, ctx) {
      const workspace = needWorkspace(ctx);
      const text = `${content}\n`;
      if ((await workspace.stat(path)) === undefined)
        await workspace.writeText(path, text, { expected: null });
      else if ((await workspace.readText(path)).text !== text)
        return { content: `${path} is there already. Change it with write_to_file.`, is_error: true };
      return `The rule is kept in ${path}.`;
    },
    async revert({ path, content }, _, ctx) {
      const workspace = needWorkspace(ctx);
      const { text, version } = await workspace.readText(path);
      if (text !== `${content}\n`) return { content: `${path} has changed since.`, is_error: true };
      await workspace.remove(path, { expected: version });
      return `Removed ${path}.`;
    },
  });
}
