'use client';

import type { ApprovalRequest } from '@millrace/engine/run';
import { createContext } from 'react';

/** A question to a person about a call. */
export interface AskedCall {
  /** The request that the log has. */
  readonly approval: ApprovalRequest;
  /** True when the call may have run already. */
  readonly inDoubt: boolean;
}

/** The question about the call around, where the log is known: a card inside the component of a tool decides about it. */
export const AskedContext = createContext<AskedCall | undefined>(undefined);
