import type { ApprovalRequest, HitlDecision } from '@millrace/engine';
import { ALL_DECISIONS, repeats } from '../decision/asked-approval.ts';
import { AskCard } from './ask-card.tsx';
import { CardStates, type CardStatesProps } from './card-states.tsx';
import { LoopCard } from './loop-card.tsx';

export interface ApprovalCardProps extends Omit<CardStatesProps, 'children'> {
  /** The allowed answers; those of the question unless given. */
  readonly allowed?: readonly HitlDecision['type'][];
}

/** Asks a person about a call. */
export function ApprovalCard({ allowed, ...props }: ApprovalCardProps) {
  const { approval, sentence, inDoubt } = props;
  const may = allowed ?? allowedBy(approval);
  return (
    <CardStates {...props}>
      {(deciding) =>
        repeats(approval) ? (
          <LoopCard {...{ approval, sentence, deciding }} allowed={may} />
        ) : (
          <AskCard {...{ approval, sentence, inDoubt, deciding }} allowed={may} />
        )
      }
    </CardStates>
  );
}

function allowedBy({ rules = [] }: ApprovalRequest): readonly HitlDecision['type'][] {
  return rules.length > 0 ? ALL_DECISIONS : ALL_DECISIONS.filter((type) => type !== 'approve_always');
}
