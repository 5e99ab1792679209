'use client';

import type { TimelineGroup, ToolCallItem } from '@millrace/engine';
import { type ReactNode, useId, useState } from 'react';
import { useWords, type Words } from '../words/words-context.ts';
import { CallBody } from './call-body.tsx';
import { DeepView } from './deep-view.tsx';
import { allItems } from './header-line.ts';
import type { Parallel } from './step/arrange-rows.ts';
import { type DetailsById, type StepDetails, stateOf } from './step/step-details.ts';
import { StepHead } from './step/step-head.tsx';
import { agentName } from './step/step-words.ts';
import { RevertButton } from './tool/revert-button.tsx';
import type { TimelineToolComponent } from './tool/timeline-tool.ts';

export interface AgentRowProps {
  readonly item: ToolCallItem;
  readonly steps: readonly TimelineGroup[];
  readonly details: DetailsById;
  readonly Tool: TimelineToolComponent | undefined;
  readonly parallel: Parallel | undefined;
  readonly running: boolean;
  /** True when its steps have a separate view, because it is inside another sub-agent. */
  readonly isDeep: boolean;
  /** Its steps as they are drawn. */
  readonly children: ReactNode;
}

/** A sub-agent in one line, with its steps below. Open while it runs, unless the person has closed it; what waits for the person keeps it open. */
export function AgentRow(props: AgentRowProps) {
  const strings = useWords();
  const { item, steps, Tool, parallel, isDeep, children } = props;
  const details = props.details.get(item.id);
  const [chosen, setChosen] = useState<boolean>();
  const id = useId();
  const state = stateOf(item.status, details);
  const running = props.running && item.status === 'running';
  const asks = running && allItems(steps, props.details).some(({ status }) => status === 'pending');
  const pinned = asks && !isDeep;
  const open = pinned || (chosen ?? (running && !isDeep));
  const name = agentName(item, details);
  return (
    <li className="mr-step" data-state={asks ? 'waiting' : state} data-parallel={parallel}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields */}
      <div role="group" className="mr-tool" aria-label={strings.toolCall(item.toolName)} tabIndex={-1}>
        <StepHead
          title={name}
          details={{ ...details, note: notesOf(strings, steps, details, running && !asks) }}
          state={asks ? 'waiting' : state}
          {...{ parallel, pinned }}
          expanded={open}
          controls={id}
          onToggle={() => !pinned && setChosen(!open)}
        >
          <RevertButton toolCallId={item.id} />
        </StepHead>
        <div className="mr-step-body" id={id} data-told={details?.approved !== undefined || undefined}>
          {isDeep && open && (
            <DeepView name={name} onClose={() => setChosen(false)}>
              {children}
            </DeepView>
          )}
          <div className="mr-step-inner" hidden={isDeep ? open || !asks : !open}>
            {(isDeep ? asks && !open : open || chosen !== undefined) && children}
            {open && !isDeep && <Facts {...{ item, details, Tool }} />}
          </div>
          {item.status === 'pending' && <CallBody {...{ item, details, Tool }} open={false} />}
        </div>
      </div>
    </li>
  );
}

function notesOf(
  strings: Words,
  steps: readonly TimelineGroup[],
  details: StepDetails | undefined,
  running: boolean,
): string {
  const failed = steps.filter(({ parent }) => parent.status === 'error').length;
  return [
    strings.subAgent,
    running ? strings.runningSteps(steps.length) : strings.stepCount(steps.length),
    failed > 0 && strings.failedCount(failed),
    details?.note,
  ]
    .filter((part) => part !== false && part !== undefined)
    .join(' · ');
}

/** The instruction of the sub-agent, and its answer. */
function Facts(props: Pick<AgentRowProps, 'item' | 'Tool'> & { readonly details: StepDetails | undefined }) {
  const strings = useWords();
  const [open, setOpen] = useState(false);
  return (
    <div className="mr-step-facts">
      <button type="button" className="mr-step-action" aria-expanded={open} onClick={() => setOpen(!open)}>
        {strings.inputAndOutput}
      </button>
      <CallBody {...props} open={open} />
    </div>
  );
}
