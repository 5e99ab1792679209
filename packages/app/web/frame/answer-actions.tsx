import './answers.css';
import { usePageWords } from '../base/page-words.ts';
import type { AnswerForm } from './use-answers.ts';

/** The end of a form over instructions and settings: save, discard, and what became of it. */
export function AnswerActions({ form, isWrong }: { readonly form: AnswerForm; readonly isWrong: boolean }) {
  const { answers: words } = usePageWords();
  const { draft, state, isElsewhere } = form;
  const canSave = draft !== undefined && !isWrong && state !== 'saving';
  return (
    <div className="app-answer-actions">
      <button type="submit" className="mr-button mr-button-primary" aria-disabled={!canSave}>
        {words.save}
      </button>
      {draft !== undefined && (
        <button type="button" className="mr-button" onClick={form.discard}>
          {words.discard}
        </button>
      )}
      <p role="status" className={state === 'failed' ? 'app-bad' : undefined}>
        {state === 'failed'
          ? words.failed
          : isElsewhere
            ? words.elsewhere
            : state === 'saved'
              ? words.saved
              : draft !== undefined && words.unsaved}
      </p>
    </div>
  );
}
