import type { Sealer } from '../seal/sealer.ts';
import type { Lease, RunRow, RunStore } from '../store.ts';
import { change, GIVEN_UP, type Memory, type MemoryRun } from './memory.ts';
import { addMessage } from './memory-chats.ts';
import { offerFloor } from './memory-follow-ups.ts';
import { eventsAfter, ownRun, rowOf, writeEvents } from './memory-log.ts';

const STATUS_OF_END = { complete: 'completed', cancelled: 'cancelled', error: 'failed' } as const;

type Runs = Omit<
  RunStore,
  'ask' | 'expire' | 'decide' | 'readApprovals' | 'handOver' | 'takeFloor' | 'claimEnded' | 'endRevert'
>;

/** Runs and their logs on Maps. Each verb looks first and writes then, so one that throws has written nothing. */
export function memoryRuns(memory: Memory, sealer: Sealer): Runs {
  function claimable(now: number, limit: number): MemoryRun[] {
    return [...memory.runs.values()]
      .filter(({ row }) => isFree(row, now))
      .toSorted((a, b) => a.createdAt - b.createdAt || (a.row.id < b.row.id ? -1 : 1))
      .slice(0, limit);
  }

  return {
    async getRun(runId) {
      const run = memory.runs.get(runId);
      return run && rowOf(run);
    },
    async claimableRuns(now, limit) {
      return claimable(now, limit).map(rowOf);
    },
    async claimRun(runId, lease) {
      const run = memory.runs.get(runId);
      if (run === undefined) return undefined;
      const own = run.row.status === 'ready' && run.row.owner === lease.owner;
      return own || isFree(run.row, lease.now) ? take(run, lease) : undefined;
    },
    async renew(claim, { owner, now, leaseMs }) {
      const run = ownRun(memory, claim);
      change(run.row, { owner, leaseUntil: now + leaseMs });
      return rowOf(run);
    },
    async release({ runId, fence }) {
      const row = memory.runs.get(runId)?.row;
      if (row?.fence === fence && row.status === 'ready') change(row, GIVEN_UP);
    },
    async park(claim, seq, wakeAt) {
      const { row, log } = ownRun(memory, claim);
      if (log.length !== seq || row.cancelAt !== null) return false;
      change(row, { ...GIVEN_UP, status: 'waiting', wakeAt });
      return true;
    },
    async append(claim, seq, events, ts) {
      const run = ownRun(memory, claim);
      return run.log.length === seq ? writeEvents(sealer, run, events, ts) : 'behind';
    },
    async requestCancel({ commandId, runId, ts, reason = null }) {
      const run = memory.runs.get(runId);
      if (run === undefined) return undefined;
      const { row } = run;
      if (row.status === 'ready' || row.status === 'waiting') {
        memory.commands.set(`cancel:${runId}:${commandId}`, '{}');
        change(row, { status: 'ready', wakeAt: null });
        run.wantsFloor = false;
        if (row.cancelAt === null) change(row, { cancelAt: ts, cancelReason: reason });
      }
      return rowOf(run);
    },
    async readEvents(runId, afterSeq, limit) {
      const run = memory.runs.get(runId);
      return run === undefined ? [] : eventsAfter(sealer, run, afterSeq, limit);
    },
    async endRun(claim, seq, end, record, ts) {
      const run = ownRun(memory, claim);
      const chat = memory.chats.get(run.row.chatId);
      if (chat === undefined) throw new Error(`There is no chat ${run.row.chatId}.`);
      if (run.log.length !== seq) return 'behind';
      writeEvents(sealer, run, [end], ts);
      change(run.row, { ...GIVEN_UP, status: STATUS_OF_END[end.type] });
      for (const { row } of run.approvals.values()) if (row.status === 'pending') row.status = 'cancelled';
      if (chat.runId === run.row.id) chat.runId = null;
      addMessage(sealer, chat, run.row.id, record, ts);
      const event = { ...end, seq: seq + 1, fence: claim.fence, ts };
      return { event, woken: offerFloor(memory, chat.id) };
    },
  };
}

function isFree({ status, leaseUntil, wakeAt }: MemoryRun['row'], now: number): boolean {
  return (
    (status === 'ready' && leaseUntil <= now) || (status === 'waiting' && wakeAt !== null && wakeAt <= now)
  );
}

function take(run: MemoryRun, { owner, now, leaseMs }: Lease): RunRow {
  const fence = run.row.fence + 1;
  change(run.row, { status: 'ready', fence, owner, leaseUntil: now + leaseMs, wakeAt: null });
  run.wantsFloor = false;
  return rowOf(run);
}
