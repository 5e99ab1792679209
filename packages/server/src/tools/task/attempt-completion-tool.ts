import * as z from 'zod';
import { defineTool } from '../define/define-tool.ts';
import type { Tool } from '../define/tool.ts';

/** Lets the model say that its task is done. It ends the run. */
export function attemptCompletionTool(): Tool {
  return defineTool({
    name: 'attempt_completion',
    description:
      'Ends the task. Call it when everything is done and checked, with what the person should know.',
    input: z.object({
      result: z.string().trim().min(1).describe('What was done, for the person'),
      command: z.string().optional().describe('A command with which the person can look at the result'),
    }),
    effect: 'read',
    ends: true,
    speaks: 'result',
    title: () => 'Task completed',
    run: async ({ result, command }) => (command === undefined ? result : `${result}\n\nTry: ${command}`),
  });
}
