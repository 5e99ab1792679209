import * as z from 'zod';
import { defineTool } from '../define/define-tool.ts';
import type { Tool } from '../define/tool.ts';

/** Lets the model say that its task is done. It ends the run. */
export function attemptCompletionTool(): Tool {
  return defineTool({
    name: 'attempt_completion',
    description: 'Ends the task. Call it when everything is done and checked, with a result for the person.',
    input: z.object({
      result: z.string().trim().min(1).describe('A summary for the person of what was done'),
      command: z.string().optional().describe('A command that shows the person the result'),
    }),
    effect: 'read',
    ends: true,
    speaks: 'result',
    title: () => 'Task completed',
    run: async ({ result, command }) => (command === undefined ? result : `${result}\n\nTry: ${command}`),
  });
}
