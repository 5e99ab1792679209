import { usePageWords } from '../../base/page-words.ts';
import type { UnreadDraft } from './use-draft.ts';

/** Says that a long draft can't be read, and lets the person try again or delete it. Nothing when there is none. */
export function DraftNotice({
  draft,
  onDone,
}: {
  readonly draft: UnreadDraft | undefined;
  /** The person has decided, and the pressed button is gone. */
  readonly onDone: () => void;
}) {
  const { unreadDraft: words } = usePageWords();
  if (draft === undefined) return null;
  const actions = [
    [words.retry, draft.retry],
    [words.drop, draft.drop],
  ] as const;
  return (
    <div className="mr-context">
      <span role="alert">{words.title}</span>
      {actions.map(([name, act]) => (
        <button
          key={name}
          type="button"
          className="mr-button mr-button-quiet"
          onClick={() => {
            act();
            onDone();
          }}
        >
          {name}
        </button>
      ))}
    </div>
  );
}
