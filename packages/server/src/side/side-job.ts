import { type JobLimits, SideProcess } from './side-process.ts';

/** Side processes that each do one job at a time; a job that finds none idle waits for its turn. */
export class SidePool {
  private readonly idle: SideProcess[];
  private readonly waiting: (() => void)[] = [];

  constructor(processes: number) {
    this.idle = Array.from({ length: processes }, () => new SideProcess());
  }

  async run(job: string, args: readonly unknown[], limits: JobLimits): Promise<unknown> {
    const side = await this.take(limits.signal);
    try {
      return await side.run({ job, args }, limits);
    } finally {
      this.idle.push(side);
      this.waiting.shift()?.();
    }
  }

  private async take(signal: AbortSignal): Promise<SideProcess> {
    for (;;) {
      if (signal.aborted) {
        // A waiter that was woken in vain wakes the next one.
        if (this.idle.length > 0) this.waiting.shift()?.();
        throw signal.reason;
      }
      const side = this.idle.pop();
      if (side !== undefined) return side;
      await this.turn(signal);
    }
  }

  /** Resolves when a process may be idle, or the signal is aborted. */
  private turn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const go = (): void => {
        signal.removeEventListener('abort', go);
        const at = this.waiting.indexOf(go);
        if (at >= 0) this.waiting.splice(at, 1);
        resolve();
      };
      this.waiting.push(go);
      signal.addEventListener('abort', go);
    });
  }
}

// One more would take the time of the server itself on two cores.
const shared = new SidePool(2);

/** A function of the worker by its name, as it is called from here: it takes limits, and what the function takes. */
export type SideJob<Work> = Work extends (...args: infer Args) => infer Result
  ? (limits: JobLimits, ...args: Args) => Promise<Awaited<Result>>
  : never;

/**
 * Does a job of the worker in a side process, so that the server answers meanwhile whatever the job is given. Rejects with what
 * the job threw, when its time or memory is over, or when the signal does.
 */
export function sideJob<Work extends (...args: never[]) => unknown>(
  job: string,
  pool = shared,
): SideJob<Work> {
  const call = (limits: JobLimits, ...args: readonly unknown[]): Promise<unknown> =>
    pool.run(job, args, limits);
  // The worker has a function of this type under this name.
  return call as SideJob<Work>;
}
