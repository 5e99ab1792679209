'use client';

import type { ToolCallItem } from '@millrace/engine';
import { memo, useId } from 'react';
import { useWords } from '../words/words-context.ts';
import { CallBody } from './call-body.tsx';
import type { Parallel } from './step/arrange-rows.ts';
import { type StepDetails, stateOf } from './step/step-details.ts';
import { StepHead } from './step/step-head.tsx';
import { stepWords } from './step/step-words.ts';
import { RevertButton } from './tool/revert-button.tsx';
import type { TimelineToolComponent } from './tool/timeline-tool.ts';

export interface CallRowProps {
  readonly item: ToolCallItem;
  readonly details: StepDetails | undefined;
  readonly Tool: TimelineToolComponent | undefined;
  readonly parallel: Parallel | undefined;
  readonly open: boolean;
  readonly onToggle: (id: string) => void;
}

/** A call as it is written, asked about and run, and what became of it. */
export const CallRow = memo(function CallRow(props: CallRowProps) {
  const strings = useWords();
  const { item, details, Tool, parallel, open, onToggle } = props;
  const state = stateOf(item.status, details);
  const id = useId();
  // A call that asks, is being written, or has its own view that is always visible has nothing more to open.
  const opens = (Tool === undefined || Tool.opens === true) && state !== 'waiting' && state !== 'writing';
  return (
    <li className="mr-step" data-state={state} data-parallel={parallel}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields */}
      <div role="group" className="mr-tool" aria-label={strings.toolCall(item.toolName)} tabIndex={-1}>
        <StepHead
          {...stepWords(strings, item, details)}
          {...{ state, details, parallel }}
          expanded={opens ? open : undefined}
          controls={id}
          onToggle={() => onToggle(item.id)}
        >
          {!(opens && open && details?.change?.made) && <RevertButton toolCallId={item.id} />}
        </StepHead>
        <div className="mr-step-body" id={id} data-told={details?.approved !== undefined || undefined}>
          <CallBody {...{ item, details, Tool }} open={opens && open} />
        </div>
      </div>
    </li>
  );
});
