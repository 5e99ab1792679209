import { readTodos, type Todo } from '@millrace/engine/timeline';
import * as z from 'zod';
import { defineTool } from '../define/define-tool.ts';
import type { Tool } from '../define/tool.ts';

const MARKS = { open: ' ', doing: '-', done: 'x' } as const;
const MOST = 100;

/** Returns the problem of a list of steps, in words for the model. Pure. */
function problemOf(list: string): string | undefined {
  const lines = readTodos(list);
  const bad = lines.find(({ todo }) => todo === undefined);
  if (bad !== undefined) return `Line ${bad.line} is not a step. Write "[ ] text", "[-] text" or "[x] text".`;
  if (lines.length === 0) return 'The list has no step.';
  return lines.length <= MOST ? undefined : `A list has ${MOST} steps at most.`;
}

/** Shows the person how far the work is. The newest call in the log is the list; nothing else keeps it. */
export function updateTodoListTool(): Tool {
  return defineTool({
    name: 'update_todo_list',
    description: `Replaces the to-do list that the person sees. Write all steps, one per line: "[ ] to do", "[-] in progress", "[x] done". Call it when
you start work that takes several steps, and whenever a step begins or is done.`,
    input: z.object({
      todos: z
        .string()
        .superRefine((list, ctx) => {
          const problem = problemOf(list);
          if (problem !== undefined) ctx.addIssue({ code: 'custom', message: problem });
        })
        .describe('All steps, one per line, such as "[x] Read the code"'),
    }),
    effect: 'read',
    approval: 'allow',
    inlineBudgetMs: Number.POSITIVE_INFINITY,
    title: ({ todos }) => `Steps: ${progress(todosOf(todos))}`,
    async run({ todos }) {
      const list = todosOf(todos);
      const lines = list.map(({ state, text }) => `[${MARKS[state]}] ${text}`);
      return `The list is now (${progress(list)}):\n${lines.join('\n')}`;
    },
  });
}

function todosOf(list: string): readonly Todo[] {
  return readTodos(list).flatMap(({ todo }) => todo ?? []);
}

function progress(todos: readonly Todo[]): string {
  return `${todos.filter(({ state }) => state === 'done').length} of ${todos.length} done`;
}
