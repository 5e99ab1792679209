import type { HitlDecision, StoredEvent } from '@millrace/engine';
import type { ApprovalDecision, ApprovalRequest, NewEvent } from '@millrace/engine/run';
import type { Keyring } from '../keyring/keyring.ts';
import { aboutDecision } from '../seal/about.ts';
import { openOr } from '../seal/open-or.ts';
import type { Sealer } from '../seal/sealer.ts';
import type { ApprovalRow, Claim, DecideResult, NewDecision } from '../store.ts';
import { integer, integerOrNull, type Row, type Tx, text, textOrNull } from '../tx.ts';
import { offeredRule } from './account/rule-rows.ts';
import { putRule } from './account/rule-verbs.ts';
import { knownCommand, recordCommand } from './command-verbs.ts';
import { appendEvents, insertEvents, readDecisions, readEvents } from './log-verbs.ts';
import { holdRun } from './run-verbs.ts';
import { sealerOfRun } from './sealer-of-run.ts';

// Every writer of an approval has locked the row of its run first, so two never write the same approval at once.

export function* ask(
  keys: Keyring,
  claim: Claim,
  seq: number,
  events: readonly NewEvent[],
  ts: number,
  step: number,
): Tx<StoredEvent[] | 'behind'> {
  const appended = yield* appendEvents(keys, claim, seq, events, ts);
  if (appended === 'behind') return appended;
  for (const event of appended) {
    if (event.type === 'approval_request') yield* putApproval(claim.runId, event, step);
  }
  return appended;
}

function* putApproval(runId: string, request: ApprovalRequest & StoredEvent, step: number): Tx<void> {
  const { approval_id, tool_use_id, tool, expires_at = null, seq, ts } = request;
  const rows = yield [
    `INSERT INTO approvals (account_id, run_id, id, seq, step, tool_use_id, tool, status, expires_at, asked_at)
     VALUES (:account, ?, ?, ?, ?, ?, ?, 'pending', ?, ?) ON CONFLICT (account_id, run_id, id) DO NOTHING RETURNING id`,
    runId,
    approval_id,
    seq,
    step,
    tool_use_id,
    tool,
    expires_at,
    ts,
  ];
  if (rows.length === 0) {
    throw new Error(`Run ${runId} has already asked ${approval_id}. Give each request its own id.`);
  }
}

export function* expire(
  keys: Keyring,
  claim: Claim,
  seq: number,
  events: readonly NewEvent[],
  ts: number,
  approvalIds: readonly string[],
): Tx<StoredEvent[] | 'behind'> {
  const appended = yield* appendEvents(keys, claim, seq, events, ts);
  if (appended === 'behind') return appended;
  for (const id of approvalIds) {
    yield [
      "UPDATE approvals SET status = 'expired' WHERE account_id = :account AND run_id = ? AND id = ? AND status = 'pending'",
      claim.runId,
      id,
    ];
  }
  return appended;
}

export function* decide(keys: Keyring, wanted: NewDecision): Tx<DecideResult> {
  const { runId, approvalId, decision, by, from, ts } = wanted;
  const run = yield* holdRun(keys.root, runId);
  if (run === undefined) return { type: 'no_approval' };
  const command = `decide:${runId}:${wanted.commandId}`;
  const known = yield* knownCommand(keys.root, command);
  if (known !== undefined) return yield* decidedBefore(keys, runId, known);

  const sealer = yield* keys.runNow(runId);
  const [row] = yield [
    'SELECT * FROM approvals WHERE account_id = :account AND run_id = ? AND id = ?',
    runId,
    approvalId,
  ];
  if (row === undefined) return { type: 'no_approval' };
  const approval = approvalRow(sealer, row);
  // Anybody who can write the database can change the row; the sealed log says what was asked, and about which call.
  const [request] = yield* readEvents(keys, runId, approval.seq - 1, 1);
  if (request?.type !== 'approval_request' || request.approval_id !== approvalId)
    return { type: 'no_approval' };
  const refused = refusal(approval, request, wanted);
  if (refused?.type === 'already_decided') return { ...refused, ...(yield* deviceOf(keys, approval)) };
  if (refused !== undefined) return refused;
  if (decision.type === 'approve_always') {
    const offered = offeredRule(request, decision.rule_id);
    if (offered === undefined) return { type: 'no_rule' };
    yield* putRule(keys.root, { ...offered.rule, of: offered.of, created_at: ts });
  }

  yield [
    `UPDATE approvals SET status = 'decided', decision = ?, key_id = ?, decided_by = ?, decided_at = ?
     WHERE account_id = :account AND run_id = ? AND id = ?`,
    sealer.seal(JSON.stringify(decision), aboutDecision(runId, approvalId, by)),
    sealer.keyId,
    by,
    ts,
    runId,
    approvalId,
  ];
  yield [
    "UPDATE runs SET next_seq = next_seq + 1, status = 'ready', wake_at = NULL, wants_floor = 0 WHERE account_id = :account AND id = ?",
    runId,
  ];
  const said: ApprovalDecision = {
    type: 'approval_decision',
    approval_id: approvalId,
    tool_use_id: request.tool_use_id,
    decision,
    by,
    ...(from !== undefined && { from }),
  };
  const seq = run.lastSeq + 1;
  const [event] = yield* insertEvents(sealer, { runId, fence: run.fence }, seq, [said], ts);
  if (event === undefined) throw new Error(`Run ${runId} took no decision.`);
  yield* recordCommand(keys.root, { id: command, actor: by, result: { seq }, ts });
  return { type: 'decided', event, fresh: true };
}

