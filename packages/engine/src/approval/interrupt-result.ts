import { field } from './field.ts';
import type { HitlDecision } from './hitl-decision.ts';

/** A call that waits for a person. */
export interface InterruptActionRequest {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly description?: string;
}

/** The answers that a person may give to an action request. */
export interface InterruptReviewConfig {
  readonly action_name: string;
  readonly allowed_decisions: readonly HitlDecision['type'][];
}

/** The question that replaces a call's result while a person is asked. */
export interface InterruptResult {
  readonly __interrupt__: true;
  readonly __decided__?: HitlDecision['type'];
  readonly __completed__?: boolean;
  readonly action_requests: readonly InterruptActionRequest[];
  readonly review_configs: readonly InterruptReviewConfig[];
  readonly interrupt_type?: string;
  readonly context?: Readonly<Record<string, unknown>>;
  readonly message?: string;
}

/** True if a call's result is a question to a person, with all that a card needs. Never throws. */
export function isInterruptResult(value: unknown): value is InterruptResult {
  return (
    field(value, '__interrupt__') === true &&
    every(field(value, 'action_requests'), isActionRequest) &&
    every(field(value, 'review_configs'), isReviewConfig)
  );
}

/** True if the question is about calls that repeat without end. Never throws. */
export function isDoomLoopInterrupt(value: unknown): value is InterruptResult {
  return isInterruptResult(value) && field(field(value, 'context'), 'permission') === 'doom_loop';
}

function isActionRequest(value: unknown): boolean {
  const args = field(value, 'args');
  return typeof field(value, 'name') === 'string' && typeof args === 'object' && args !== null;
}

function isReviewConfig(value: unknown): boolean {
  const allowed = field(value, 'allowed_decisions');
  return (
    typeof field(value, 'action_name') === 'string' && every(allowed, (each) => typeof each === 'string')
  );
}

function every(value: unknown, holds: (each: unknown) => boolean): boolean {
  try {
    return Array.isArray(value) && value.every(holds);
  } catch {
    return false;
  }
}
