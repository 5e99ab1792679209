import { Hand } from 'lucide-react';
import { usePageWords } from '../base/page-words.ts';
import type { Mark } from './mark-of.ts';

/** Tells that a chat waits for the person, works, or has an answer that nobody has read. */
export function RowMark({ mark }: { readonly mark: Mark | undefined }) {
  const strings = usePageWords();
  if (mark === undefined) return null;
  if (mark === 'works') return <span className="app-ring" role="img" aria-label={strings.working} />;
  if (mark !== 'waits')
    return <span className="app-unread-dot" role="img" aria-label={strings.unread[mark]} />;
  return (
    <span className="app-waits" role="img" aria-label={strings.waitsForYou}>
      <Hand size={16} aria-hidden="true" />
    </span>
  );
}
