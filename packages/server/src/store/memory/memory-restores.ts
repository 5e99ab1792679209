import type { RestoreAnswer } from '@millrace/engine/run';
import type { BeginRestoreResult, NewUndo, RestoreRow, RestoreStore } from '../restore-store.ts';
import { aboutRestore } from '../seal/about.ts';
import type { Sealer } from '../seal/sealer.ts';
import { change, type Memory, type MemoryChat, type MemoryRestore } from './memory.ts';

/** Going back in chats, on Maps. */
export function memoryRestores(memory: Memory, sealer: Sealer): RestoreStore {
  const { chats, commands, restores } = memory;

  function rowOf({ row, result, undoResult }: MemoryRestore): RestoreRow {
    // The payload is what settleRestore wrote.
    const open = (sealed: string | null): RestoreAnswer | null =>
      sealed === null
        ? null
        : (JSON.parse(sealer.open(sealed, sealer.keyId, aboutRestore(row.id))) as RestoreAnswer);
    return { ...row, result: open(result), undoResult: open(undoResult) };
  }

  /** What a command began before. */
  function known(command: string): BeginRestoreResult | undefined {
    const found = restores.get(commands.get(command) ?? '');
    return found && { type: 'begun', restore: rowOf(found), fresh: false };
  }

  return {
    async readRestore(chatId, commandId) {
      const found = restores.get(commands.get(commandOf({ chatId, commandId })) ?? '');
      return found && rowOf(found);
    },
    async beginRestore({ commandId, id, chatId, fromSeq, checkpointId, ts }) {
      const chat = chats.get(chatId);
      if (chat === undefined) return { type: 'no_chat' };
      const command = commandOf({ chatId, commandId });
      const before = known(command);
      if (before !== undefined) return before;
      const runId = openRun(memory, chatId);
      if (runId !== undefined) return { type: 'run_active', runId };
      const hidden = fromSeq === null ? 0 : hide(chat, id, fromSeq, chat.events.length);
      if (fromSeq !== null) raiseEpoch(chat, ts);
      const toSeq = chat.events.length;
      const place = { fromSeq, toSeq, epoch: chat.epoch, hidden, checkpointId, undoCheckpointId: null };
      const restore: MemoryRestore = {
        row: { id, chatId, status: 'begun', ...place },
        commandId: command,
        result: null,
        undoResult: null,
      };
      restores.set(id, restore);
      commands.set(command, id);
      return { type: 'begun', restore: rowOf(restore), fresh: true };
    },
    async beginUndo({ commandId, id, chatId, ts }) {
      const chat = chats.get(chatId);
      if (chat === undefined) return { type: 'no_chat' };
      const command = commandOf({ chatId, commandId });
      const before = known(command);
      if (before !== undefined) return before;
      const restore = restores.get(id);
      if (restore === undefined || restore.row.chatId !== chatId) return { type: 'no_restore' };
      const { row } = restore;
      if (row.status !== 'done') return { type: row.status === 'begun' ? 'not_done' : 'already_undone' };
      const runId = openRun(memory, chatId);
      if (runId !== undefined) return { type: 'run_active', runId };
      if (row.fromSeq !== null) {
        if (chat.epoch !== row.epoch || chat.events.length !== row.toSeq) return { type: 'too_late' };
        show(chat, id);
        raiseEpoch(chat, ts);
      }
      row.status = 'undoing';
      restore.commandId = command;
      commands.set(command, id);
      return { type: 'begun', restore: rowOf(restore), fresh: true };
    },
    async settleRestore(id, outcome, ts) {
      const restore = restores.get(id);
      const chat = chats.get(restore?.row.chatId ?? '');
      if (restore === undefined || chat === undefined) return;
      const { row } = restore;
      const isUndo = row.status === 'undoing';
      if (row.status !== 'begun' && !isUndo) return;
      if (outcome.type === 'done') {
        const sealed = sealer.seal(JSON.stringify(outcome.answer), aboutRestore(id));
        change(restore, isUndo ? { undoResult: sealed } : { result: sealed });
        change(
          row,
          isUndo ? { status: 'undone' } : { status: 'done', undoCheckpointId: outcome.undoCheckpointId },
        );
        return;
      }
      commands.delete(restore.commandId);
      if (row.fromSeq !== null) raiseEpoch(chat, ts);
      if (!isUndo) {
        show(chat, id);
        restores.delete(id);
        return;
      }
      if (row.fromSeq !== null) {
        hide(chat, id, row.fromSeq, row.toSeq);
        row.epoch = chat.epoch;
      }
      row.status = 'done';
    },
  };
}

function commandOf({ chatId, commandId }: Pick<NewUndo, 'chatId' | 'commandId'>): string {
  return `restore:${chatId}:${commandId}`;
}

/** A run that has not ended, in the background too. */
export function openRun({ runs }: Memory, chatId: string): string | undefined {
  const isOpen = (status: string): boolean => status === 'ready' || status === 'waiting';
  return [...runs.values()].find(({ row }) => row.chatId === chatId && isOpen(row.status))?.row.id;
}

export function raiseEpoch(chat: MemoryChat, ts: number): void {
  chat.epoch += 1;
  chat.updatedAt = ts;
}

/** Hides what is not hidden, and counts the messages. */
function hide({ events }: MemoryChat, id: string, fromSeq: number, toSeq: number): number {
  const shown = events.slice(fromSeq - 1, toSeq).filter(({ hiddenBy }) => hiddenBy === null);
  for (const event of shown) event.hiddenBy = id;
  return shown.filter(({ kind }) => kind === 'put').length;
}

function show({ events }: MemoryChat, id: string): void {
  for (const event of events) if (event.hiddenBy === id) event.hiddenBy = null;
}
