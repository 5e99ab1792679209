import type { InterruptResult } from '@millrace/engine';
import { allowedDecisions, askedApproval, isOpen } from '../decision/asked-approval.ts';
import { ApprovalCard } from './approval-card.tsx';

/** The props of a card: the call that asks. */
export interface HitlToolProps {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly result: InterruptResult;
}

/** Asks a person about a call, with all that may be answered. Once decided it is one line, without buttons. */
export function GenericHitlApprovalToolUI({ toolCallId, toolName, result }: HitlToolProps) {
  const approval = askedApproval(toolCallId, result);
  const sentence = approval.question?.message ?? approval.title ?? toolName;
  return (
    <ApprovalCard
      // Another question is another card.
      key={approval.approval_id}
      approval={approval}
      sentence={sentence}
      inDoubt={result.context?.['in_doubt'] === true && approval.question === undefined}
      open={isOpen(result)}
      decided={result.__decided__}
      allowed={allowedDecisions(result)}
    />
  );
}
