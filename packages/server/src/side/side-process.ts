import { type ChildProcess, fork } from 'node:child_process';
import { channel } from 'node:diagnostics_channel';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { JobAnswer, JobRequest } from './job.ts';

/** Memory that the JavaScript of a side process may take. */
const MAX_HEAP_MB = 512;

/** Tells `{ job, at }` when a job begins in a side process, and when it is over. */
export const jobChannel = channel('millrace:job');

/** The failure of a job in a side process. */
export class JobError extends Error {
  /** `late`, `died`, or what the job itself says. */
  readonly code: string | undefined;

  constructor(message: string, code: string | undefined) {
    super(message);
    this.name = 'JobError';
    this.code = code;
  }
}

export interface JobLimits {
  /** After this many milliseconds the process is ended. */
  readonly ms: number;
  readonly signal: AbortSignal;
}

// Beside the bundle; from the sources, what was last built of them.
const file = ['./server-worker.js', '../../dist/server-worker.js']
  .map((path) => new URL(path, import.meta.url))
  .find((url) => existsSync(url));

/**
 * A process that does one job at a time. It is started with the first one, and ended when a job takes too long or is no longer
 * wanted: nothing else stops code that does not return. One that needs too much memory ends by itself, and takes nobody with it, as
 * a thread would. The next job has a new one. It keeps no process alive, and ends with ours.
 */
export class SideProcess {
  private child: ChildProcess | undefined;

  async run(request: JobRequest, { ms, signal }: JobLimits): Promise<unknown> {
    signal.throwIfAborted();
    const child = this.take();
    const ended = new AbortController();
    jobChannel.publish({ job: request.job, at: 'start' });
    let isWhole = false;
    try {
      const answer = await new Promise<JobAnswer>((resolve, reject) => {
        const { signal: until } = ended;
        const late = setTimeout(() => reject(tooLate(ms)), ms);
        until.addEventListener('abort', () => clearTimeout(late));
        listen(child, until, { resolve, reject });
        signal.addEventListener('abort', () => reject(signal.reason), { signal: until });
        child.send(request, (error) => error !== null && reject(error));
      });
      isWhole = true;
      if ('error' in answer) throw new JobError(answer.error, answer.code);
      return answer.value;
    } finally {
      ended.abort();
      if (isWhole) hold(child, 'loosely');
      else this.end(child);
      jobChannel.publish({ job: request.job, at: 'end' });
    }
  }

  private take(): ChildProcess {
    if (this.child?.connected !== true) this.child = startChild();
    hold(this.child, 'firmly');
    return this.child;
  }

  private end(child: ChildProcess): void {
    this.child = undefined;
    hold(child, 'loosely');
    child.kill('SIGKILL');
  }
}

/** Tells whether this process stays for a child. */
function hold(child: ChildProcess, how: 'firmly' | 'loosely'): void {
  const change = how === 'firmly' ? 'ref' : 'unref';
  child[change]();
  child.channel?.[change]();
}

function startChild(): ChildProcess {
  if (file === undefined) throw new Error('server-worker.js is missing. Reinstall @millrace/server.');
  const child = fork(fileURLToPath(file), [], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv: [`--max-old-space-size=${MAX_HEAP_MB}`],
    // It needs nothing of the environment, which has secrets.
    env: {},
  });
  // The running job gets the failure; without one the process just ends.
  child.on('error', () => {});
  return child;
}

interface Settle {
  readonly resolve: (answer: JobAnswer) => void;
  readonly reject: (error: unknown) => void;
}

function listen(child: ChildProcess, until: AbortSignal, { resolve, reject }: Settle): void {
  const onMessage = (answer: unknown): void => resolve(answer as JobAnswer); // our own file sends nothing else
  const onExit = (): void => reject(died());
  child.on('message', onMessage).on('error', reject).on('exit', onExit);
  until.addEventListener('abort', () => {
    child.off('message', onMessage).off('error', reject).off('exit', onExit);
  });
}

function tooLate(ms: number): JobError {
  return new JobError(`It took longer than ${ms / 1000} s and was stopped. Ask for less at once.`, 'late');
}

function died(): JobError {
  return new JobError(
    `It ended without a result, probably because it needed more than ${MAX_HEAP_MB} MB of memory. Ask for less at once.`,
    'died',
  );
}
