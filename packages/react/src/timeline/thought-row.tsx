'use client';

import type { ReasoningItem } from '@millrace/engine';
import { memo, useId } from 'react';
import { useWords } from '../words/words-context.ts';
import { type StepDetails, stateOf } from './step/step-details.ts';
import { StepHead } from './step/step-head.tsx';
import { thoughtTitle } from './step/step-words.ts';

export interface ThoughtRowProps {
  readonly item: ReasoningItem;
  readonly details: StepDetails | undefined;
  readonly open: boolean;
  readonly onToggle: (id: string) => void;
}

/** A thought or a remark of an agent at work: how long it took, or its first line, and on demand all of it. */
export const ThoughtRow = memo(function ThoughtRow({ item, details, open, onToggle }: ThoughtRowProps) {
  const strings = useWords();
  const id = useId();
  const title = thoughtTitle(strings, item, details);
  const opens = item.text.trim() !== title;
  return (
    <li className="mr-step" data-state={stateOf(item.status, undefined)}>
      <div className="mr-thought">
        <StepHead
          title={title}
          state={stateOf(item.status, undefined)}
          expanded={opens ? open : undefined}
          controls={id}
          onToggle={() => onToggle(item.id)}
        />
        {opens && open && (
          <div className="mr-step-thought" id={id} dir="auto">
            {item.text}
          </div>
        )}
      </div>
    </li>
  );
});
