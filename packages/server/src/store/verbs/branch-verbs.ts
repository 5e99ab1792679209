import type { MessageRecord } from '@millrace/engine/run';
import type { BranchChoice, ChooseResult } from '../branch-store.ts';
import type { ChatReader, Keyring } from '../keyring/keyring.ts';
import type { Answer } from '../store.ts';
import { type Tx, text, textOrNull } from '../tx.ts';
import { ENTRY_COLUMNS, openMessage } from './chat-entries.ts';
import { holdChat, nextEpoch, openRun } from './chat-rows.ts';
import { knownCommand, recordCommand } from './command-verbs.ts';

/** The mark that hides a branch that was left: it names the branch's first message. */
const branchMark = (messageId: string): string => `branch:${messageId}`;

/** The place that a new message takes, and the words of the message that was there. */
export interface TakenPlace {
  readonly fork: string;
  readonly replaced: Answer;
}

/** Hides a person's message, with what came after it, for another one to take its place. Undefined when it is not visible. */
export function* takePlace(
  sealer: ChatReader,
  chatId: string,
  messageId: string,
  ts: number,
): Tx<TakenPlace | undefined> {
  const [row] = yield [
    `SELECT ${ENTRY_COLUMNS}, fork FROM chat_events
     WHERE account_id = :account AND chat_id = ? AND msg_id = ? AND kind = 'put' AND hidden_by IS NULL`,
    chatId,
    messageId,
  ];
  if (row === undefined) return undefined;
  const replaced = openMessage(sealer, chatId, messageId, row);
  if (replaced?.role !== 'user') return undefined;
  const fork = textOrNull(row, 'fork') ?? messageId;
  yield* setFork(chatId, messageId, fork);
  yield* leave(chatId, messageId);
  yield* nextEpoch(chatId, ts);
  return { fork, replaced };
}

/** Records which message a message replaces. */
export function* setFork(chatId: string, messageId: string, fork: string): Tx<void> {
  yield [
    "UPDATE chat_events SET fork = ? WHERE account_id = :account AND chat_id = ? AND msg_id = ? AND kind = 'put'",
    ...[fork, chatId, messageId],
  ];
}

export function* chooseBranch(keys: Keyring, choice: BranchChoice): Tx<ChooseResult> {
  const { chatId, messageId, actor, ts } = choice;
  if ((yield* holdChat(chatId)) === undefined) return { type: 'no_chat' };
  const commandId = `branch:${chatId}:${choice.commandId}`;
  if ((yield* knownCommand(keys.root, commandId)) !== undefined) return { type: 'chosen', fresh: false };
  const runId = yield* openRun(chatId);
  if (runId !== undefined) return { type: 'run_active', runId };
  const [row] = yield [
    `SELECT w.hidden_by, s.msg_id AS shown FROM chat_events w JOIN chat_events s ON s.account_id = :account AND s.chat_id = w.chat_id AND s.fork = w.fork
       AND s.kind = 'put' AND s.hidden_by IS NULL
     WHERE w.account_id = :account AND w.chat_id = ? AND w.msg_id = ? AND w.kind = 'put'`,
    chatId,
    messageId,
  ];
  const hiddenBy = row && textOrNull(row, 'hidden_by');
  if (row === undefined || (hiddenBy !== null && hiddenBy !== branchMark(messageId)))
    return { type: 'no_message' };
  if (hiddenBy !== null) {
    yield* leave(chatId, text(row, 'shown'));
    yield [
      'UPDATE chat_events SET hidden_by = NULL WHERE account_id = :account AND chat_id = ? AND hidden_by = ?',
      ...[chatId, branchMark(messageId)],
    ];
    yield* nextEpoch(chatId, ts);
  }
  yield* recordCommand(keys.root, { id: commandId, actor, result: { message_id: messageId }, ts });
  return { type: 'chosen', fresh: hiddenBy !== null };
}

/** Hides a message and all that came after it; what was undone in earlier ones stays. */
function* leave(chatId: string, messageId: string): Tx<void> {
  yield [
    `UPDATE chat_events SET hidden_by = ? WHERE account_id = :account AND chat_id = ? AND hidden_by IS NULL AND msg_id IN (
       SELECT msg_id FROM chat_events WHERE account_id = :account AND chat_id = ? AND kind = 'put' AND hidden_by IS NULL AND seq >= (
         SELECT seq FROM chat_events WHERE account_id = :account AND chat_id = ? AND msg_id = ? AND kind = 'put'))`,
    ...[branchMark(messageId), chatId, chatId, chatId, messageId],
  ];
}

/** The messages with the other versions of each. */
export function* withBranches(chatId: string, records: readonly MessageRecord[]): Tx<MessageRecord[]> {
  const rows = yield [
    `SELECT msg_id, fork FROM chat_events WHERE account_id = :account AND chat_id = ? AND kind = 'put' AND fork IS NOT NULL
       AND (hidden_by IS NULL OR hidden_by = 'branch:' || msg_id) ORDER BY seq`,
    chatId,
  ];
  return joinBranches(
    records,
    rows.map((row) => ({ id: text(row, 'msg_id'), fork: text(row, 'fork') })),
  );
}

/** Pure. `forks` are the versions of a message, of which one is shown, oldest first. */
function joinBranches(
  records: readonly MessageRecord[],
  forks: readonly { readonly id: string; readonly fork: string }[],
): MessageRecord[] {
  const places = new Map<string, string[]>();
  for (const { id, fork } of forks) places.set(fork, [...(places.get(fork) ?? []), id]);
  const forkOf = new Map(forks.map(({ id, fork }) => [id, fork]));
  return records.map((record) => {
    const branches = places.get(forkOf.get(record.id) ?? '') ?? [];
    return branches.length > 1 ? { ...record, branches } : record;
  });
}
