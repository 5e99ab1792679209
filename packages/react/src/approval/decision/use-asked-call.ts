'use client';

import type { InterruptResult } from '@millrace/engine';
import { use } from 'react';
import { askedApproval } from './asked-approval.ts';
import { type AskedCall, AskedContext } from './asked-call.ts';

/** The question that an interrupt stands for: the request of the log where it is known, else the data of the interrupt itself. */
export function useAskedCall(toolCallId: string, result: InterruptResult): AskedCall {
  const known = use(AskedContext);
  if (known?.approval.tool_use_id === toolCallId) return known;
  return { approval: askedApproval(toolCallId, result), inDoubt: result.context?.['in_doubt'] === true };
}
