import type { RunTool } from '@millrace/engine';
import { Ban, Check, CircleAlert, CircleHelp, Wrench } from 'lucide-react';
import { useEffect, useState } from 'react';
import { strings } from '../words/strings.ts';
import type { CallState } from './call-state.ts';

/** Less is not worth a number. */
const SHORTEST_MS = 100;

/** What became of a call, in a word, and how long it takes or took. */
export function CallStatus({
  state,
  tool,
}: {
  readonly state: CallState;
  readonly tool: RunTool | undefined;
}) {
  const { startedAt, endedAt } = tool ?? {};
  const tookMs = startedAt === undefined || endedAt === undefined ? 0 : endedAt - startedAt;
  const over = (state === 'done' || state === 'failed') && tookMs >= SHORTEST_MS;
  return (
    <span className="mr-tool-state">
      {strings.toolStates[state]}
      {state === 'running' && startedAt !== undefined && <Elapsed since={startedAt} />}
      {over && <span className="mr-tool-time"> · {strings.took(tookMs)}</span>}
    </span>
  );
}

/** Counts once a second, and not aloud. */
function Elapsed({ since }: { readonly since: number }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <span className="mr-tool-time" aria-hidden="true">
      {' · '}
      {strings.elapsed(now - since)}
    </span>
  );
}

export function StateIcon({ state }: { readonly state: CallState }) {
  switch (state) {
    case 'done':
      return <Check className="mr-tool-ok" size={16} aria-hidden="true" />;
    case 'failed':
      return <CircleAlert className="mr-tool-bad" size={16} aria-hidden="true" />;
    case 'denied':
    case 'cancelled':
      return <Ban size={16} aria-hidden="true" />;
    case 'uncertain':
      return <CircleHelp size={16} aria-hidden="true" />;
    default:
      return (
        <Wrench className={state === 'running' ? 'mr-tool-runs' : undefined} size={16} aria-hidden="true" />
      );
  }
}
