import * as z from 'zod';
import { defineTool } from '../define/define-tool.ts';
import type { Tool } from '../define/tool.ts';

/** Lets the model put a summary of its own in the place of the conversation so far. The person sees it first. */
export function condenseTool(): Tool {
  return defineTool({
    name: 'condense',
    description: `Asks the person to condense the conversation: your summary takes the place of everything before this call, but for the newest
message of the person. Call it when much was said that no longer matters and the work goes on.`,
    input: z.object({
      message: z
        .string()
        .trim()
        .min(1)
        .max(100_000)
        .describe(
          'The summary: what the person wants, what was decided and why, what was done with what result, names of files, numbers and quotes that matter later, what failed, and what is left to do',
        ),
    }),
    effect: 'idempotent',
    approval: 'ask',
    inlineBudgetMs: Number.POSITIVE_INFINITY,
    title: () => 'Condense the conversation',
    run: async ({ message }) => ({
      content: 'From now on your summary stands for what came before. Go on with the task.',
      summary: message,
    }),
  });
}
