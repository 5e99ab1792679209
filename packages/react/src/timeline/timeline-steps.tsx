'use client';

import type { TimelineGroup } from '@millrace/engine';
import { memo, useMemo } from 'react';
import { useWords } from '../words/words-context.ts';
import { closeGroups } from './close-groups.ts';
import { Rows } from './rows.tsx';
import type { DetailsById } from './step/step-details.ts';
import type { TimelineToolComponent } from './tool/timeline-tool.ts';
import type { TimelineState } from './use-timeline.ts';

export interface TimelineStepsProps {
  readonly id: string;
  readonly state: TimelineState;
  readonly groups: readonly TimelineGroup[];
  readonly details: DetailsById;
  readonly tools: Readonly<Record<string, TimelineToolComponent>>;
}

/** Steps that stand together. They fold with the others of their timeline. */
export const TimelineSteps = memo(function TimelineSteps(props: TimelineStepsProps) {
  const strings = useWords();
  const { id, state, groups: given, details, tools } = props;
  const { running, open, drawn, opened, onToggle } = state;
  const groups = useMemo(() => (running ? given : closeGroups(given)), [running, given]);
  if (!drawn) return null;
  return (
    <div id={id} className="mr-timeline-steps" data-fold={state.id} hidden={!open}>
      <Rows {...{ groups, details, tools, running, opened, onToggle }} label={strings.steps} depth={0} />
    </div>
  );
});
