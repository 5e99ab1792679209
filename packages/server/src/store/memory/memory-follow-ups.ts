import type { Sealer } from '../seal/sealer.ts';
import type { RunStore } from '../store.ts';
import { change, GIVEN_UP, type Memory, newRun } from './memory.ts';
import { ownRun, rowOf, writeEvents } from './memory-log.ts';

/** Runs in the background of a chat, on Maps. */
export function memoryFollowUps(memory: Memory, sealer: Sealer): Pick<RunStore, 'handOver' | 'takeFloor'> {
  return {
    async handOver(claim, seq, events, ts, { runId, events: first, lease }) {
      const run = ownRun(memory, claim);
      if (run.log.length !== seq) return 'behind';
      if (memory.runs.has(runId)) throw new Error(`There is a run ${runId} already.`);
      const { chatId, model } = run.row;
      const next = newRun({ id: runId, chatId, model, background: true }, ts);
      change(next.row, { fence: 1, owner: lease.owner, leaseUntil: lease.now + lease.leaseMs });
      memory.runs.set(runId, next);
      writeEvents(sealer, next, first, ts);
      return { events: writeEvents(sealer, run, events, ts), run: rowOf(next) };
    },
    async takeFloor(claim, seq) {
      const run = ownRun(memory, claim);
      const { row, log } = run;
      const chat = memory.chats.get(row.chatId);
      if (chat === undefined) throw new Error(`There is no chat ${row.chatId}.`);
      if (log.length !== seq || row.cancelAt !== null) return 'behind';
      if (chat.runId !== null && chat.runId !== row.id) {
        change(row, { ...GIVEN_UP, status: 'waiting', wakeAt: null });
        run.wantsFloor = true;
        return 'parked';
      }
      chat.runId = row.id;
      row.background = false;
      return 'taken';
    },
  };
}

/** Readies the oldest run that waits for the floor of a chat, if nobody has it. */
export function offerFloor({ runs, chats }: Memory, chatId: string): string | null {
  if (chats.get(chatId)?.runId !== null) return null;
  const [next] = [...runs.values()]
    .filter(({ row, wantsFloor }) => row.chatId === chatId && wantsFloor)
    .toSorted((a, b) => a.createdAt - b.createdAt || (a.row.id < b.row.id ? -1 : 1));
  if (next === undefined) return null;
  next.row.status = 'ready';
  next.wantsFloor = false;
  return next.row.id;
}
