import { ApiError } from './api-error.ts';

const TRIES = 3;
const RETRY_MS = 400;

/** Repeats what did not reach the server; the command's id keeps it from happening twice. */
export async function withRetry<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      const unreached = error instanceof ApiError && error.status === 0;
      if (!unreached || tries === TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS * tries));
    }
  }
}
