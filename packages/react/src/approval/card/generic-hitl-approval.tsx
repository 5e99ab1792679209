import type { InterruptResult } from '@millrace/engine';
import { allowedDecisions, isOpen } from '../decision/asked-approval.ts';
import { useAskedCall } from '../decision/use-asked-call.ts';
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
  const { approval, inDoubt } = useAskedCall(toolCallId, result);
  return (
    <ApprovalCard
      // Another question is another card.
      key={approval.approval_id}
      {...{ approval, toolName }}
      inDoubt={inDoubt && approval.question === undefined}
      open={isOpen(result)}
      decided={result.__decided__}
      allowed={allowedDecisions(result)}
    />
  );
}
