import type { HitlDecision } from './hitl-decision.ts';
import type { InterruptResult } from './interrupt-result.ts';

/** A call that waits for a person, as an `approval_request` of the log tells it. */
export interface InterruptedCall {
  readonly tool: string;
  readonly input: unknown;
}

/** The options of `approvalInterrupt` and `doomLoopInterrupt`. */
export interface InterruptOptions {
  /** The answers that the person may give. All four unless given. */
  readonly allowed?: readonly HitlDecision['type'][];
  /** The effect of the call, in words. */
  readonly description?: string;
  /** Why the person is asked. */
  readonly message?: string;
}

/** Calls that repeat without end, as a card shows them. */
export interface DoomLoop {
  /** How many times are too many. */
  readonly threshold: number;
  /** The calls, oldest first. */
  readonly signatures: readonly string[];
  readonly message?: string;
}

const ALL_DECISIONS = ['approve', 'edit', 'reject', 'approve_always'] as const;

/** The interrupt of a call that waits for a person. Pure. */
export function approvalInterrupt(request: InterruptedCall, options: InterruptOptions = {}): InterruptResult {
  const { allowed = ALL_DECISIONS, description, message } = options;
  return {
    __interrupt__: true,
    action_requests: [
      { name: request.tool, args: argsOf(request.input), ...(description !== undefined && { description }) },
    ],
    review_configs: [{ action_name: request.tool, allowed_decisions: allowed }],
    interrupt_type: 'approval',
    ...(message !== undefined && { message }),
  };
}

/** A question about a call, as your own backend asks it. */
export interface PersonQuestion {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** The answers that the person may give; all four unless given. */
  readonly allow?: readonly HitlDecision['type'][];
  /** The effect of the call, in words. */
  readonly description?: string;
  /** Why the person is asked. */
  readonly message?: string;
}

/**
 * Makes the question that stands in place of a call's result while a person is asked:
 * `askPerson({ tool: 'send_mail', args: { to: 'ann@example.com' }, allow: ['approve', 'edit', 'reject'] })`. Once the person has answered,
 * give the same with `__decided__`, and then the real result. Pure.
 */
export function askPerson({ tool, args, allow, ...more }: PersonQuestion): InterruptResult {
  return approvalInterrupt(
    { tool, input: args },
    { ...(allow !== undefined && { allowed: allow }), ...more },
  );
}

/** The interrupt of a call that repeats earlier ones: continue, or stop. Pure. */
export function doomLoopInterrupt(request: InterruptedCall, loop: DoomLoop): InterruptResult {
  const { threshold, signatures, message } = loop;
  return {
    ...approvalInterrupt(request, {
      allowed: ['approve', 'reject'],
      ...(message !== undefined && { message }),
    }),
    interrupt_type: 'permission_ask',
    context: { permission: 'doom_loop', threshold, recent_signatures: signatures },
  };
}

/** An input that is no object stands under its own name, so that a card can show it. */
function argsOf(input: unknown): Readonly<Record<string, unknown>> {
  const isRecord = typeof input === 'object' && input !== null && !Array.isArray(input);
  // A value that is neither null nor an array has fields.
  return isRecord ? (input as Readonly<Record<string, unknown>>) : { input };
}
