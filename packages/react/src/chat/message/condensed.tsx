import type { CondensedContext } from '@millrace/engine/run';
import { ChevronRight } from 'lucide-react';
import { DocumentView } from '../../document/document-view.tsx';
import { useWords } from '../../words/words-context.ts';

/** A line where the model's memory starts over, with the summary that it reads instead of the earlier messages. */
export function Condensed({ summary, count, up_to }: CondensedContext) {
  const strings = useWords();
  return (
    <details className="mr-condensed">
      <summary>
        <span>
          <ChevronRight size={14} aria-hidden="true" />
          {strings.condensed(count)}
        </span>
      </summary>
      <DocumentView text={summary} messageId={`condensed:${up_to}`} running={false} />
    </details>
  );
}
