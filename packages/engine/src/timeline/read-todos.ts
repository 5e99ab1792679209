/** A step of a plan. */
export interface Todo {
  readonly state: 'open' | 'doing' | 'done';
  readonly text: string;
}

/** A line of a list of steps; `todo` is missing when the line is no step. */
export interface TodoLine {
  /** Counted from 1. */
  readonly line: number;
  readonly todo: Todo | undefined;
}

const STATES = { ' ': 'open', '-': 'doing', x: 'done', X: 'done' } as const;
const LINE = /^\s*(?:[-*]\s+)?\[([ xX-])\]\s+(\S.*)$/;

/** Reads a list of steps, `[ ]` open, `[-]` begun, `[x]` done, line by line. Empty lines are left out. Pure. Never throws. */
export function readTodos(list: string): readonly TodoLine[] {
  return list.split(/\r?\n/).flatMap((line, i): readonly TodoLine[] => {
    if (line.trim() === '') return [];
    const [, mark, text] = LINE.exec(line) ?? [];
    if (mark === undefined || text === undefined) return [{ line: i + 1, todo: undefined }];
    // The pattern has no other marks.
    return [{ line: i + 1, todo: { state: STATES[mark as keyof typeof STATES], text: text.trimEnd() } }];
  });
}
