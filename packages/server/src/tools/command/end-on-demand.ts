import { setTimeout as delay } from 'node:timers/promises';
import { killGroup } from './kill-group.ts';
import type { ProcessEnd, ProcessRun } from './process-run.ts';

type Exit = Pick<ProcessEnd, 'exitCode' | 'signal'>;

/** How a process group comes to its end. */
export interface Ending {
  why: ProcessEnd['why'];
  killing: Promise<void>;
  /** Resolves when it was killed and is still there. */
  readonly overdue: Promise<Exit>;
  /** From now on it is too late to end it. */
  ignore(): void;
}

/** How long the system may take to end what was killed. */
const KILLED_MS = 5_000;

/** Ends a process group at the time limit, or when the signal is aborted. */
export function endOnDemand(pid: number, { timeoutMs, signal }: ProcessRun): Ending {
  const { promise: overdue, resolve } = withResolver<Exit>();
  const end = (why: ProcessEnd['why']): void => {
    ending.ignore();
    ending.why = why;
    ending.killing = killGroup(pid);
    void ending.killing
      .then(() => delay(KILLED_MS, undefined, { ref: false }))
      .then(() => resolve({ exitCode: null, signal: null }));
  };
  const onAbort = (): void => end('stopped');
  const timer = setTimeout(() => end('timeout'), timeoutMs);
  signal.addEventListener('abort', onAbort, { once: true });
  const ending: Ending = {
    why: 'exited',
    killing: Promise.resolve(),
    overdue,
    ignore() {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    },
  };
  return ending;
}

function withResolver<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
