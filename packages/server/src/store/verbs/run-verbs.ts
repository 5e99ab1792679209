import { aboutRun } from '../seal/about.ts';
import { openOr } from '../seal/open-or.ts';
import type { Sealer } from '../seal/sealer.ts';
import type { CancelCommand, Claim, Lease, RunRow } from '../store.ts';
import { FencedError } from '../store-error.ts';
import {
  type Final,
  integer,
  integerOrNull,
  type Query,
  type Row,
  type Tx,
  text,
  textOrNull,
} from '../tx.ts';
import { recordCommand } from './command-verbs.ts';

const COLUMNS =
  'id, chat_id, model, status, fence, next_seq, owner, lease_until, wake_at, cancel_at, cancel_reason, background, seal, key_id, created_at';

/** Runs that nobody works on. Takes the time twice. */
const CLAIMABLE = "((status = 'ready' AND lease_until <= ?) OR (status = 'waiting' AND wake_at <= ?))";

/** A claim that still holds. A worker that gave the run up does not own it any more, even if the fence is the same. */
export const OURS =
  "account_id = :account AND id = ? AND fence = ? AND status = 'ready' AND owner IS NOT NULL";

/** A run that is over, however it ended. */
export const ENDED = "status IN ('completed', 'cancelled', 'failed')";

export function* getRun(sealer: Sealer, runId: string): Tx<RunRow | undefined> {
  return yield* oneRun(sealer, [`SELECT ${COLUMNS} FROM runs WHERE account_id = :account AND id = ?`, runId]);
}

/** Reads a run that this transaction will change: others that want to change it wait until it is over. */
export function* holdRun(sealer: Sealer, runId: string): Tx<RunRow | undefined> {
  return yield* oneRun(sealer, [
    `UPDATE runs SET fence = fence WHERE account_id = :account AND id = ? RETURNING ${COLUMNS}`,
    runId,
  ]);
}

export function* claimableRuns(sealer: Sealer, now: number, limit: number): Tx<RunRow[]> {
  const rows = yield [
    `SELECT ${COLUMNS} FROM runs WHERE account_id = :account AND ${CLAIMABLE} ORDER BY created_at, id LIMIT ?`,
    now,
    now,
    limit,
  ];
  return rows.flatMap((row) => runRow(sealer, row) ?? []);
}

export function* claimRun(
  sealer: Sealer,
  runId: string,
  { owner, now, leaseMs }: Lease,
): Tx<RunRow | undefined> {
  return yield* oneRun(sealer, {
    final: [
      `UPDATE runs SET fence = fence + 1, owner = ?, lease_until = ?, status = 'ready', wake_at = NULL, wants_floor = 0
       WHERE account_id = :account AND id = ? AND (${CLAIMABLE} OR (status = 'ready' AND owner = ?)) RETURNING ${COLUMNS}`,
      owner,
      now + leaseMs,
      runId,
      now,
      now,
      owner,
    ],
  });
}

export function* claimEnded(
  sealer: Sealer,
  runId: string,
  { owner, now, leaseMs }: Lease,
): Tx<RunRow | undefined> {
  return yield* oneRun(sealer, {
    final: [
      `UPDATE runs SET fence = fence + 1, owner = ?, lease_until = ?
       WHERE account_id = :account AND id = ? AND ${ENDED} AND lease_until <= ? RETURNING ${COLUMNS}`,
      owner,
      now + leaseMs,
      runId,
      now,
    ],
  });
}

export function* renew(sealer: Sealer, { runId, fence }: Claim, { owner, now, leaseMs }: Lease): Tx<RunRow> {
  const sql = `UPDATE runs SET owner = ?, lease_until = ? WHERE ${OURS} RETURNING ${COLUMNS}`;
  const run = yield* oneRun(sealer, { final: [sql, owner, now + leaseMs, runId, fence] });
  if (run === undefined) throw new FencedError(runId);
  return run;
}

export function* release({ runId, fence }: Claim): Tx<void> {
  yield { final: [`UPDATE runs SET owner = NULL, lease_until = 0 WHERE ${OURS}`, runId, fence] };
}

