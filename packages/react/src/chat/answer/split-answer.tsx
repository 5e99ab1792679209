'use client';

import { type ReactNode, useMemo } from 'react';
import { TimelineHead, type TimelineTimes } from '../../timeline/timeline-head.tsx';
import { TimelineSteps } from '../../timeline/timeline-steps.tsx';
import { type TimelineState, useTimeline } from '../../timeline/use-timeline.ts';
import type { Answer } from './answer.ts';
import type { BodyPart } from './answer-body.tsx';
import type { AnswerOptions } from './answer-options.ts';
import type { AnswerTimeline } from './answer-timeline.ts';
import { interleave } from './interleave.ts';

export interface SplitAnswerProps extends Pick<AnswerOptions, 'tools'> {
  readonly timeline: AnswerTimeline;
  readonly status: Answer['status'];
  readonly times: TimelineTimes;
  /** The places of the texts that stand between the steps. */
  readonly narration: ReadonlySet<number>;
  /** The body, with its narration drawn for a timeline in this state. */
  readonly bodyFor: (state: Pick<TimelineState, 'id' | 'open'>) => readonly BodyPart[];
  /** Stands below everything. */
  readonly children: ReactNode;
}

const NO_TOOLS = {};

/**
 * All steps under one line, with the narration between them, and then the answer. They are neighbours in one list: a text of
 * which only a later call tells that it is narration keeps its DOM node and its place.
 */
export function SplitAnswer(props: SplitAnswerProps) {
  const { timeline, status, times, narration, bodyFor, tools = NO_TOOLS, children } = props;
  const { steps, groups, details } = timeline;
  const state = useTimeline({ groups, details, status });
  const places = [...narration].toSorted((a, b) => a - b).join(' ');
  const work = useMemo(() => {
    const said =
      places === '' ? [] : places.split(' ').map((place) => ({ place: Number(place), isSaid: true }));
    return interleave(steps, said);
  }, [steps, places]);
  const body = bodyFor(state);
  const shared = { state, details, tools };
  const idOf = (place: number): string => `${state.id}-${place}`;
  const [first] = work;
  // The steps that nothing was said before stand in one box with the line.
  const begun = first !== undefined && 'groups' in first ? first : undefined;
  const runs = work.filter((part) => 'groups' in part);
  const head = groups.length > 0 && (
    <div
      key="steps"
      className="mr-timeline"
      data-status={state.status}
      data-more={(state.open && work.length > 1) || undefined}
    >
      <TimelineHead
        {...{ state, groups, details, ...times }}
        controls={runs.map(({ place }) => idOf(place)).join(' ')}
      />
      {begun && <TimelineSteps id={idOf(begun.place)} {...shared} groups={begun.groups} />}
    </div>
  );
  const drawn = (begun === undefined ? work : work.slice(1)).map((part) => {
    if ('groups' in part)
      return (
        <TimelineSteps key={`steps-${part.place}`} id={idOf(part.place)} {...shared} groups={part.groups} />
      );
    return state.drawn && body.find(({ place, isSaid }) => place === part.place && isSaid)?.node;
  });
  return [
    head,
    ...drawn,
    ...body.filter(({ place }) => !narration.has(place)).map(({ node }) => node),
    children,
  ];
}
