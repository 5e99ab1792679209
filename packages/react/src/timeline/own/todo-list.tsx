import { readTodos } from '@millrace/engine/timeline';
import { CircleCheck, CircleDashed, CircleDot } from 'lucide-react';
import { ShownText } from '../../approval/shown/shown-text.tsx';
import { useWords } from '../../words/words-context.ts';
import { FallbackToolBody } from '../tool/fallback-tool-body.tsx';
import type { TimelineToolProps } from '../tool/timeline-tool.ts';

const MARKS = { open: CircleDashed, doing: CircleDot, done: CircleCheck } as const;

/** The steps that a model plans and has done, as a list that can be ticked off. What is no such list is drawn like any call. */
export function TodoList(props: TimelineToolProps) {
  const strings = useWords();
  const { todos } = props.args;
  const lines = typeof todos === 'string' && props.status !== 'error' ? readTodos(todos) : [];
  const read = lines.flatMap(({ todo }) => todo ?? []);
  if (read.length === 0 || read.length < lines.length) return <FallbackToolBody {...props} />;
  return (
    // biome-ignore lint/a11y/noRedundantRoles: a list without marks is no list for some screen readers
    <ul className="mr-step-card mr-todos" role="list" aria-label={strings.todos}>
      {read.map(({ state, text }, place) => {
        const Mark = MARKS[state];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a step is named by its place
          <li key={place} data-state={state}>
            <Mark size={16} aria-hidden="true" />
            <span className="mr-sr-only">{strings.todoStates[state]}</span>
            <span dir="auto">
              <ShownText text={text} />
            </span>
          </li>
        );
      })}
    </ul>
  );
}
