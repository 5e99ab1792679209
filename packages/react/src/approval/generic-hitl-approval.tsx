import type { InterruptResult } from '@millrace/engine';
import { Ban, Check } from 'lucide-react';
import { strings } from '../words/strings.ts';
import { ApprovalCard } from './approval-card.tsx';
import { allowedDecisions, askedApproval } from './asked-approval.ts';
import { ShownText } from './shown-text.tsx';

/** What a card is told of the call that asks. */
export interface HitlToolProps {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly result: InterruptResult;
}

/** Asks a person about a call, with all that may be answered. Once decided it is one line, without buttons. */
export function GenericHitlApprovalToolUI({ toolCallId, toolName, result }: HitlToolProps) {
  const approval = askedApproval(toolCallId, result);
  const sentence = approval.question?.message ?? approval.title ?? toolName;
  return (
    <>
      <DecidedLine result={result} sentence={sentence} />
      <ApprovalCard
        // Another question is another card.
        key={approval.approval_id}
        approval={approval}
        sentence={sentence}
        inDoubt={result.context?.['in_doubt'] === true && approval.question === undefined}
        open={result.__decided__ === undefined}
        decided={result.__decided__}
        allowed={allowedDecisions(result)}
      />
    </>
  );
}

/** What was decided, as far as a result tells it. */
export function DecidedLine({
  result: { __decided__: decided },
  sentence,
}: Pick<HitlToolProps, 'result'> & { readonly sentence: string }) {
  if (decided === undefined) return null;
  const Icon = decided === 'reject' ? Ban : Check;
  return (
    <p className="mr-approval-decided" data-decided={decided}>
      <Icon size={14} aria-hidden="true" />
      <span dir="auto">
        <ShownText text={sentence} />
      </span>
      <span aria-hidden="true">·</span>
      {strings.decisions[decided]}
    </p>
  );
}
