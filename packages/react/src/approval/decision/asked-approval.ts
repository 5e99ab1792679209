import { type HitlDecision, type InterruptResult, isDoomLoopInterrupt } from '@millrace/engine';
import type { ApprovalRequest, RepeatedCalls } from '@millrace/engine/run';

/** The request that an interrupt of another server contains. Pure. */
export function askedApproval(toolCallId: string, result: InterruptResult): ApprovalRequest {
  const [request] = result.action_requests;
  return {
    type: 'approval_request',
    approval_id: toolCallId,
    tool_use_id: toolCallId,
    tool: request?.name ?? '',
    input: request?.args ?? {},
    args_hash: '',
    ...(request?.description !== undefined && { title: request.description }),
    ...(result.message !== undefined && { reason: result.message }),
    ...(isDoomLoopInterrupt(result) && { repetition: repetitionIn(result) }),
  };
}

/** The repetition that such an interrupt contains. */
function repetitionIn({ context = {} }: InterruptResult): RepeatedCalls {
  const { threshold, recent_signatures: given } = context;
  const signatures = Array.isArray(given) ? given.map(String) : [];
  return {
    reason: new Set(signatures).size > 1 ? 'cycle' : 'identical',
    threshold: typeof threshold === 'number' ? threshold : signatures.length,
    signatures,
  };
}

export const ALL_DECISIONS: readonly HitlDecision['type'][] = ['approve', 'edit', 'reject', 'approve_always'];

/** The decisions that the question itself allows. Pure. */
export function allowedDecisions(result: InterruptResult): readonly HitlDecision['type'][] {
  const { review_configs: configs, action_requests: requests } = result;
  const own = configs.find(({ action_name }) => action_name === requests[0]?.name) ?? configs[0];
  return own?.allowed_decisions ?? ALL_DECISIONS;
}

/** Tells whether a question can still be answered, by its own facts. Pure. */
export function isOpen({ __decided__: decided, __completed__: isOver = false }: InterruptResult): boolean {
  return decided === undefined && !isOver;
}

export type RepeatedApproval = ApprovalRequest & {
  readonly repetition: NonNullable<ApprovalRequest['repetition']>;
};

/** Tells whether a question is about a call that repeats. Pure. */
export function repeats(approval: ApprovalRequest): approval is RepeatedApproval {
  return approval.repetition !== undefined;
}
