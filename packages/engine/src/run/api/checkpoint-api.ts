import * as z from 'zod/mini';
import { id } from './id-schema.ts';

// Going back in a chat and in its workspace.

/** Goes back to before a message, by its run or its checkpoint; or takes that back, by its `undo`. */
export const restoreRequest = z
  .strictObject({
    command_id: id,
    run_id: z.optional(id),
    checkpoint_id: z.optional(id),
    undo: z.optional(id),
    what: z.optional(z.enum(['files', 'conversation', 'both'])),
  })
  .check(
    z.refine(
      ({ run_id, checkpoint_id, undo }) =>
        [run_id, checkpoint_id, undo].filter((each) => each !== undefined).length === 1,
      { error: 'needs one of run_id, checkpoint_id and undo' },
    ),
    z.refine(({ undo, what }) => (undo === undefined) === (what !== undefined), {
      error: 'needs "what": files, conversation or both; an undo needs none',
    }),
  );
/** A request to go back to a checkpoint. */
export type RestoreRequest = z.infer<typeof restoreRequest>;

/** A file that a restore changed, or that differs between two states. */
export interface FileChange {
  readonly path: string;
  readonly status: 'added' | 'changed' | 'removed';
}

/** The answer to going back: what changed in the files and in the chat, and how to undo it. */
export interface RestoreAnswer {
  /** Takes this back, once; null for an undo. */
  readonly undo: string | null;
  /** Null when files were left alone. */
  readonly files: {
    readonly count: number;
    /** The first of them. */
    readonly changed: readonly FileChange[];
    /** The files that could not be put back, each with the reason. */
    readonly problems: readonly string[];
  } | null;
  /** How many messages were hidden or came back. */
  readonly messages: number;
}

/** A state of the workspace that a chat can go back to: before the first change of a run. */
export interface ChatCheckpoint {
  readonly id: string;
  readonly run_id: string;
  readonly ts: number;
  readonly files: number;
  /** The parts that are not in it. */
  readonly notes: readonly string[];
}

/** The checkpoints of a chat, and the room that all of them take on the disk. */
export interface CheckpointList {
  readonly checkpoints: readonly ChatCheckpoint[];
  /** The disk space that the checkpoints of the workspace take, and may take; null when there are none. */
  readonly disk: { readonly bytes: number; readonly bound: number } | null;
  /** Why nothing can be saved. */
  readonly trouble: string | null;
}

/** The changes of files between two states of the workspace. */
export interface WorkspaceDiff {
  readonly files: readonly (FileChange & {
    /** Lines; null for a binary file. */
    readonly added: number | null;
    readonly removed: number | null;
    readonly binary: boolean;
  })[];
  /** All changes as one patch, or its beginning. */
  readonly patch: string;
  readonly is_cut: boolean;
}
