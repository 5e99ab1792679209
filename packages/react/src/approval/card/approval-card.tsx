import type { HitlDecision } from '@millrace/engine';
import type { ApprovalRequest } from '@millrace/engine/run';
import { ALL_DECISIONS, repeats } from '../decision/asked-approval.ts';
import { AskCard } from './ask-card.tsx';
import { CardStates, type CardStatesProps } from './card-states.tsx';
import { LoopCard } from './loop-card.tsx';

export interface ApprovalCardProps extends Omit<CardStatesProps, 'children'> {
  /** What may be answered; what is not said is as the question has it. */
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
