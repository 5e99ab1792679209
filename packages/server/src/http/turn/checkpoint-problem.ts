import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { CheckpointError, type CheckpointErrorCode } from '../../checkpoints/checkpoint-error.ts';
import { problem } from '../request/problem.ts';

const STATUS: Readonly<Record<CheckpointErrorCode, ContentfulStatusCode>> = {
  no_git: 503,
  bad_folder: 409,
  too_large: 409,
  disk_full: 507,
  timeout: 503,
  not_found: 404,
  git_failed: 503,
};

/** The refusal for a client when the workspace could not be saved, compared or restored. Other errors stay as they are. */
export function checkpointProblem(error: unknown): unknown {
  if (error instanceof CheckpointError) {
    const code = error.code === 'not_found' ? 'no_checkpoint' : error.code;
    return problem(STATUS[error.code], code, error.message);
  }
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return problem(
      409,
      'workspace_busy',
      'A tool is still working in the workspace. Wait for it, or stop its run.',
    );
  return error;
}
