import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { Environment } from './command-env.ts';
import { killGroup } from './kill-group.ts';

export interface ProcessRun {
  readonly argv: readonly [string, ...string[]];
  readonly cwd: string;
  readonly env: Environment;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  onStart(pid: number): void;
  onOutput(bytes: Uint8Array): void;
}

export interface ProcessEnd {
  readonly why: 'exited' | 'timeout' | 'stopped';
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Whether something that it started in the background still has its output open. */
  readonly isLeftOpen: boolean;
}

type Child = ChildProcessByStdio<null, Readable, null>;
type Exit = Pick<ProcessEnd, 'exitCode' | 'signal'>;

/** How long the output may stay open after the program itself has ended. */
const DRAIN_MS = 1_000;
/** How long the system may take to end what was killed. */
const KILLED_MS = 5_000;
/** Joins both outputs in one pipe, which keeps their order, and becomes the program. */
const JOINED = ['/bin/sh', '-c', 'exec "$@" 2>&1', 'sh'] as const;

/**
 * Runs a program in a process group of its own, with nothing to read. At the time limit, or when the signal is aborted, the
 * whole group is ended. What it started in the background and left there goes on, unseen; it is not waited for. Rejects when
 * the program can't be started.
 */
export async function runProcess(run: ProcessRun): Promise<ProcessEnd> {
  if (run.signal.aborted) return { why: 'stopped', exitCode: null, signal: null, isLeftOpen: false };
  const [program, ...args] = [...JOINED, ...run.argv];
  const child: Child = spawn(program, args, {
    cwd: run.cwd,
    env: run.env,
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  child.stdout.on('data', (bytes: Uint8Array) => run.onOutput(bytes));
  const exited = exitOf(child);
  const closed = new Promise<true>((resolve) => child.stdout.once('close', () => resolve(true)));
  const { pid } = child;
  if (pid === undefined) return { why: 'exited', ...(await exited), isLeftOpen: false };
  run.onStart(pid);

  const ending = endOnDemand(pid, run);
  const exit = await Promise.race([exited, ending.overdue]);
  ending.ignore();
  await ending.killing;
  const isClosed = await Promise.race([closed, delay(DRAIN_MS, false)]);
  if (!isClosed) leaveOpen(child);
  return { why: ending.why, ...exit, isLeftOpen: !isClosed };
}

interface Ending {
  why: ProcessEnd['why'];
  killing: Promise<void>;
  /** Resolves when it was killed and is still there. */
  readonly overdue: Promise<Exit>;
  /** From now on it is too late to end it. */
  ignore(): void;
}

function endOnDemand(pid: number, { timeoutMs, signal }: ProcessRun): Ending {
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

function exitOf(child: Child): Promise<Exit> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (exitCode, signal) => resolve({ exitCode, signal }));
  });
}

/** Reads on and forgets it, so that what still writes there is not ended by that; and does not keep the server alive. */
function leaveOpen({ stdout }: Child): void {
  stdout.removeAllListeners('data');
  stdout.resume();
  if (stdout instanceof Socket) stdout.unref();
}

function withResolver<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
