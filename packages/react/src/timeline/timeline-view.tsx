'use client';

import type { TimelineGroup } from '@millrace/engine';
import { memo } from 'react';
import type { TurnStatus } from './header-line.ts';
import type { DetailsById } from './step/step-details.ts';
import { TimelineHead, type TimelineTimes } from './timeline-head.tsx';
import { TimelineSteps } from './timeline-steps.tsx';
import type { TimelineToolComponent } from './tool/timeline-tool.ts';
import { useTimeline } from './use-timeline.ts';

export interface TimelineViewProps extends TimelineTimes {
  readonly groups: readonly TimelineGroup[];
  readonly details: DetailsById;
  readonly tools?: Readonly<Record<string, TimelineToolComponent>>;
  readonly status?: TurnStatus;
  /** True for steps that stand between two texts of a turn. */
  readonly isPart?: boolean;
}

const NO_TOOLS = {};

/** The work of an agent, step by step, under one line that folds. It is drawn again only when a step or the turn is another. */
export const TimelineView = memo(function TimelineView(props: TimelineViewProps) {
  const { groups, details, tools = NO_TOOLS, status, ...times } = props;
  const state = useTimeline({ groups, details, status });
  if (groups.length === 0) return null;
  return (
    <div className="mr-timeline" data-status={state.status}>
      <TimelineHead {...{ state, groups, details, ...times }} controls={state.id} />
      <TimelineSteps id={state.id} {...{ state, groups, details, tools }} />
    </div>
  );
});
