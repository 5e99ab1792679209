import { randomUUID } from 'node:crypto';
import type { RestoreAnswer, RestoreRequest } from '@millrace/engine/run';
import { type Bus, CHATS_TOPIC } from '../../agent/log/bus.ts';
import type { WorkspaceLock } from '../../agent/plan/turn.ts';
import type { Checkpoints, RestoredFiles } from '../../checkpoints/checkpoints.ts';
import type { BeginUndoResult, RestoreRow, RestoreStore } from '../../store/restore-store.ts';
import type { ChatStore } from '../../store/store.ts';
import { problem } from '../request/problem.ts';
import { type ChatPlace, placeBefore, runOf } from './chat-place.ts';
import { checkpointProblem } from './checkpoint-problem.ts';
import { noChat } from './start-turn.ts';

export interface GoBackParts {
  readonly store: ChatStore & RestoreStore;
  readonly bus: Bus;
  readonly checkpoints: Checkpoints | undefined;
  readonly lock: WorkspaceLock;
}

export interface GoBack extends RestoreRequest {
  readonly chatId: string;
  /** The device that asks. */
  readonly actor: string;
}

const LOCK_MS = 30_000;
const MOST_FILES = 500;

/**
 * Goes back in a chat, with its messages, its files or both, or takes that back. What was begun and cut off is carried on when
 * the same command comes again; what fails leaves everything as it was.
 */
export async function goBack(parts: GoBackParts, asked: GoBack): Promise<RestoreAnswer> {
  const { store, bus } = parts;
  const { chatId, command_id, undo } = asked;
  const known = await store.readRestore(chatId, command_id);
  if (undo !== undefined && (known?.status === 'begun' || known?.status === 'done'))
    throw problem(
      409,
      'command_used',
      'This command_id was already used for something else. Send a new one.',
    );
  const row = known ?? (undo === undefined ? await begin(parts, asked) : await beginUndo(parts, asked, undo));
  const answered = undo === undefined ? row.result : row.undoResult;
  if (answered !== null) return answered;
  try {
    const files = await restoreFiles(parts, undo === undefined ? row.checkpointId : row.undoCheckpointId);
    const answer: RestoreAnswer = {
      undo: undo === undefined ? row.id : null,
      files: files && {
        count: files.changed.length,
        changed: files.changed.slice(0, MOST_FILES),
        problems: files.problems,
      },
      messages: row.hidden,
    };
    await store.settleRestore(
      row.id,
      { type: 'done', undoCheckpointId: files?.undo ?? null, answer },
      Date.now(),
    );
    return answer;
  } catch (error) {
    await store.settleRestore(row.id, { type: 'failed' }, Date.now());
    throw checkpointProblem(error);
  } finally {
    bus.publish(CHATS_TOPIC, chatId);
  }
}

async function begin(parts: GoBackParts, asked: GoBack): Promise<RestoreRow> {
  const { store, checkpoints } = parts;
  const { chatId, command_id, actor, what } = asked;
  const { seq, checkpointId } = await placeOf(parts, asked);
  if (what === 'files' && checkpointId === null)
    throw problem(
      409,
      'no_changes',
      'No file has changed since that message, so there is nothing to restore.',
    );
  if (what !== 'conversation' && checkpointId !== null && checkpoints === undefined)
    throw problem(409, 'no_checkpoints', 'This server has no checkpoints. Restore only the conversation.');
  const begun = await store.beginRestore({
    commandId: command_id,
    id: randomUUID(),
    chatId,
    fromSeq: what === 'files' ? null : seq,
    checkpointId: what === 'conversation' ? null : checkpointId,
    actor,
    ts: Date.now(),
  });
  if (begun.type === 'begun') return begun.restore;
  throw refusal(begun, chatId);
}

async function beginUndo({ store }: GoBackParts, asked: GoBack, undo: string): Promise<RestoreRow> {
  const { chatId, command_id, actor } = asked;
  const begun = await store.beginUndo({ commandId: command_id, id: undo, chatId, actor, ts: Date.now() });
  if (begun.type === 'begun') return begun.restore;
  throw refusal(begun, chatId);
}

async function placeOf(
  { store }: GoBackParts,
  { chatId, run_id, checkpoint_id }: GoBack,
): Promise<ChatPlace> {
  const chat = await store.getChat(chatId);
  if (chat === undefined) throw noChat(chatId);
  const records = await store.readMessages(chatId, 0);
  const runId = run_id ?? runOf(records, checkpoint_id ?? '');
  const place = runId === undefined ? undefined : placeBefore(records, runId);
  if (place !== undefined)
    return checkpoint_id === undefined ? place : { ...place, checkpointId: checkpoint_id };
  if (chat.run_id !== null) throw runActive();
  throw checkpoint_id === undefined
    ? problem(404, 'no_run', `This chat has no answer ${run_id}. GET its messages to see which it has.`)
    : problem(
        404,
        'no_checkpoint',
        'This chat has no such checkpoint. GET …/checkpoints lists its checkpoints.',
      );
}

/** Waits until no tool works on the workspace. */
async function restoreFiles(
  { checkpoints, lock }: GoBackParts,
  checkpointId: string | null,
): Promise<RestoredFiles | null> {
  if (checkpointId === null || checkpoints === undefined) return null;
  return lock(AbortSignal.timeout(LOCK_MS), () => checkpoints.restore(checkpointId));
}

function runActive() {
  return problem(409, 'run_active', 'A run of this chat is still working. Wait for it, or stop it first.');
}

function refusal({ type }: Exclude<BeginUndoResult, { readonly type: 'begun' }>, chatId: string) {
  switch (type) {
    case 'no_chat':
      return noChat(chatId);
    case 'run_active':
      return runActive();
    case 'no_restore':
      return problem(404, 'no_restore', 'This chat has no restore with that id to undo.');
    case 'not_done':
      return problem(
        409,
        'not_done',
        'That restore has not finished. Send it again with the same command_id.',
      );
    case 'already_undone':
      return problem(409, 'already_undone', 'That restore was already undone. Restore again if you want it.');
    case 'too_late':
      return problem(
        409,
        'too_late',
        "The chat has new messages since then, so its old messages can't be brought back.",
      );
  }
}
