import { channel } from 'node:diagnostics_channel';
import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { JobAnswer, JobRequest } from './job.ts';

/** Memory that the JavaScript of a thread may take. */
const MAX_HEAP_MB = 512;

/** Tells `{ job, at }` when a job begins in a thread, and when it is over. */
export const jobChannel = channel('millrace:job');

/** What a job in a thread failed with. */
export class JobError extends Error {
  /** `late`, `memory`, or what the job itself says. */
  readonly code: string | undefined;

  constructor(message: string, code: string | undefined) {
    super(message);
    this.name = 'JobError';
    this.code = code;
  }
}

export interface JobLimits {
  /** After so many milliseconds the thread is ended. */
  readonly ms: number;
  readonly signal: AbortSignal;
}

// Beside the bundle; from the sources, what was last built of them.
const file = ['./server-worker.js', '../../dist/server-worker.js']
  .map((path) => new URL(path, import.meta.url))
  .find((url) => existsSync(url));

/**
 * A thread that does one job at a time. It is started with the first one, and ended when a job takes too long, needs too much
 * memory, or is no longer wanted: nothing else stops code that does not return. The next job has a new one. It keeps no process
 * alive by itself.
 */
export class Thread {
  private worker: Worker | undefined;

  async run(request: JobRequest, { ms, signal }: JobLimits): Promise<unknown> {
    signal.throwIfAborted();
    this.worker ??= startWorker();
    const { worker } = this;
    worker.ref();
    const ended = new AbortController();
    jobChannel.publish({ job: request.job, at: 'start' });
    let isWhole = false;
    try {
      const answer = await new Promise<JobAnswer>((resolve, reject) => {
        const { signal: until } = ended;
        const late = setTimeout(() => reject(tooLate(ms)), ms);
        until.addEventListener('abort', () => clearTimeout(late));
        listen(worker, until, { resolve, reject });
        signal.addEventListener('abort', () => reject(signal.reason), { signal: until });
        worker.postMessage(request);
      });
      isWhole = true;
      if ('error' in answer) throw new JobError(answer.error, answer.code);
      return answer.value;
    } finally {
      ended.abort();
      if (isWhole) worker.unref();
      else {
        this.worker = undefined;
        await worker.terminate();
      }
      jobChannel.publish({ job: request.job, at: 'end' });
    }
  }
}

function startWorker(): Worker {
  if (file === undefined)
    throw new Error('server-worker.js is not where it was built. Install @millrace/server again, whole.');
  const worker = new Worker(file, {
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    // A thread needs nothing of the environment, which has secrets.
    env: {},
    // Flags of whoever runs us, such as a test runner, are not for it.
    execArgv: [],
  });
  // What goes wrong is told to the job that runs; without one it is the end of the thread, and nothing more.
  worker.on('error', () => {});
  return worker;
}

interface Settle {
  readonly resolve: (answer: JobAnswer) => void;
  readonly reject: (error: unknown) => void;
}

function listen(worker: Worker, until: AbortSignal, { resolve, reject }: Settle): void {
  const onError = (error: Error & { readonly code?: string }): void =>
    reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuch() : error);
  const onExit = (): void => reject(new JobError('The work ended without a result.', undefined));
  worker.on('message', resolve).on('error', onError).on('exit', onExit);
  until.addEventListener('abort', () => {
    worker.off('message', resolve).off('error', onError).off('exit', onExit);
  });
}

function tooLate(ms: number): JobError {
  return new JobError(`It took longer than ${ms / 1000} s, so it was stopped. Ask for less at once.`, 'late');
}

function tooMuch(): JobError {
  return new JobError(
    `It needed more than ${MAX_HEAP_MB} MB of memory, so it was stopped. Ask for less at once.`,
    'memory',
  );
}
