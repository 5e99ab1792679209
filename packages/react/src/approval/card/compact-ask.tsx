import type { ApprovalRequest } from '@millrace/engine/run';
import { useWords } from '../../words/words-context.ts';
import { ApproveButton } from '../controls/approve-button.tsx';
import { QuietButton } from '../controls/quiet-button.tsx';
import type { Deciding } from '../decision/use-decision.ts';
import { Arguments } from './arguments.tsx';

export interface CompactAskProps extends Pick<Deciding, 'decide' | 'explain'> {
  readonly approval: ApprovalRequest;
  /** True when a line or two show all of it. */
  readonly short: boolean;
  readonly canApprove: boolean;
  readonly sending: boolean;
  /** True when it says that it is decided alone: once is enough. */
  readonly tellsAlone: boolean;
  readonly onReview: () => void;
}

/** A question that waits behind others. It can be approved only where all that it does is in sight. */
export function CompactAsk(props: CompactAskProps) {
  const strings = useWords();
  const { approval, short, canApprove, sending, tellsAlone, decide, explain, onReview } = props;
  return (
    <>
      {short && (
        <div className="mr-approval-body">
          <Arguments input={approval.input} schema={approval.schema ?? {}} />
        </div>
      )}
      <div className="mr-approval-actions">
        {canApprove && (
          <ApproveButton
            className="mr-button"
            disabled={sending}
            onApprove={() => decide({ type: 'approve' })}
            explain={explain}
          >
            {strings.approve}
          </ApproveButton>
        )}
        {canApprove ? (
          <QuietButton disabled={sending} onPress={onReview}>
            {strings.review}
          </QuietButton>
        ) : (
          <button type="button" className="mr-button" onClick={onReview}>
            {strings.review}
          </button>
        )}
        {tellsAlone && <span className="mr-approval-alone">{strings.decidedAlone}</span>}
      </div>
    </>
  );
}
