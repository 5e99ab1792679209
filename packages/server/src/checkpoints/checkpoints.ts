/** Why something is not in a checkpoint. */
export type LeftOutReason = 'ignored' | 'large' | 'unreadable' | 'special' | 'name';

/** Something that is not in a checkpoint. A path of a folder ends in `/` and stands for all in it. */
export interface LeftOut {
  readonly path: string;
  readonly why: LeftOutReason;
}

/** A workspace that was saved. */
export interface SavedCheckpoint {
  readonly id: string;
  /** Notes for a person: the names of files that are not in it. */
  readonly notes: readonly string[];
  readonly leftOut: readonly LeftOut[];
}

export interface CheckpointInfo {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly ts: number;
  readonly reason: string;
  readonly files: number;
  readonly notes: readonly string[];
}

export interface ChangedFile {
  readonly path: string;
  readonly status: 'added' | 'changed' | 'removed';
}

export interface DiffFile extends ChangedFile {
  /** Lines; null for a binary file. */
  readonly added: number | null;
  readonly removed: number | null;
  readonly binary: boolean;
}

export interface CheckpointDiff {
  readonly files: readonly DiffFile[];
  /** All changes as one patch, or its beginning. */
  readonly patch: string;
  readonly isCut: boolean;
}

export interface RestoredFiles {
  /** The checkpoint of what was there just before. */
  readonly undo: string;
  readonly changed: readonly ChangedFile[];
  /** The files that could not be restored, and why. */
  readonly problems: readonly string[];
}

export interface DiskUse {
  readonly bytes: number;
  /** How much it may be. */
  readonly bound: number;
}

/** The saved states of one workspace. Every verb rejects with CheckpointError, or with the reason of its signal. */
export interface Checkpoints {
  /** Why nothing can be saved here, in a sentence; undefined when it can. Cheap, never rejects. */
  trouble(): Promise<string | undefined>;
  save(reason: string, signal?: AbortSignal): Promise<SavedCheckpoint>;
  /** Oldest first. */
  list(signal?: AbortSignal): Promise<readonly CheckpointInfo[]>;
  /** The changes from one checkpoint to another, or to the current state. */
  diff(from: string, to: string | 'now', signal?: AbortSignal): Promise<CheckpointDiff>;
  /** Makes the workspace what it was. What was not saved stays, and what is there now is saved first. */
  restore(id: string, signal?: AbortSignal): Promise<RestoredFiles>;
  usage(): Promise<DiskUse>;
  /** Drops the oldest until the rest takes no more than this; the newest one stays. Returns how many are gone. */
  prune(bound: number, signal?: AbortSignal): Promise<number>;
}

/** Lets one at a time work on the repository, whichever process it is in. */
export type RepositoryLock = <T>(signal: AbortSignal, work: () => Promise<T>) => Promise<T>;
