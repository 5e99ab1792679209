import { createRunTrace, isRunEnd, type TraceStep } from '@millrace/engine/run';
import type { Client } from '@millrace/react';
import { useEffect, useState } from 'react';

/** The trace of a run as far as it is read. */
export interface ReadTrace {
  readonly status: 'loading' | 'ready' | 'failed';
  readonly steps: readonly TraceStep[];
}

/** How long a run that has ended is still listened to. */
const LAST_MS = 1000;

/** Reads the log of a run, and folds it into its steps here: the server has no other form of it. */
export function useSteps(client: Pick<Client, 'watchRun'>, runId: string): ReadTrace {
  const [read, setRead] = useState<ReadTrace>({ status: 'loading', steps: [] });
  useEffect(() => {
    let trace = createRunTrace();
    let frame = 0;
    let over: ReturnType<typeof setTimeout> | undefined;
    const show = (status: ReadTrace['status']): void => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => setRead({ status, steps: trace.steps() }));
    };
    const stop = client.watchRun(runId, {
      onEvent(event) {
        trace.apply(event);
        show('ready');
        clearTimeout(over);
        // Reverts and a continued run follow an end at once, or not at all.
        if (isRunEnd(event)) over = setTimeout(stop, LAST_MS);
      },
      onResync() {
        trace = createRunTrace();
      },
      onRefused: () => show('failed'),
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(over);
      stop();
    };
  }, [client, runId]);
  return read;
}
