'use client';

import type { TimelineGroup } from '@millrace/engine';
import { ChevronRight } from 'lucide-react';
import { memo, useMemo } from 'react';
import { ShownText } from '../approval/shown/shown-text.tsx';
import { useWords } from '../words/words-context.ts';
import { closeGroups } from './close-groups.ts';
import { headerLine } from './header-line.ts';
import type { DetailsById } from './step/step-details.ts';
import { Elapsed } from './step/step-time.tsx';
import type { TimelineState } from './use-timeline.ts';

/** The times of a turn, in milliseconds since 1970 and in milliseconds. */
export interface TimelineTimes {
  readonly startedAt?: number | undefined;
  readonly endedAt?: number | undefined;
  /** The time in which it waited for a person, and in which nobody worked on it. */
  readonly waitedMs?: number | undefined;
  readonly lostMs?: number | undefined;
  /** When it began to wait for a person, while it does. */
  readonly pausedAt?: number | undefined;
}

export interface TimelineHeadProps extends TimelineTimes {
  readonly state: TimelineState;
  /** All steps of the turn. */
  readonly groups: readonly TimelineGroup[];
  readonly details: DetailsById;
  /** The ids of the parts with its steps. */
  readonly controls: string;
  /** True for steps that stand between two texts of a turn. */
  readonly isPart?: boolean | undefined;
}

/** The line of a turn: what it does, waits for or did, and for how long. It folds the steps. */
export const TimelineHead = memo(function TimelineHead(props: TimelineHeadProps) {
  const strings = useWords();
  const { state, groups: given, details, controls, startedAt, endedAt, waitedMs = 0, lostMs = 0 } = props;
  const { status, running, open, pinned, drawn, toggle } = state;
  const groups = useMemo(() => (running ? given : closeGroups(given)), [running, given]);
  const { pausedAt, isPart } = props;
  // The time since then is work.
  const since = startedAt === undefined ? undefined : startedAt + waitedMs + lostMs;
  const tookMs = since === undefined || endedAt === undefined ? undefined : Math.max(0, endedAt - since);
  const paused = pausedAt !== undefined;
  const turn = { groups, details, status, tookMs, waitedMs, paused, isPart };
  const { lead, rest, counts } = headerLine(strings, turn);
  return (
    <button
      type="button"
      className="mr-timeline-head"
      aria-expanded={open}
      aria-controls={drawn ? controls : undefined}
      aria-disabled={pinned || undefined}
      onClick={toggle}
    >
      <ChevronRight className="mr-timeline-mark" size={16} aria-hidden="true" />
      <span className="mr-timeline-line">
        <span className="mr-timeline-lead" dir="auto">
          <ShownText text={lead} />
        </span>
        {rest !== undefined && <span> · {rest}</span>}
        {counts && since !== undefined && (
          <span className="mr-timeline-time" aria-hidden="true" suppressHydrationWarning>
            {' · '}
            {paused ? strings.elapsed(pausedAt - since) : <Elapsed since={since} print={strings.elapsed} />}
          </span>
        )}
      </span>
    </button>
  );
});
