import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { endOnDemand } from './end-on-demand.ts';
import { NOT_STARTED, type ProcessEnd, type ProcessRun } from './process-run.ts';

type Child = ChildProcessByStdio<null, Readable, null>;
type Exit = Pick<ProcessEnd, 'exitCode' | 'signal'>;

/** How long the output may stay open after the program itself has ended. */
const DRAIN_MS = 1_000;
/** Joins both outputs in one pipe, which keeps their order, and becomes the program. */
const JOINED = ['/bin/sh', '-c', 'exec "$@" 2>&1', 'sh'] as const;

/**
 * Runs a program in a process group of its own, with nothing to read. At the time limit, or when the signal is aborted, the
 * whole group is ended. What it started in the background and left there goes on, unseen; it is not waited for. Rejects when
 * the program can't be started.
 */
export async function runProcess(run: ProcessRun): Promise<ProcessEnd> {
  if (run.signal.aborted) return NOT_STARTED;
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
