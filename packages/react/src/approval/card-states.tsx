import type { ApprovalRequest, HitlDecision } from '@millrace/engine';
import { Clock } from 'lucide-react';
import type { ReactNode } from 'react';
import { strings } from '../words/strings.ts';
import { ShownText } from './shown-text.tsx';
import { type Deciding, useDecision } from './use-decision.ts';
import { useExpired } from './use-expired.ts';

export interface CardStatesProps {
  readonly approval: ApprovalRequest;
  /** What the call does, in a few words. */
  readonly sentence: string;
  /** Whether the call may have run already. */
  readonly inDoubt: boolean;
  /** False when the log tells that it is decided; then only an explanation stays. */
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
  return note === undefined ? null : (
    <p className="mr-approval-note" role="alert">
      {note}
    </p>
  );
}

function Expired({ sentence }: { readonly sentence: string }) {
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
