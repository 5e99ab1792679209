import type { HitlDecision } from '@millrace/engine';
import type { OfferedRule } from '@millrace/engine/approval';
import { ChevronDown, Pencil } from 'lucide-react';
import type { ReactNode } from 'react';
import { useWords } from '../../words/words-context.ts';
import { ApproveButton } from '../controls/approve-button.tsx';
import { useSendKeys } from '../controls/keys.ts';
import { QuietButton } from '../controls/quiet-button.tsx';
import type { Deciding } from '../decision/use-decision.ts';

/** The forms that a person can fill in before deciding. */
export type AskForm = 'edit' | 'reject' | 'approve' | 'always' | undefined;

export interface AskActionsProps extends Pick<Deciding, 'decide' | 'explain'> {
  readonly inDoubt: boolean;
  /** Then a yes does not look like what to press. */
  readonly destructive: boolean;
  readonly sending: boolean;
  readonly allowed: readonly HitlDecision['type'][];
  readonly rules: readonly OfferedRule[];
  readonly onForm: (form: AskForm) => void;
  /** A yes to all that wait, where they are of one kind. */
  readonly all?: { readonly count: number; readonly approve: () => void };
}

/** The buttons for the answers, in an order that never changes. Answers that are not allowed have none. */
export function AskActions(props: AskActionsProps) {
  const strings = useWords();
  const { inDoubt, destructive, sending, allowed, rules, decide, explain, onForm, all } = props;
  const sendKeys = useSendKeys();
  const may = (type: HitlDecision['type']): boolean => allowed.includes(type);
  const approve = { disabled: sending, onApprove: () => decide({ type: 'approve' }), explain };
  const button = (children: ReactNode, act: () => void, form?: AskForm): ReactNode => (
    <button
      type="button"
      className="mr-button"
      data-form={form}
      aria-disabled={sending}
      onClick={() => !sending && act()}
    >
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
      {may('approve') && (
        <ApproveButton className={destructive ? 'mr-button' : 'mr-button mr-button-primary'} {...approve}>
          {strings.approve}
          <span className="mr-keys" aria-hidden="true">
            {sendKeys}
          </span>
        </ApproveButton>
      )}
      {may('edit') &&
        button(
          <>
            <Pencil size={14} aria-hidden="true" />
            {strings.edit}
          </>,
          () => onForm('edit'),
          'edit',
        )}
      {may('reject') && button(strings.reject, () => onForm('reject'), 'reject')}
      {may('approve') && (
        <span className="mr-approval-note-button">
          <QuietButton disabled={sending} form="approve" onPress={() => onForm('approve')}>
            {strings.addNote}
          </QuietButton>
        </span>
      )}
      {all !== undefined && (
        <ApproveButton className="mr-button" disabled={sending} onApprove={all.approve} explain={explain}>
          {strings.approveAll(all.count)}
        </ApproveButton>
      )}
      {may('approve_always') && rules.length > 0 && (
        <span className="mr-approval-end">
          <QuietButton disabled={sending} form="always" onPress={() => onForm('always')}>
            {strings.alwaysAllow}
            <ChevronDown size={14} aria-hidden="true" />
          </QuietButton>
        </span>
      )}
    </div>
  );
}
