/** The codes of `CheckpointError`. */
export type CheckpointErrorCode =
  | 'no_git'
  | 'bad_folder'
  | 'too_large'
  | 'disk_full'
  | 'timeout'
  | 'not_found'
  | 'git_failed';

/** Why the workspace could not be saved, compared or restored. The message is a sentence that says the fix. */
export class CheckpointError extends Error {
  readonly code: CheckpointErrorCode;
  constructor(code: CheckpointErrorCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'CheckpointError';
    this.code = code;
  }
}
