import { createContext, type ReactNode, use, useMemo } from 'react';
import { HitlContext, type HitlRuntime } from '../../approval/decision/hitl-runtime.ts';
import type { Client } from '../../client/create-client.ts';

/** Takes decisions to the server. Without it nothing can be decided. */
export const DecideContext = createContext<Pick<Client, 'decide' | 'device'> | null>(null);

/** Lets the cards of an answer decide about its run. */
export function AnswerHitl({ runId, children }: { readonly runId: string; readonly children: ReactNode }) {
  const client = use(DecideContext);
  const runtime = useMemo(
    (): HitlRuntime | null =>
      client && {
        decide: (approval, decision) => client.decide(runId, approval, decision),
        device: client.device,
      },
    [client, runId],
  );
  return <HitlContext value={runtime}>{children}</HitlContext>;
}
