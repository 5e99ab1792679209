import * as z from 'zod';
import { defineTool } from '../define/define-tool.ts';
import type { Tool } from '../define/tool.ts';

interface Todo {
  readonly state: 'open' | 'doing' | 'done';
  readonly text: string;
}

const STATES = { ' ': 'open', '-': 'doing', x: 'done', X: 'done' } as const;
const MARKS = { open: ' ', doing: '-', done: 'x' } as const;
const LINE = /^\s*(?:[-*]\s+)?\[([ xX-])\]\s+(\S.*)$/;
const MOST = 100;

/** Reads a list of steps: `[ ]` open, `[-]` begun, `[x]` done. Pure. Never throws. */
function parseTodos(list: string): { readonly todos: readonly Todo[] } | { readonly problem: string } {
  const todos: Todo[] = [];
  for (const [i, line] of list.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue;
    const [, mark, text] = LINE.exec(line) ?? [];
    if (mark === undefined || text === undefined)
      return { problem: `Line ${i + 1} is not a step. Write "[ ] text", "[-] text" or "[x] text".` };
    // The pattern has no other marks.
    todos.push({ state: STATES[mark as keyof typeof STATES], text: text.trimEnd() });
  }
  if (todos.length === 0) return { problem: 'The list has no steps.' };
  return todos.length <= MOST ? { todos } : { problem: `A list may have at most ${MOST} steps.` };
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
          const parsed = parseTodos(list);
          if ('problem' in parsed) ctx.addIssue({ code: 'custom', message: parsed.problem });
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
  const parsed = parseTodos(list);
  return 'todos' in parsed ? parsed.todos : [];
}

function progress(todos: readonly Todo[]): string {
  return `${todos.filter(({ state }) => state === 'done').length} of ${todos.length} done`;
}
