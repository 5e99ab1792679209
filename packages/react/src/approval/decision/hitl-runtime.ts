'use client';

import type { HitlDecision } from '@millrace/engine';
import type { ApprovalRequest, ProposedChange } from '@millrace/engine/run';
import { createContext } from 'react';
import type { DecisionResult } from '../../client/create-decide.ts';

/** Sends a person's decisions to the server that asked. Cards depend on nothing else around them. */
export interface HitlRuntime {
  decide(approval: ApprovalRequest, decision: HitlDecision): Promise<DecisionResult>;
  /** The server's id of this device, if it is known. */
  device(): string | undefined;
  /** The run that asks. Answers that are not sent are kept under its name; without it they are not kept. */
  readonly run?: string;
  /** The changes that a call would make with an edited input. Without it an edit is not followed. */
  preview?(
    approval: ApprovalRequest,
    args: Readonly<Record<string, unknown>>,
  ): Promise<{ readonly change: ProposedChange | null }>;
  /** The name of a device, such as "Pixel 9", where it is known. */
  deviceName?(device: string): string | undefined;
}

/** The context that lets cards decide. Without it they only show. */
export const HitlContext = createContext<HitlRuntime | null>(null);
