'use client';

import type { CallFiles } from '@millrace/engine/run';
import { createContext, use } from 'react';

/** The outcome of undoing a call. */
export interface RevertResult {
  readonly isReverted: boolean;
  /** The words of the tool, or of the server, about it. */
  readonly message?: string | undefined;
}

/** The actions on calls that are over. */
export interface ToolActions {
  /** Tells whether a call can be undone, or was; undefined when it can't. */
  revertState(toolCallId: string): 'open' | 'reverted' | undefined;
  /** Undoes a call, or says why that failed. */
  revert(toolCallId: string): Promise<RevertResult>;
  /** The files that a call changed, as it found and left them. Rejects with 404 where they were not kept. */
  readonly files?: ((toolCallId: string) => Promise<CallFiles>) | undefined;
}

/** Without it nothing can be undone. */
export const ToolActionsContext = createContext<ToolActions | null>(null);

export interface ToolAction {
  readonly state: 'open' | 'reverted';
  readonly revert: () => Promise<RevertResult>;
}

/** How a call is undone; undefined when it can't be. */
export function useToolAction(toolCallId: string): ToolAction | undefined {
  const actions = use(ToolActionsContext);
  const state = actions?.revertState(toolCallId);
  if (actions === null || state === undefined) return undefined;
  return { state, revert: () => actions.revert(toolCallId) };
}
