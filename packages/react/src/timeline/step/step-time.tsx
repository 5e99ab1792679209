'use client';

import { useEffect, useState } from 'react';
import { useWords } from '../../words/words-context.ts';
import type { StepDetails, StepState } from './step-details.ts';

/** Less is not worth a number. */
const SHORTEST_MS = 100;

/** How long a step took, takes or waits. What still counts is not read aloud. */
export function StepTime({
  state,
  startedAt,
  endedAt,
  pausedMs = 0,
  waitingSince,
}: Pick<StepDetails, 'startedAt' | 'endedAt' | 'pausedMs' | 'waitingSince'> & { readonly state: StepState }) {
  const strings = useWords();
  if (state === 'waiting')
    return waitingSince === undefined ? null : (
      <span className="mr-step-time" aria-hidden="true" suppressHydrationWarning>
        <Elapsed since={waitingSince} print={(ms) => strings.waitingTime(strings.clock(ms))} />
      </span>
    );
  if (startedAt === undefined) return null;
  if (state === 'running')
    return (
      <span className="mr-step-time" aria-hidden="true" suppressHydrationWarning>
        <Elapsed since={startedAt + pausedMs} print={strings.elapsed} />
      </span>
    );
  const tookMs = endedAt === undefined ? 0 : endedAt - startedAt - pausedMs;
  return tookMs < SHORTEST_MS ? null : <span className="mr-step-time">{strings.took(tookMs)}</span>;
}

/** Counts once a second. A page that comes from a server is a moment late: what is around it must let that pass. */
export function Elapsed({
  since,
  print,
}: {
  readonly since: number;
  readonly print: (ms: number) => string;
}) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return print(now - since);
}
