import { useWords } from '../../words/words-context.ts';
import { ApproveButton } from '../controls/approve-button.tsx';
import { useSendKeys } from '../controls/keys.ts';
import { QuietButton } from '../controls/quiet-button.tsx';
import type { Deciding } from '../decision/use-decision.ts';
import { FeedbackField } from './feedback-field.tsx';
import { useFeedback } from './use-feedback.ts';

export interface FeedbackFormProps extends Pick<Deciding, 'decide' | 'explain'> {
  readonly type: 'approve' | 'reject';
  readonly sending: boolean;
  /** Words that were kept. */
  readonly first: string;
  readonly onText: (text: string) => void;
  /** False for a form that was open when the page was loaded. */
  readonly takesFocus: boolean;
  readonly onBack: () => void;
}

/** A yes or a no, and what the model should know about it, if the person wants to say. */
export function FeedbackForm(props: FeedbackFormProps) {
  const strings = useWords();
  const { type, sending, decide, explain, first, onText, takesFocus, onBack } = props;
  const own = useFeedback(first);
  const feedback = {
    ...own,
    setText: (text: string) => {
      own.setText(text);
      onText(text);
    },
  };
  const sendKeys = useSendKeys();
  function send(): void {
    if (!sending) decide({ type, ...feedback.words() });
  }
  const keys = (
    <span className="mr-keys" aria-hidden="true">
      {sendKeys}
    </span>
  );
  return (
    <div className="mr-approval-form">
      <FeedbackField
        label={type === 'approve' ? strings.note : strings.feedback}
        {...{ feedback, sending }}
        onSend={send}
        takesFocus={takesFocus}
      />
      <div className="mr-approval-actions">
        {type === 'approve' ? (
          <ApproveButton
            className="mr-button mr-button-primary"
            disabled={sending}
            onApprove={send}
            explain={explain}
          >
            {strings.approveAndSend}
            {keys}
          </ApproveButton>
        ) : (
          <button type="button" className="mr-button mr-button-ink" aria-disabled={sending} onClick={send}>
            {strings.rejectAndSend}
            {keys}
          </button>
        )}
        <QuietButton disabled={sending} onPress={onBack}>
          {strings.back}
        </QuietButton>
      </div>
    </div>
  );
}
