import { type JobLimits, SideProcess } from './side-process.ts';

// One more would take the time of the server itself on two cores.
const PROCESSES = 2;

const idle: SideProcess[] = Array.from({ length: PROCESSES }, () => new SideProcess());
const waiting: (() => void)[] = [];

/** A function of the worker by its name, as it is called from here: it takes limits, and what the function takes. */
export type SideJob<Work> = Work extends (...args: infer Args) => infer Result
  ? (limits: JobLimits, ...args: Args) => Promise<Awaited<Result>>
  : never;

/**
 * Does a job of the worker in a side process, so that the server answers meanwhile whatever the job is given. A few run at once, and
 * the others wait for their turn. Rejects with what the job threw, when its time or memory is over, or when the signal does.
 */
export function sideJob<Work extends (...args: never[]) => unknown>(job: string): SideJob<Work> {
  const call = async (limits: JobLimits, ...args: readonly unknown[]): Promise<unknown> => {
    const side = await takeIdle(limits.signal);
    try {
      return await side.run({ job, args }, limits);
    } finally {
      idle.push(side);
      waiting.shift()?.();
    }
  };
  // The worker has a function of this type under this name.
  return call as SideJob<Work>;
}

async function takeIdle(signal: AbortSignal): Promise<SideProcess> {
  for (;;) {
    if (signal.aborted) {
      // Whoever was woken in vain wakes the next one.
      if (idle.length > 0) waiting.shift()?.();
      throw signal.reason;
    }
    const side = idle.pop();
    if (side !== undefined) return side;
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
