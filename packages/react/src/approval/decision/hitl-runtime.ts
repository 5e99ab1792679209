import type { HitlDecision } from '@millrace/engine';
import type { ApprovalRequest } from '@millrace/engine/run';
import { createContext } from 'react';
import type { DecisionResult } from '../../client/create-decide.ts';

/** Takes a person's decisions to whoever asked. Cards know nothing else of the world around them. */
export interface HitlRuntime {
  decide(approval: ApprovalRequest, decision: HitlDecision): Promise<DecisionResult>;
  /** How the server calls this device, as far as it is known. */
  device(): string | undefined;
  /** The name of a device, such as "Pixel 9", where it is known. */
  deviceName?(device: string): string | undefined;
}

/** The context that lets cards decide. Without it they only show. */
export const HitlContext = createContext<HitlRuntime | null>(null);
