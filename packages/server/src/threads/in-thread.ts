import { type JobLimits, Thread } from './thread.ts';

// One more would take the time of the server itself on two cores.
const THREADS = 2;

const idle: Thread[] = Array.from({ length: THREADS }, () => new Thread());
const waiting: (() => void)[] = [];

/** A function of the worker by its name, as it is called from here: it takes limits, and what the function takes. */
export type ThreadJob<Work> = Work extends (...args: infer Args) => infer Result
  ? (limits: JobLimits, ...args: Args) => Promise<Awaited<Result>>
  : never;

/**
 * Does a job of the worker in a thread, so that the server answers meanwhile whatever the job is given. A few run at once, and
 * the others wait for their turn. Rejects with what the job threw, when its time or memory is over, or when the signal does.
 */
export function threadJob<Work extends (...args: never[]) => unknown>(job: string): ThreadJob<Work> {
  const call = async (limits: JobLimits, ...args: readonly unknown[]): Promise<unknown> => {
    const thread = await takeThread(limits.signal);
    try {
      return await thread.run({ job, args }, limits);
    } finally {
      idle.push(thread);
      waiting.shift()?.();
    }
  };
  // The worker has a function of this type under this name.
  return call as ThreadJob<Work>;
}

async function takeThread(signal: AbortSignal): Promise<Thread> {
  for (;;) {
    if (signal.aborted) {
      // Whoever was woken in vain wakes the next one.
      if (idle.length > 0) waiting.shift()?.();
      throw signal.reason;
    }
    const thread = idle.pop();
    if (thread !== undefined) return thread;
    await new Promise<void>((resolve) => {
      const go = (): void => {
        signal.removeEventListener('abort', go);
        const at = waiting.indexOf(go);
        if (at >= 0) waiting.splice(at, 1);
        resolve();
      };
      waiting.push(go);
      signal.addEventListener('abort', go);
    });
  }
}
