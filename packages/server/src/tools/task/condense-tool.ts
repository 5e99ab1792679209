import * as z from 'zod';
import { defineTool } from '../define/define-tool.ts';
import type { Tool } from '../define/tool.ts';

/** Lets the model replace the conversation so far with its own summary. The person sees it first. */
export function condenseTool(): Tool {
  return defineTool({
    name: 'condense',
    description: `Asks the person to condense the conversation: your summary replaces everything before this call except the person's latest message.
Call it when most of the conversation no longer matters but the work continues.`,
    input: z.object({
      message: z
        .string()
        .trim()
        .min(1)
        .max(100_000)
        .describe(
          'The summary: what the person wants, what was decided and why, what was done and what came of it, file names, numbers and quotes that will matter later, what failed, and what is left to do',
        ),
    }),
    effect: 'idempotent',
    approval: 'ask',
    inlineBudgetMs: Number.POSITIVE_INFINITY,
    title: () => 'Condense the conversation',
    run: async ({ message }) => ({
      content: 'Your summary now replaces what came before. Continue with the task.',
      summary: message,
    }),
  });
}
