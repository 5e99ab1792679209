'use client';

import type { ApprovalRequest, RunLimit } from '@millrace/engine/run';
import { Hand } from 'lucide-react';
import { useMemo } from 'react';
import { useDecision } from '../../approval/decision/use-decision.ts';
import { ShownText } from '../../approval/shown/shown-text.tsx';
import { useWords } from '../../words/words-context.ts';

export interface StepLimitNoticeProps {
  readonly limit: RunLimit;
  /** The last thing that the run did. */
  readonly last: string | undefined;
}

/** A run has taken its steps and waits: it goes on in the same turn, or stops there with a summary. */
export function StepLimitNotice({ limit, last }: StepLimitNoticeProps) {
  const strings = useWords();
  const { approval_id, args_hash, steps } = limit;
  const approval = useMemo(
    (): ApprovalRequest => ({
      ...{ type: 'approval_request', approval_id, args_hash, tool_use_id: '', tool: '', input: {} },
      limit: { steps },
    }),
    [approval_id, args_hash, steps],
  );
  const { phase, canDecide, note, decide } = useDecision(approval, { inDoubt: false });
  const isOff = phase !== 'pending';
  const label = strings.stepLimit(steps);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div
      role="group"
      className="mr-notice mr-step-limit"
      data-tone="waiting"
      data-waiting
      tabIndex={-1}
      aria-label={label}
    >
      <Hand size={16} aria-hidden="true" />
      <div className="mr-notice-words">
        <p>
          <strong>{strings.waitingForYou}</strong> · {label}
        </p>
        {last !== undefined && (
          <p className="mr-notice-help" dir="auto">
            <ShownText text={strings.lastStep(last)} />
          </p>
        )}
        <p className="mr-notice-help" role="status">
          {note}
        </p>
      </div>
      {canDecide && (
        <div className="mr-step-limit-actions">
          <button
            type="button"
            className="mr-button mr-button-primary"
            aria-disabled={isOff}
            onClick={() => !isOff && decide({ type: 'approve' })}
          >
            {strings.goOn}
          </button>
          <button
            type="button"
            className="mr-button"
            aria-disabled={isOff}
            onClick={() => !isOff && decide({ type: 'reject' })}
          >
            {strings.stopHere}
          </button>
        </div>
      )}
    </div>
  );
}
