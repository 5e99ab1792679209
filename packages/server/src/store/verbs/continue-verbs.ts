import type { RunContinue } from '@millrace/engine/run';
import type { ChatReader, Keyring } from '../keyring/keyring.ts';
import type { ContinueCommand, ContinueResult } from '../store.ts';
import { integer, type Row, type Tx, text } from '../tx.ts';
import { ENTRY_COLUMNS, openMessage } from './chat-entries.ts';
import { knownCommand, recordCommand } from './command-verbs.ts';
import { holdChatOf, openOnFloor } from './floor-verbs.ts';
import { insertEvents } from './log-verbs.ts';
import { holdRun, isOpen } from './run-verbs.ts';

const AGAIN = { type: 'continued', fresh: false } as const;

export function* continueRun(keys: Keyring, command: ContinueCommand): Tx<ContinueResult> {
  const { runId, rev, by, ts } = command;
  yield* holdChatOf(runId);
  const run = yield* holdRun(keys.root, runId);
  if (run === undefined || (yield* isDeleted(run.chatId))) return { type: 'no_run' };
  const commandId = `continue:${runId}:${command.commandId}`;
  if ((yield* knownCommand(keys.root, commandId)) !== undefined) return AGAIN;
  // Somebody else was faster, and wanted the same.
  if (isOpen(run)) return AGAIN;
  const last = yield* newestMessage(run.chatId);
  if (last === undefined || text(last, 'msg_id') !== runId) return { type: 'not_last' };
  if (integer(last, 'seq') > rev) return AGAIN;
  const other = yield* openOnFloor(run.chatId);
  if (other !== undefined) return { type: 'run_active', runId: other };
  // Somebody undoes a call of it right now.
  if (run.leaseUntil > ts) return { type: 'busy' };
  const after = unfinished(yield* keys.openChat(run.chatId), run.chatId, last);
  if (after === undefined) return { type: 'finished' };

  yield [
    `UPDATE runs SET status = 'ready', owner = NULL, lease_until = 0, wake_at = NULL, wants_floor = 0, background = 0,
       cancel_at = NULL, cancel_reason = NULL, next_seq = next_seq + 1 WHERE account_id = :account AND id = ?`,
    runId,
  ];
  yield* keys.closeCapsule(runId);
  const event: RunContinue = {
    type: 'continue',
    after,
    paused_ms: Math.max(0, ts - integer(last, 'ts')),
    ...(by !== undefined && { by }),
  };
  yield* insertEvents(yield* keys.runNow(runId), { runId, fence: run.fence }, run.lastSeq + 1, [event], ts);
  yield* recordCommand(keys.root, { id: commandId, actor: by ?? '', result: {}, ts });
  return { type: 'continued', fresh: true };
}

/** True for a chat that waits to be erased: nothing begins there any more. */
function* isDeleted(chatId: string): Tx<boolean> {
  return (
    (yield ['SELECT id FROM chats WHERE account_id = :account AND id = ? AND deleted_at IS NULL', chatId])
      .length === 0
  );
}

/** The newest record of a chat that is shown. */
function* newestMessage(chatId: string): Tx<Row | undefined> {
  const [row] = yield [
    `SELECT msg_id, ts, ${ENTRY_COLUMNS} FROM chat_events
     WHERE account_id = :account AND chat_id = ? AND kind = 'put' AND hidden_by IS NULL ORDER BY seq DESC LIMIT 1`,
    chatId,
  ];
  return row;
}

/** How an answer ended that was not finished. Undefined for one that was, or was refused, or can't be read. */
function unfinished(sealer: ChatReader, chatId: string, row: Row): RunContinue['after'] | undefined {
  const { status, stop } = openMessage(sealer, chatId, text(row, 'msg_id'), row) ?? {};
  const isDone = status === 'completed' && (stop === undefined || stop.reason === 'refusal');
  return isDone ? undefined : status;
}
