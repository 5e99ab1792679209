import type { InterruptResult } from '../approval/interrupt-result.ts';
import { approvalInterrupt, doomLoopInterrupt } from '../approval/to-interrupt.ts';
import type { ApprovalRequest } from './run-events.ts';

/**
 * Makes the question that takes the place of a call's result while a person is asked. All that the log says is in
 * its context, so that a card can show it. Pure.
 */
export function interruptOf(
  approval: ApprovalRequest,
  { inDoubt }: { readonly inDoubt: boolean },
): InterruptResult {
  const { title, reason, rules, repetition } = approval;
  const message = reason === undefined ? {} : { message: reason };
  const asked =
    repetition === undefined
      ? approvalInterrupt(approval, {
          allowed: rules?.length
            ? ['approve', 'edit', 'reject', 'approve_always']
            : ['approve', 'edit', 'reject'],
          ...(title !== undefined && { description: title }),
          ...message,
        })
      : doomLoopInterrupt(approval, { ...repetition, ...message });
  return { ...asked, context: { ...asked.context, approval, in_doubt: inDoubt } };
}
