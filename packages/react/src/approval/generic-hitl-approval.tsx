import type { InterruptResult } from '@millrace/engine';
import { ApprovalCard } from './approval-card.tsx';
import { askedApproval } from './asked-approval.ts';

/** What a card is told of the call that asks. */
export interface HitlToolProps {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly result: InterruptResult;
}

/** Asks a person about a call, with all that may be answered. Once decided it has no buttons. */
export function GenericHitlApprovalToolUI({ toolCallId, toolName, result }: HitlToolProps) {
  const approval = askedApproval(toolCallId, result);
  return (
    <ApprovalCard
      // Another question is another card.
      key={approval.approval_id}
      approval={approval}
      sentence={approval.question?.message ?? approval.title ?? toolName}
      inDoubt={result.context?.['in_doubt'] === true}
      open={result.__decided__ === undefined}
    />
  );
}
