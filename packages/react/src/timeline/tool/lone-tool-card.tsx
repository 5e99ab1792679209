'use client';

import { useId, useState } from 'react';
import { useWords } from '../../words/words-context.ts';
import { stateOf } from '../step/step-details.ts';
import { StepHead } from '../step/step-head.tsx';
import { stepWords } from '../step/step-words.ts';
import { DefaultToolCard } from './default-tool-card.tsx';
import { RevertButton } from './revert-button.tsx';
import type { TimelineToolProps } from './timeline-tool.ts';

/** A call outside of a timeline: one line, which opens to the input and the output. */
export function LoneToolCard(props: TimelineToolProps) {
  const strings = useWords();
  const { toolCallId, toolName, args, status } = props;
  const [open, setOpen] = useState(false);
  const id = useId();
  const state = stateOf(status, undefined);
  return (
    <div className="mr-timeline mr-step mr-step-alone" data-state={state}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields */}
      <div role="group" className="mr-tool" aria-label={strings.toolCall(toolName)}>
        <StepHead
          {...stepWords(strings, { kind: 'tool-call', id: toolCallId, toolName, args, status }, undefined)}
          state={state}
          expanded={open}
          controls={id}
          onToggle={() => setOpen(!open)}
        >
          <RevertButton toolCallId={toolCallId} />
        </StepHead>
        <div className="mr-step-body" id={id}>
          {open && <DefaultToolCard {...props} />}
        </div>
      </div>
    </div>
  );
}
