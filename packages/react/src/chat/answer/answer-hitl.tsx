'use client';

import { createContext, type ReactNode, use, useMemo } from 'react';
import { HitlContext, type HitlRuntime } from '../../approval/decision/hitl-runtime.ts';
import type { Client } from '../../client/create-client.ts';

type ContextValue = (Pick<Client, 'decide' | 'device'> & Partial<Pick<Client, 'previewEdit'>>) | null;

/** Takes decisions to the server. Without it nothing can be decided. */
export const DecideContext = createContext<ContextValue>(null);

/** Lets the cards of an answer decide about its run. */
export function AnswerHitl({ runId, children }: { readonly runId: string; readonly children: ReactNode }) {
  const client = use(DecideContext);
  const runtime = useMemo(() => client && runtimeOf(client, runId), [client, runId]);
  return <HitlContext value={runtime}>{children}</HitlContext>;
}

function runtimeOf({ decide, device, previewEdit }: NonNullable<ContextValue>, run: string): HitlRuntime {
  return {
    run,
    decide: (approval, decision) => decide(run, approval, decision),
    device,
    ...(previewEdit !== undefined && {
      preview: ({ approval_id }, args) => previewEdit(run, { approval_id, args }),
    }),
  };
}
