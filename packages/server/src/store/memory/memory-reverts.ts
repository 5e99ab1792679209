import type { Sealer } from '../seal/sealer.ts';
import type { RunRow, RunStore } from '../store.ts';
import { FencedError } from '../store-error.ts';
import { change, GIVEN_UP, type Memory } from './memory.ts';
import { addChatEvent } from './memory-chats.ts';
import { rowOf, writeEvents } from './memory-log.ts';

/** Undoing what ended runs did, on Maps. */
export function memoryReverts(memory: Memory, sealer: Sealer): Pick<RunStore, 'claimEnded' | 'endRevert'> {
  return {
    async claimEnded(runId, { owner, now, leaseMs }) {
      const run = memory.runs.get(runId);
      if (run === undefined || !hasEnded(run.row) || run.row.leaseUntil > now) return undefined;
      change(run.row, { fence: run.row.fence + 1, owner, leaseUntil: now + leaseMs });
      return rowOf(run);
    },
    async endRevert({ runId, fence }, event, ts) {
      const run = memory.runs.get(runId);
      const chat = memory.chats.get(run?.row.chatId ?? '');
      if (run === undefined || chat === undefined) throw new FencedError(runId);
      const { row } = run;
      if (row.fence !== fence || row.owner === null || !hasEnded(row)) throw new FencedError(runId);
      change(row, GIVEN_UP);
      if (event === null) return undefined;
      const { tool_use_id, ok } = event;
      addChatEvent(sealer, chat, { kind: 'revert', id: runId, payload: { tool_use_id, ok }, ts });
      return writeEvents(sealer, run, [event], ts)[0];
    },
  };
}

function hasEnded({ status }: Pick<RunRow, 'status'>): boolean {
  return status !== 'ready' && status !== 'waiting';
}
