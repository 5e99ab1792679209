import type { HitlDecision } from '@millrace/engine';
import type { ApprovalRequest } from '@millrace/engine/run';
import { Clock } from 'lucide-react';
import type { ReactNode } from 'react';
import { useWords } from '../../words/words-context.ts';
import type { HitlPhase } from '../decision/hitl-phase.ts';
import { type Deciding, useDecision } from '../decision/use-decision.ts';
import { useExpired } from '../decision/use-expired.ts';
import { ShownText } from '../shown/shown-text.tsx';
import { DecidedLine } from './decided-line.tsx';

export interface CardStatesProps {
  readonly approval: ApprovalRequest;
  /** The effect of the call, in a few words. */
  readonly sentence: string;
  /** True when the call may have run already. */
  readonly inDoubt: boolean;
  /** False when the question is over; then the decision stays, and the reason why a press did nothing. */
  readonly open: boolean;
  readonly decided?: HitlDecision['type'] | undefined;
  /** The card while it can be decided. */
  readonly children: (deciding: Deciding) => ReactNode;
}

/** A question in all its states. One that was decided, or whose time is over, never has buttons again. */
export function CardStates({ approval, sentence, inDoubt, open, decided, children }: CardStatesProps) {
  const deciding = useDecision(approval, { inDoubt, decided });
  const { phase, note, expired } = deciding;
  const late = useExpired(approval.expires_at);
  if (open && (expired || (phase === 'pending' && late))) return <Expired sentence={sentence} />;
  if (open && (phase === 'pending' || phase === 'processing')) return children(deciding);
  const known = decided ?? DECISIONS[phase];
  return (
    <>
      {known !== undefined && <DecidedLine decided={known} sentence={sentence} />}
      {note !== undefined && (
        <p className="mr-approval-note" role="alert">
          {note}
        </p>
      )}
    </>
  );
}

/** The decision that was made here, until something else shows it. */
const DECISIONS: Readonly<Partial<Record<HitlPhase, HitlDecision['type']>>> = {
  approved: 'approve',
  rejected: 'reject',
  edited: 'edit',
};

function Expired({ sentence }: { readonly sentence: string }) {
  const strings = useWords();
  return (
    <div className="mr-approval mr-approval-expired">
      <p className="mr-approval-head">
        <Clock size={16} aria-hidden="true" />
        <strong>{strings.expiredHead}</strong>
        <span dir="auto">
          <ShownText text={sentence} />
        </span>
      </p>
      <p className="mr-approval-reason" role="alert">
        {strings.expired}
      </p>
    </div>
  );
}
