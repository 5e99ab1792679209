import { isInterruptResult } from '../approval/interrupt-result.ts';
import type { ThinkingStep } from './message-content.ts';
import type { ItemStatus } from './timeline-item.ts';

/** The status of a call, by its result: none yet, a question to a person, a failure, or anything else. Pure. */
export function callStatus(result: unknown, isError: boolean): ItemStatus {
  if (result === undefined) return 'running';
  if (isInterruptResult(result)) {
    if (result.__decided__ === 'reject') return 'cancelled';
    if (result.__completed__) return 'completed';
    return result.__decided__ === undefined ? 'pending' : 'running';
  }
  return isError ? 'error' : 'completed';
}

export function stepStatus(status: ThinkingStep['status']): ItemStatus {
  return status === 'in_progress' ? 'running' : status;
}
