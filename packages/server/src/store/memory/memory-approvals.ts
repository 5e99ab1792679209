import type { HitlDecision } from '@millrace/engine';
import type { ApprovalDecision } from '@millrace/engine/run';
import { aboutDecision } from '../seal/about.ts';
import type { Sealer } from '../seal/sealer.ts';
import type { ApprovalRow, RunStore } from '../store.ts';
import { offeredRule } from '../verbs/rule-rows.ts';
import { change, type Memory, type MemoryApproval, type MemoryRun } from './memory.ts';
import { eventsAfter, ownRun, writeEvents } from './memory-log.ts';
import { keepRule } from './memory-rules.ts';

/** What runs ask, on Maps. */
export function memoryApprovals(
  memory: Memory,
  sealer: Sealer,
): Pick<RunStore, 'ask' | 'expire' | 'decide' | 'readApprovals'> {
  function rowOf({ row, decision }: MemoryApproval): ApprovalRow {
    const about = aboutDecision(row.runId, row.id, row.decidedBy ?? '');
    // The decision is what `decide` wrote.
    const opened =
      decision === null ? null : (JSON.parse(sealer.open(decision, sealer.keyId, about)) as HitlDecision);
    return { ...row, decision: opened };
  }

  function deviceOf(run: MemoryRun, { id, seq }: MemoryApproval['row']): Pick<ApprovalDecision, 'from'> {
    for (const event of eventsAfter(sealer, run, seq, Number.POSITIVE_INFINITY)) {
      if (event.type === 'approval_decision' && event.approval_id === id && event.from !== undefined)
        return { from: event.from };
    }
    return {};
  }

  return {
    async ask(claim, seq, events, ts, step) {
      const run = ownRun(memory, claim);
      if (run.log.length !== seq) return 'behind';
      const requests = events.flatMap((event, i) =>
        event.type === 'approval_request' ? [{ ...event, seq: seq + 1 + i }] : [],
      );
      const ids = new Set(run.approvals.keys());
      for (const { approval_id } of requests) {
        if (ids.has(approval_id)) throw new Error(`Run ${claim.runId} has asked ${approval_id} before.`);
        ids.add(approval_id);
      }
      for (const { approval_id: id, tool_use_id, tool, args_hash, expires_at, seq } of requests) {
        const asked = {
          id,
          runId: claim.runId,
          seq,
          step,
          toolUseId: tool_use_id,
          tool,
          argsHash: args_hash,
        };
        const expiresAt = expires_at ?? null;
        const open = { status: 'pending', decidedBy: null, askedAt: ts, decidedAt: null, expiresAt } as const;
        run.approvals.set(id, { row: { ...asked, ...open }, decision: null });
      }
      return writeEvents(sealer, run, events, ts);
    },
    async expire(claim, seq, events, ts, approvalIds) {
      const run = ownRun(memory, claim);
      if (run.log.length !== seq) return 'behind';
      for (const id of approvalIds) {
        const row = run.approvals.get(id)?.row;
        if (row?.status === 'pending') row.status = 'expired';
      }
      return writeEvents(sealer, run, events, ts);
    },
    async decide({ commandId, runId, approvalId, argsHash, decision, by, from, ts }) {
      const run = memory.runs.get(runId);
      const command = `decide:${runId}:${commandId}`;
      const known = memory.commands.get(command);
      if (run !== undefined && known !== undefined) {
        const [event] = eventsAfter(sealer, run, Number(known) - 1, 1);
        if (event !== undefined) return { type: 'decided', event, fresh: false };
      }
      const approval = run?.approvals.get(approvalId);
      if (run === undefined || approval === undefined) return { type: 'no_approval' };
      const { row } = approval;
      const { decision: holds } = rowOf(approval);
      if (holds !== null) {
        const told = deviceOf(run, row);
        return { type: 'already_decided', decision: holds, by: row.decidedBy ?? '', ...told };
      }
      const late = row.expiresAt !== null && row.expiresAt <= ts;
      if (row.status !== 'pending' || late) return { type: 'expired' };
      if (row.argsHash !== argsHash) return { type: 'args_changed' };
      if (decision.type === 'approve_always') {
        const [request] = eventsAfter(sealer, run, row.seq - 1, 1);
        const offered = offeredRule(request, decision.rule_id);
        if (offered === undefined) return { type: 'no_rule' };
        keepRule(memory.rules, sealer, { ...offered.rule, of: offered.of, created_at: ts });
      }

      change(row, { status: 'decided', decidedBy: by, decidedAt: ts });
      approval.decision = sealer.seal(JSON.stringify(decision), aboutDecision(runId, approvalId, by));
      change(run.row, { status: 'ready', wakeAt: null });
      run.wantsFloor = false;
      const said: ApprovalDecision = {
        type: 'approval_decision',
        approval_id: approvalId,
        tool_use_id: row.toolUseId,
        decision,
        by,
        ...(from !== undefined && { from }),
      };
      const [event] = writeEvents(sealer, run, [said], ts);
      if (event === undefined) throw new Error(`Run ${runId} took no decision.`);
      memory.commands.set(command, `${event.seq}`);
      return { type: 'decided', event, fresh: true };
    },
    async readApprovals(runId) {
      return [...(memory.runs.get(runId)?.approvals.values() ?? [])].map(rowOf);
    },
  };
}
