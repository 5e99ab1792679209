import type { ChangedLines } from '@millrace/engine/run';
import { useWords } from '../../words/words-context.ts';

/** "+9 −2", which a screen reader says in words. */
export function LineCounts({ added, removed }: ChangedLines) {
  const strings = useWords();
  return (
    <>
      <span aria-hidden="true">
        {' '}
        <span className="mr-added">{strings.added(added)}</span>{' '}
        <span className="mr-removed">{strings.removed(removed)}</span>
      </span>
      <span className="mr-sr-only"> {strings.changedAloud(added, removed)}</span>
    </>
  );
}