export function* readApprovals(keys: Keyring, runId: string): Tx<ApprovalRow[]> {
  const rows = yield [
    'SELECT * FROM approvals WHERE account_id = :account AND run_id = ? ORDER BY seq',
    runId,
  ];
  const decided = rows.filter((row) => row['key_id'] !== null);
  const sealer = decided.length === 0 ? keys.root : yield* sealerOfRun(keys, runId, decided);
  return rows.map((row) => approvalRow(sealer, row));
}

/** Why a decision comes too late or is about something else; that it is over comes first. */
function refusal(
  { status, decision, decidedBy }: ApprovalRow,
  { args_hash, expires_at }: ApprovalRequest,
  { argsHash, ts }: NewDecision,
): DecideResult | undefined {
  if (decision !== null) return { type: 'already_decided', decision, by: decidedBy ?? '' };
  if (status !== 'pending' || (expires_at !== undefined && expires_at <= ts)) return { type: 'expired' };
  return args_hash === argsHash ? undefined : { type: 'args_changed' };
}

/** The name of the deciding device in the log. */
function* deviceOf(keys: Keyring, { runId, id, seq }: ApprovalRow): Tx<Pick<ApprovalDecision, 'from'>> {
  for (const event of yield* readDecisions(keys, runId, seq)) {
    if (event.type === 'approval_decision' && event.approval_id === id && event.from !== undefined)
      return { from: event.from };
  }
  return {};
}

function* decidedBefore(keys: Keyring, runId: string, result: string): Tx<DecideResult> {
  // The result is what `decide` recorded.
  const { seq } = JSON.parse(result) as { seq: number };
  const [event] = yield* readEvents(keys, runId, seq - 1, 1);
  if (event === undefined) throw new Error(`Run ${runId} has no event ${seq}.`);
  return { type: 'decided', event, fresh: false };
}

function approvalRow(sealer: Sealer, row: Row): ApprovalRow {
  const [runId, id, sealed] = [text(row, 'run_id'), text(row, 'id'), textOrNull(row, 'decision')];
  const about = aboutDecision(runId, id, textOrNull(row, 'decided_by') ?? '');
  const decision =
    sealed === null
      ? null
      : openOr<HitlDecision | null>(
          sealer,
          { text: sealed, keyId: textOrNull(row, 'key_id') ?? '', about },
          // The decision is what `decide` wrote.
          (json) => JSON.parse(json) as HitlDecision,
          () => null,
        );
  // A decision that can't be read counts as none, and it is too late for another.
  const isBroken = sealed !== null && decision === null;
  return {
    id,
    runId,
    seq: integer(row, 'seq'),
    step: integer(row, 'step'),
    toolUseId: text(row, 'tool_use_id'),
    tool: text(row, 'tool'),
    // Only this module and endRun write the column, with these four words.
    status: isBroken ? 'expired' : (text(row, 'status') as ApprovalRow['status']),
    decision,
    decidedBy: textOrNull(row, 'decided_by'),
    askedAt: integer(row, 'asked_at'),
    decidedAt: integerOrNull(row, 'decided_at'),
    expiresAt: integerOrNull(row, 'expires_at'),
  };
}
