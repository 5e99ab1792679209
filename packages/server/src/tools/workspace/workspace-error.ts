/** The codes of `WorkspaceError`. */
export type WorkspaceErrorCode =
  | 'bad_path'
  | 'outside'
  | 'link'
  | 'not_found'
  | 'not_a_file'
  | 'not_a_folder'
  | 'not_text'
  | 'too_large'
  | 'read_only'
  | 'changed'
  | 'failed';

/** Why something in the workspace was not done, in words for the model. */
export class WorkspaceError extends Error {
  readonly code: WorkspaceErrorCode;
  constructor(code: WorkspaceErrorCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'WorkspaceError';
    this.code = code;
  }
}

const LONGEST = 200;

/** A path for people and models: in quotes, with invisible characters as escapes, and not too long. */
export function quotePath(path: string): string {
  const short = path.length <= LONGEST ? path : `${path.slice(0, LONGEST)}…`;
  const quoted = JSON.stringify(short);
  return quoted.replace(/[\p{C}\p{Z}]/gu, (char) =>
    char === ' ' ? char : `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`,
  );
}

/** The code of a failure of the file system, such as `ENOENT`. */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