export function* park({ runId, fence }: Claim, seq: number, wakeAt: number | null): Tx<boolean> {
  const rows = yield [
    `UPDATE runs SET status = 'waiting', owner = NULL, lease_until = 0, wake_at = ?
     WHERE ${OURS} AND next_seq = ? AND cancel_at IS NULL RETURNING id`,
    wakeAt,
    runId,
    fence,
    seq + 1,
  ];
  if (rows.length === 1) return true;
  yield* checkOurs({ runId, fence });
  return false;
}

/** Throws FencedError when a claim no longer holds. */
export function* checkOurs({ runId, fence }: Claim): Tx<void> {
  const rows = yield [`SELECT id FROM runs WHERE ${OURS}`, runId, fence];
  if (rows.length === 0) throw new FencedError(runId);
}

export function* requestCancel(sealer: Sealer, command: CancelCommand): Tx<RunRow | undefined> {
  const { commandId, runId, ts, reason = null } = command;
  const run = yield* holdRun(sealer, runId);
  if (run === undefined || !isOpen(run)) return run;
  // A command's id includes its subject, so that the ids of two clients never clash.
  yield* recordCommand(sealer, { id: `cancel:${runId}:${commandId}`, actor: '', result: {}, ts });
  return yield* oneRun(sealer, [
    `UPDATE runs SET cancel_at = ?, cancel_reason = ?, status = 'ready', wake_at = NULL, wants_floor = 0
     WHERE account_id = :account AND id = ? RETURNING ${COLUMNS}`,
    run.cancelAt ?? ts,
    run.cancelAt === null ? reason : run.cancelReason,
    runId,
  ]);
}

/** Tells whether a run has not ended. */
export function isOpen({ status }: RunRow): boolean {
  return status === 'ready' || status === 'waiting';
}

/** The name of a run's key; undefined for a run of an older version, whose key is that of the server. */
const keyOf = (root: Sealer, keyId: string): string | undefined => (keyId === root.keyId ? undefined : keyId);

/** The seal of a run: the folder that it works in, under the server key. Only the server can make runs. */
export function sealRun(
  root: Sealer,
  { id, chatId, model, createdAt }: Pick<RunRow, 'id' | 'chatId' | 'model'> & { readonly createdAt: number },
  keyId: string,
  folder = '',
): string {
  return root.seal(folder, aboutRun(id, chatId, model, createdAt, keyOf(root, keyId)));
}

function* oneRun(sealer: Sealer, query: Query | Final): Tx<RunRow | undefined> {
  const [row] = yield query;
  return row && runRow(sealer, row);
}

/** A run. A row that was planted, or moved to another chat or model, counts as none. */
function runRow(sealer: Sealer, row: Row): RunRow | undefined {
  const [id, chatId, model] = [text(row, 'id'), text(row, 'chat_id'), text(row, 'model')];
  const keyId = text(row, 'key_id');
  const about = aboutRun(id, chatId, model, integer(row, 'created_at'), keyOf(sealer, keyId));
  const sealed = { text: text(row, 'seal'), keyId: sealer.keyId, about };
  const folder = openOr<string | undefined>(
    sealer,
    sealed,
    (kept) => kept,
    () => undefined,
  );
  if (folder === undefined) return undefined;
  return {
    id,
    chatId,
    model,
    // Only the verbs write the column, with these five words.
    status: text(row, 'status') as RunRow['status'],
    fence: integer(row, 'fence'),
    lastSeq: integer(row, 'next_seq') - 1,
    owner: textOrNull(row, 'owner'),
    leaseUntil: integer(row, 'lease_until'),
    wakeAt: integerOrNull(row, 'wake_at'),
    cancelAt: integerOrNull(row, 'cancel_at'),
    // Only requestCancel writes the column, with this word.
    cancelReason: textOrNull(row, 'cancel_reason') as RunRow['cancelReason'],
    background: integer(row, 'background') === 1,
    ...(folder !== '' && { folder }),
  };
}
