import { isDoomLoopInterrupt } from '@millrace/engine';
import { allowedDecisions, isOpen, repeats } from '../decision/asked-approval.ts';
import { useAskedCall } from '../decision/use-asked-call.ts';
import { CardStates } from './card-states.tsx';
import { GenericHitlApprovalToolUI, type HitlToolProps } from './generic-hitl-approval.tsx';
import { LoopCard } from './loop-card.tsx';

/** Asks about a call that only repeats earlier ones. Every other question has the generic card. */
export function DoomLoopApprovalToolUI(props: HitlToolProps) {
  const { toolCallId, toolName, result } = props;
  const { approval } = useAskedCall(toolCallId, result);
  if (!isDoomLoopInterrupt(result) || !repeats(approval)) return <GenericHitlApprovalToolUI {...props} />;
  const sentence = approval.title ?? toolName;
  return (
    <CardStates
      key={approval.approval_id}
      {...{ approval, sentence }}
      inDoubt={false}
      open={isOpen(result)}
      decided={result.__decided__}
    >
      {(deciding) => <LoopCard {...{ approval, sentence, deciding }} allowed={allowedDecisions(result)} />}
    </CardStates>
  );
}
