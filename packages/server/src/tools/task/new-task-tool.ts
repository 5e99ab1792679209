import * as z from 'zod';
import { defineTool } from '../define/define-tool.ts';
import { firstLine } from '../define/first-line.ts';
import type { Tool } from '../define/tool.ts';
import type { Mode } from '../modes/mode.ts';

/** Lets the model give a task to a sub-agent, which works on it in a conversation of its own. Several may work at once. */
export function newTaskTool(modes: readonly Mode[]): Tool {
  const slugs = modes.map(({ slug }) => slug);
  return defineTool({
    name: 'new_task',
    description: `Gives a task to a sub-agent, which works on it alone and then reports its result to you. It sees only what you write here,
so include everything it needs. Several sub-agents can work at once. Modes: ${slugs.join(', ')}.`,
    input: z.object({
      mode: z
        .enum(slugs, { error: `There is no such mode. Available modes: ${slugs.join(', ')}.` })
        .optional()
        .describe('The mode of the sub-agent. Default: your own mode'),
      message: z.string().trim().min(1).describe('The task, with everything the sub-agent must know'),
      todos: z.string().optional().describe('A list of steps, one per line'),
    }),
    // Its work is in the log, so it goes on where it was.
    effect: 'idempotent',
    // Another mode may allow more, as switch_mode does, which asks.
    approval: ({ mode }) => (mode === undefined ? 'allow' : 'ask'),
    together: true,
    inlineBudgetMs: Number.POSITIVE_INFINITY,
    title: ({ message }) => firstLine(message),
    run: ({ mode, message, todos }, ctx) =>
      ctx.spawn({
        message: todos === undefined ? message : `${message}\n\nSteps:\n${todos}`,
        ...(mode !== undefined && { mode }),
      }),
  });
}
