import type { HitlDecision, InterruptResult } from '@millrace/engine';
import { allowedDecisions, isOpen } from './asked-approval.ts';
import type { HitlPhase } from './hitl-phase.ts';
import { useAskedCall } from './use-asked-call.ts';
import { useDecision } from './use-decision.ts';

/** The answer of `useHitlDecision`: the phase of a question, and how to decide it. */
export interface HitlDeciding {
  readonly phase: HitlPhase;
  /** The allowed answers. Empty without a `HitlContext`, and once it is decided or expired. */
  readonly allowed: readonly HitlDecision['type'][];
  /** Why a decision was not taken, or which one holds. */
  readonly note: string | undefined;
  /** Sends one decision at a time to the server that asked; ignores those that are not allowed. */
  readonly decide: (decision: HitlDecision) => void;
}

/** Lets a card of your own decide about a call that asks. */
export function useHitlDecision(toolCallId: string, result: InterruptResult): HitlDeciding {
  const { approval, inDoubt } = useAskedCall(toolCallId, result);
  const { phase, expired, canDecide, note, decide } = useDecision(approval, {
    inDoubt,
    decided: result.__decided__,
  });
  const open = isOpen(result) && canDecide && !expired && (phase === 'pending' || phase === 'processing');
  const allowed = open ? allowedDecisions(result) : [];
  return {
    phase,
    allowed,
    note,
    decide: (decision) => {
      if (allowed.includes(decision.type)) decide(decision);
    },
  };
}
