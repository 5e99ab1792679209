import type { ModelInfo } from '@millrace/engine/run';
import type { Client } from '@millrace/react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Boundary } from '../frame/boundary.tsx';

const TraceDialog = lazy(async () => ({ default: (await import('./trace-dialog.tsx')).TraceDialog }));

/** The trace of a run of a chat: opens it, and draws it where it is open. Its code comes when somebody wants it. */
export function useTrace(
  client: Client,
  model: ModelInfo | undefined,
): { readonly open: (runId: string) => void; readonly panel: ReactNode } {
  const [runId, open] = useState<string>();
  const panel = runId !== undefined && (
    <Boundary part="div">
      <Suspense>
        <TraceDialog key={runId} {...{ client, runId, model }} onClose={() => open(undefined)} />
      </Suspense>
    </Boundary>
  );
  return { open, panel };
}
