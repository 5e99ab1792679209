import { Bot, ChevronRight } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { strings } from '../words/strings.ts';
import type { AnswerBlock } from './answer.ts';
import { asks } from './waiting-calls.ts';

export interface SubAgentProps {
  readonly steps: readonly AnswerBlock[];
  readonly running: boolean;
  /** The steps as they are drawn. */
  readonly children: ReactNode;
}

/** What a sub-agent does. Open while it runs, unless the person has closed it; what waits for the person keeps it open. */
export function SubAgent({ steps, running, children }: SubAgentProps) {
  const [chosen, setChosen] = useState<boolean>();
  const id = useId();
  const pinned = running && steps.some(asks);
  const open = pinned || (chosen ?? running);
  const count = steps.filter(({ block }) => block.type === 'tool_use').length;
  return (
    <div className="mr-sub">
      <button
        type="button"
        className="mr-sub-head"
        aria-expanded={open}
        aria-controls={id}
        aria-disabled={pinned}
        onClick={() => !pinned && setChosen(!open)}
      >
        <ChevronRight className="mr-sub-mark" size={14} aria-hidden="true" />
        <Bot size={16} aria-hidden="true" />
        {strings.subAgent}
        {count > 0 && <span>· {strings.subSteps(count)}</span>}
      </button>
      <div id={id} className="mr-sub-steps" hidden={!open}>
        {children}
      </div>
    </div>
  );
}
