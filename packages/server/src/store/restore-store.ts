import type { RestoreAnswer } from '@millrace/engine/run';

/** A person's wish to go back. */
export interface NewRestore {
  readonly commandId: string;
  readonly id: string;
  readonly chatId: string;
  /** Messages from this number on are hidden; null to hide none. */
  readonly fromSeq: number | null;
  /** The checkpoint that the files go back to; null to leave them. */
  readonly checkpointId: string | null;
  readonly actor: string;
  readonly ts: number;
}

/** A person's wish to take a restore back. */
export type NewUndo = Pick<NewRestore, 'commandId' | 'id' | 'chatId' | 'actor' | 'ts'>;

/** A restore, as the store keeps it. */
export interface RestoreRow extends Pick<NewRestore, 'id' | 'chatId' | 'fromSeq' | 'checkpointId'> {
  /** `begun` and `undoing`: its messages are hidden or back, its files may not be done yet. */
  readonly status: 'begun' | 'done' | 'undoing' | 'undone';
  /** The newest message when it was made. */
  readonly toSeq: number;
  /** The chat's epoch then. */
  readonly epoch: number;
  /** How many messages it has hidden. */
  readonly hidden: number;
  /** The checkpoint of the files before the restore. */
  readonly undoCheckpointId: string | null;
  /** The answers to the restore and to its undo. */
  readonly result: RestoreAnswer | null;
  readonly undoResult: RestoreAnswer | null;
}

type RestoreRefusal = { readonly type: 'no_chat' } | { readonly type: 'run_active'; readonly runId: string };

/** The answer to beginning to go back. */
export type BeginRestoreResult =
  | { readonly type: 'begun'; readonly restore: RestoreRow; readonly fresh: boolean }
  | RestoreRefusal;

/** The answer to beginning to undo going back. */
export type BeginUndoResult =
  | BeginRestoreResult
  | { readonly type: 'no_restore' | 'not_done' | 'already_undone' }
  /** The chat has new messages since. */
  | { readonly type: 'too_late' };

/** The outcome of going back. */
export type RestoreOutcome =
  | { readonly type: 'done'; readonly undoCheckpointId: string | null; readonly answer: RestoreAnswer }
  | { readonly type: 'failed' };

/** Going back in a chat. Nothing is destroyed: messages are hidden, and an undo brings them back, once. */
export interface RestoreStore {
  /**
   * Hides messages and records the plan for the files, while no run of the chat is open. The same command gives the same
   * restore again, which may not be settled.
   */
  beginRestore(restore: NewRestore): Promise<BeginRestoreResult>;
  /** The restore that a command began or took back. */
  readRestore(chatId: string, commandId: string): Promise<RestoreRow | undefined>;
  /** Brings its messages back, when it is done, was not taken back before, and nothing came into the chat since. */
  beginUndo(undo: NewUndo): Promise<BeginUndoResult>;
  /** Keeps the outcome of a restore or an undo that was begun. A failed one counts as if it never happened. */
  settleRestore(id: string, outcome: RestoreOutcome, ts: number): Promise<void>;
}
