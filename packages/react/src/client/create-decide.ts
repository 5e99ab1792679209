import type { HitlDecision } from '@millrace/engine';
import type { ApprovalRequest, DecisionAnswer, DecisionProblem } from '@millrace/engine/run';
import { ApiError } from './api-error.ts';
import { withRetry } from './with-retry.ts';

/** The outcome of a decision. */
export type DecisionResult =
  | {
      /** `already_decided`: another decision was first, and it is this one. */
      readonly type: 'decided' | 'already_decided';
      readonly decision: HitlDecision;
      /** The device that took it. */
      readonly by: string;
      /** The device's name for people, as far as the server can tell. */
      readonly from?: string;
    }
  /**
   * Nothing was decided. `no_rule`: the rule is not one that was offered; `bad_edit`: the edited input is not valid;
   * `offline`: the server was not reached or could not keep it, and asking again is safe.
   */
  | {
      readonly type: 'args_changed' | 'expired' | 'no_rule' | 'bad_edit' | 'offline';
      readonly message: string;
    };

/** Sends a decision about a call. Rejects with `ApiError` when the server refuses the request as such. */
export type Decide = (
  runId: string,
  approval: Pick<ApprovalRequest, 'approval_id' | 'args_hash'>,
  decision: HitlDecision,
) => Promise<DecisionResult>;

type Post = (path: string, body: unknown) => Promise<unknown>;

/**
 * Sends decisions. A decision has one command id until the server has answered it, also when the person sends it again,
 * so it is taken once. Rejects with ApiError when the server refuses the request as such.
 */
export function createDecide(post: Post): Decide {
  const commands = new Map<string, string>();
  return async (runId, { approval_id, args_hash }, decision) => {
    const key = JSON.stringify([runId, approval_id, args_hash, decision]);
    const command_id = commands.get(key) ?? crypto.randomUUID();
    commands.set(key, command_id);
    const path = `/api/runs/${encodeURIComponent(runId)}/decisions`;
    const result = await withRetry(() => post(path, { command_id, approval_id, args_hash, decision })).then(
      // The server's route is typed with this shape.
      (answer) => ({ ...pick(answer as DecisionAnswer), type: 'decided' as const }),
      resultOf,
    );
    if (result.type !== 'offline') commands.delete(key);
    return result;
  };
}

function resultOf(error: unknown): DecisionResult {
  if (!(error instanceof ApiError)) throw error;
  const { status, code, message } = error;
  if (status === 0 || status >= 500) return { type: 'offline', message };
  // A call that was never asked about, or of a run that is gone, can't be decided any more.
  if (status === 404) return { type: 'expired', message };
  if (status !== 409) throw error;
  if (code === 'args_changed' || code === 'expired' || code === 'no_rule' || code === 'bad_edit')
    return { type: code, message };
  const { decision, by, from } = error.body as DecisionProblem;
  if (code !== 'already_decided' || decision === undefined || by === undefined) throw error;
  return { type: code, decision, by, ...(from !== undefined && { from }) };
}

function pick({ decision, by, from }: DecisionAnswer): Pick<DecisionAnswer, 'decision' | 'by' | 'from'> {
  return { decision, by, ...(from !== undefined && { from }) };
}
