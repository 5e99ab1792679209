import { Pencil } from 'lucide-react';
import { strings } from '../strings.ts';
import { ApproveButton } from './approve-button.tsx';
import { sendKeys } from './keys.ts';
import type { Deciding } from './use-decision.ts';

export interface AskActionsProps extends Pick<Deciding, 'decide' | 'explain'> {
  readonly inDoubt: boolean;
  readonly sending: boolean;
  readonly onMode: (mode: 'edit' | 'reject') => void;
}

/** What a person can say, in an order that never changes. */
export function AskActions({ inDoubt, sending, decide, explain, onMode }: AskActionsProps) {
  const unless = (act: () => void) => () => !sending && act();
  if (inDoubt) {
    return (
      <div className="mr-approval-actions">
        <ApproveButton
          className="mr-button"
          disabled={sending}
          onApprove={() => decide({ type: 'approve' })}
          explain={explain}
        >
          {strings.runAgain}
        </ApproveButton>
        <button
          type="button"
          className="mr-button"
          aria-disabled={sending}
          onClick={unless(() => decide({ type: 'reject' }))}
        >
          {strings.leaveIt}
        </button>
      </div>
    );
  }
  return (
    <div className="mr-approval-actions">
      <ApproveButton
        className="mr-button mr-button-primary"
        disabled={sending}
        onApprove={() => decide({ type: 'approve' })}
        explain={explain}
      >
        {strings.approve}
        <span className="mr-keys" aria-hidden="true">
          {sendKeys()}
        </span>
      </ApproveButton>
      <button
        type="button"
        className="mr-button"
        aria-disabled={sending}
        onClick={unless(() => onMode('edit'))}
      >
        <Pencil size={14} aria-hidden="true" />
        {strings.edit}
      </button>
      <button
        type="button"
        className="mr-button"
        aria-disabled={sending}
        onClick={unless(() => onMode('reject'))}
      >
        {strings.reject}
      </button>
    </div>
  );
}
