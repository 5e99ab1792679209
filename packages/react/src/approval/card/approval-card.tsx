import type { HitlDecision } from '@millrace/engine';
import type { ApprovalRequest } from '@millrace/engine/run';
import { useWords } from '../../words/words-context.ts';
import { ALL_DECISIONS, repeats } from '../decision/asked-approval.ts';
import { AskCard } from './ask-card.tsx';
import { CardStates, type CardStatesProps } from './card-states.tsx';
import { LoopCard } from './loop-card.tsx';

export interface ApprovalCardProps extends Omit<CardStatesProps, 'children' | 'sentence'> {
  readonly toolName: string;
  /** The decisions that are allowed; by default those that the request allows. */
  readonly allowed?: readonly HitlDecision['type'][];
}

/** Asks a person about a call. */
export function ApprovalCard({ allowed, toolName, ...props }: ApprovalCardProps) {
  const strings = useWords();
  const { approval, inDoubt } = props;
  const sentence = approval.question?.message ?? strings.inTense(approval.title ?? toolName, 'plain');
  const may = allowed ?? allowedBy(approval);
  return (
    <CardStates {...props} sentence={sentence}>
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
