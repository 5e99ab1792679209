import type { RestoreAnswer } from '@millrace/engine/run';
import type { Keyring } from '../keyring/keyring.ts';
import type {
  BeginRestoreResult,
  BeginUndoResult,
  NewRestore,
  NewUndo,
  RestoreOutcome,
  RestoreRow,
} from '../restore-store.ts';
import { aboutRestore } from '../seal/about.ts';
import type { Sealer } from '../seal/sealer.ts';
import { integer, integerOrNull, type Row, type Tx, text, textOrNull } from '../tx.ts';
import { holdChat, nextEpoch, openRun } from './chat-rows.ts';
import { knownCommand, recordCommand } from './command-verbs.ts';

const COLUMNS =
  'id, chat_id, status, from_seq, to_seq, epoch, hidden, checkpoint_id, undo_checkpoint_id, result, undo_result, key_id, command_id';

/** A command's id includes its subject, so that the ids of two clients never clash. */
const commandName = (chatId: string, commandId: string): string => `restore:${chatId}:${commandId}`;

export function* readRestore(keys: Keyring, chatId: string, commandId: string): Tx<RestoreRow | undefined> {
  return yield* knownRestore(keys, commandName(chatId, commandId));
}

export function* beginRestore(keys: Keyring, restore: NewRestore): Tx<BeginRestoreResult> {
  const { id, chatId, fromSeq, checkpointId, ts, actor } = restore;
  const place = yield* holdChat(chatId);
  if (place === undefined) return { type: 'no_chat' };
  const commandId = commandName(chatId, restore.commandId);
  const known = yield* knownRestore(keys, commandId);
  if (known !== undefined) return { type: 'begun', restore: known, fresh: false };
  const runId = yield* openRun(chatId);
  if (runId !== undefined) return { type: 'run_active', runId };
  let { epoch } = place;
  let hidden = 0;
  if (fromSeq !== null) {
    const rows = yield [
      'UPDATE chat_events SET hidden_by = ? WHERE account_id = :account AND chat_id = ? AND seq >= ? AND hidden_by IS NULL RETURNING kind, msg_id',
      id,
      chatId,
      fromSeq,
    ];
    // An answer that was continued was put twice.
    const put = rows.filter((row) => text(row, 'kind') === 'put');
    hidden = new Set(put.map((row) => text(row, 'msg_id'))).size;
    epoch = yield* nextEpoch(chatId, ts);
  }
  yield [
    `INSERT INTO restores (account_id, id, chat_id, status, from_seq, to_seq, epoch, hidden, checkpoint_id, key_id, command_id, ts)
     VALUES (:account, ?, ?, 'begun', ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[
      id,
      chatId,
      fromSeq,
      place.seq,
      epoch,
      hidden,
      checkpointId,
      (yield* keys.chat(chatId, ts)).keyId,
      commandId,
      ts,
    ],
  ];
  yield* recordCommand(keys.root, { id: commandId, actor, result: { restore: id }, ts });
  return { type: 'begun', restore: yield* mustRead(keys, id), fresh: true };
}

export function* beginUndo(keys: Keyring, undo: NewUndo): Tx<BeginUndoResult> {
  const { id, chatId, ts, actor } = undo;
  const place = yield* holdChat(chatId);
  if (place === undefined) return { type: 'no_chat' };
  const commandId = commandName(chatId, undo.commandId);
  const known = yield* knownRestore(keys, commandId);
  if (known !== undefined) return { type: 'begun', restore: known, fresh: false };
  const row = yield* restoreOf(keys, id);
  if (row === undefined || row.chatId !== chatId) return { type: 'no_restore' };
  if (row.status !== 'done') return { type: row.status === 'begun' ? 'not_done' : 'already_undone' };
  const runId = yield* openRun(chatId);
  if (runId !== undefined) return { type: 'run_active', runId };
  if (row.fromSeq !== null) {
    // Any newer message would come between those that come back.
    if (place.epoch !== row.epoch || place.seq !== row.toSeq) return { type: 'too_late' };
    yield [
      'UPDATE chat_events SET hidden_by = NULL WHERE account_id = :account AND chat_id = ? AND hidden_by = ?',
      chatId,
      id,
    ];
    yield* nextEpoch(chatId, ts);
  }
  yield [
    "UPDATE restores SET status = 'undoing', command_id = ? WHERE account_id = :account AND id = ?",
    commandId,
    id,
  ];
  yield* recordCommand(keys.root, { id: commandId, actor, result: { restore: id }, ts });
  return { type: 'begun', restore: yield* mustRead(keys, id), fresh: true };
}

export function* settleRestore(keys: Keyring, id: string, outcome: RestoreOutcome, ts: number): Tx<void> {
  // The row of the chat comes first, as in the other verbs, so that no two wait for each other.
  yield [
    'UPDATE chats SET next_seq = next_seq WHERE account_id = :account AND id = (SELECT chat_id FROM restores WHERE account_id = :account AND id = ?)',
    id,
  ];
  const [found] = yield [
    `UPDATE restores SET status = status WHERE account_id = :account AND id = ? RETURNING ${COLUMNS}`,
    id,
  ];
  if (found === undefined) return;
  const sealer = yield* keys.chat(text(found, 'chat_id'), ts);
  const { status, chatId, fromSeq, toSeq, result: first } = restoreRow(sealer, found);
  if (status !== 'begun' && status !== 'undoing') return;
  if (outcome.type === 'done') {
    const result = sealer.seal(JSON.stringify(outcome.answer), aboutRestore(id));
    // Both results have the one key that the row names.
    const before = found['result'] === null ? null : sealer.seal(JSON.stringify(first), aboutRestore(id));
    yield status === 'begun'
      ? [
          "UPDATE restores SET status = 'done', undo_checkpoint_id = ?, result = ?, key_id = ? WHERE account_id = :account AND id = ?",
          ...[outcome.undoCheckpointId, result, sealer.keyId, id],
        ]
      : [
          "UPDATE restores SET status = 'undone', undo_result = ?, result = ?, key_id = ? WHERE account_id = :account AND id = ?",
          ...[result, before, sealer.keyId, id],
        ];
    return;
  }
  yield ['DELETE FROM commands WHERE account_id = :account AND id = ?', text(found, 'command_id')];
  const epoch = fromSeq === null ? integer(found, 'epoch') : yield* nextEpoch(chatId, ts);
  if (status === 'begun') {
    yield [
      'UPDATE chat_events SET hidden_by = NULL WHERE account_id = :account AND chat_id = ? AND hidden_by = ?',
      chatId,
      id,
    ];
    yield ['DELETE FROM restores WHERE account_id = :account AND id = ?', id];
    return;
  }
  if (fromSeq !== null)
    yield [
      'UPDATE chat_events SET hidden_by = ? WHERE account_id = :account AND chat_id = ? AND seq >= ? AND seq <= ? AND hidden_by IS NULL',
      ...[id, chatId, fromSeq, toSeq],
    ];
  yield ["UPDATE restores SET status = 'done', epoch = ? WHERE account_id = :account AND id = ?", epoch, id];
}

function* knownRestore(keys: Keyring, commandId: string): Tx<RestoreRow | undefined> {
  const known = yield* knownCommand(keys.root, commandId);
  // The result is what recordCommand was given above.
  return known === undefined
    ? undefined
    : yield* restoreOf(keys, (JSON.parse(known) as { restore: string }).restore);
}

function* mustRead(keys: Keyring, id: string): Tx<RestoreRow> {
  const row = yield* restoreOf(keys, id);
  if (row === undefined) throw new Error(`There is no restore ${id}.`);
  return row;
}

function* restoreOf(keys: Keyring, id: string): Tx<RestoreRow | undefined> {
  const [row] = yield [`SELECT ${COLUMNS} FROM restores WHERE account_id = :account AND id = ?`, id];
  return row && restoreRow(yield* keys.openChat(text(row, 'chat_id')), row);
}

function restoreRow(sealer: Sealer, row: Row): RestoreRow {
  const id = text(row, 'id');
  const answer = (column: string): RestoreAnswer | null => {
    const sealed = textOrNull(row, column);
    // The payload is what settleRestore wrote.
    return sealed === null
      ? null
      : (JSON.parse(sealer.open(sealed, text(row, 'key_id'), aboutRestore(id))) as RestoreAnswer);
  };
  return {
    id,
    chatId: text(row, 'chat_id'),
    // Only the verbs write the column, with these four words.
    status: text(row, 'status') as RestoreRow['status'],
    fromSeq: integerOrNull(row, 'from_seq'),
    toSeq: integer(row, 'to_seq'),
    epoch: integer(row, 'epoch'),
    hidden: integer(row, 'hidden'),
    checkpointId: textOrNull(row, 'checkpoint_id'),
    undoCheckpointId: textOrNull(row, 'undo_checkpoint_id'),
    result: answer('result'),
    undoResult: answer('undo_result'),
  };
}
