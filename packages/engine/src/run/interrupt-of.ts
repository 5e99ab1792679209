import type { InterruptResult } from '../approval/interrupt-result.ts';
import { approvalInterrupt, doomLoopInterrupt } from '../approval/to-interrupt.ts';
import type { ApprovalRequest } from './run-events.ts';

/** The interrupt that replaces a call's result while a person is asked, in the shape that other libraries' components know. Pure. */
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
  return { ...asked, context: { ...asked.context, in_doubt: inDoubt } };
}
