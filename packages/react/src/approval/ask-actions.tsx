import type { OfferedRule } from '@millrace/engine';
import { Pencil } from 'lucide-react';
import type { ReactNode } from 'react';
import { strings } from '../words/strings.ts';
import { ApproveButton } from './approve-button.tsx';
import { sendKeys } from './keys.ts';
import { QuietButton } from './quiet-button.tsx';
import type { Deciding } from './use-decision.ts';

/** What a person can fill in before deciding. */
export type AskForm = 'edit' | 'reject' | 'approve' | 'always' | undefined;

export interface AskActionsProps extends Pick<Deciding, 'decide' | 'explain'> {
  readonly inDoubt: boolean;
  readonly sending: boolean;
  readonly rules: readonly OfferedRule[];
  readonly onForm: (form: AskForm) => void;
}

/** What a person can say, in an order that never changes. */
export function AskActions({ inDoubt, sending, rules, decide, explain, onForm }: AskActionsProps) {
  const approve = { disabled: sending, onApprove: () => decide({ type: 'approve' }), explain };
  const button = (children: ReactNode, act: () => void): ReactNode => (
    <button type="button" className="mr-button" aria-disabled={sending} onClick={() => !sending && act()}>
      {children}
    </button>
  );
  if (inDoubt) {
    return (
      <div className="mr-approval-actions">
        <ApproveButton className="mr-button" {...approve}>
          {strings.runAgain}
        </ApproveButton>
        {button(strings.leaveIt, () => decide({ type: 'reject' }))}
      </div>
    );
  }
  return (
    <div className="mr-approval-actions">
      <ApproveButton className="mr-button mr-button-primary" {...approve}>
        {strings.approve}
        <span className="mr-keys" aria-hidden="true">
          {sendKeys()}
        </span>
      </ApproveButton>
      {button(
        <>
          <Pencil size={14} aria-hidden="true" />
          {strings.edit}
        </>,
        () => onForm('edit'),
      )}
      {button(strings.reject, () => onForm('reject'))}
      <QuietButton disabled={sending} onPress={() => onForm('approve')}>
        {strings.addNote}
      </QuietButton>
      {rules.length > 0 && (
        <span className="mr-approval-end">
          <QuietButton disabled={sending} onPress={() => onForm('always')}>
            {strings.alwaysAllow}
          </QuietButton>
        </span>
      )}
    </div>
  );
}
