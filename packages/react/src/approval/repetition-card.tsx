import type { ApprovalRequest, RepeatedCalls } from '@millrace/engine';
import { Undo2 } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { strings } from '../words/strings.ts';
import { ApproveButton } from './approve-button.tsx';
import { AskedArguments } from './asked-arguments.tsx';
import { CardFrame } from './card-frame.tsx';
import { FeedbackField } from './feedback-field.tsx';
import { repetitionLine } from './repetition-line.ts';
import type { Deciding } from './use-decision.ts';
import { useFeedback } from './use-feedback.ts';

export interface RepetitionCardProps extends Deciding {
  readonly approval: ApprovalRequest & { readonly repetition: RepeatedCalls };
  readonly sentence: string;
}

/** Asks about a call that only does again what was done before. Stopping is what Enter does, and nothing saves a rule. */
export function RepetitionCard(props: RepetitionCardProps) {
  const { approval, sentence, phase, note, explain, decide } = props;
  const feedback = useFeedback();
  const sending = phase === 'sending';
  function stop(): void {
    if (!sending) decide({ type: 'reject', ...feedback.words() });
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || event.repeat || event.target !== event.currentTarget) return;
    event.preventDefault();
    stop();
  }
  return (
    <CardFrame
      icon={<Undo2 size={16} aria-hidden="true" />}
      head={strings.loop}
      note={sending ? strings.sendingDecision : note}
      {...{ approval, sentence, onKeyDown }}
    >
      <p className="mr-approval-reason">{repetitionLine(approval.repetition)}</p>
      <AskedArguments input={approval.input} />
      <div className="mr-approval-form">
        <FeedbackField label={strings.loopHint} {...{ feedback, sending }} onSend={stop} takesFocus={false} />
        <div className="mr-approval-actions">
          <button type="button" className="mr-button mr-button-ink" aria-disabled={sending} onClick={stop}>
            {strings.stopHere}
            <span className="mr-keys" aria-hidden="true">
              ↵
            </span>
          </button>
          <ApproveButton
            className="mr-button"
            disabled={sending}
            onApprove={() => decide({ type: 'approve', ...feedback.words() })}
            explain={explain}
          >
            {strings.goOn}
          </ApproveButton>
        </div>
      </div>
    </CardFrame>
  );
}
