import type { ApprovalRequest, InterruptResult } from '@millrace/engine';

/** What a card needs to know of a question: all that the server said, or what the interrupt itself tells. Pure. */
export function askedApproval(toolCallId: string, result: InterruptResult): ApprovalRequest {
  const known = result.context?.['approval'];
  // `interruptOf` has put it there.
  if (typeof known === 'object' && known !== null) return known as ApprovalRequest;
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
  };
}
