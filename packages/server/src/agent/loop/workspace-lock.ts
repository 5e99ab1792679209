import { createHash } from 'node:crypto';
import { mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { toStoreError } from '../../store/sqlite/failure.ts';
import { type Database, openDatabase } from '../../store/sqlite/open-database.ts';
import { StoreError } from '../../store/store-error.ts';
import { StoreTrouble } from '../log/run-log.ts';
import type { WorkspaceLock } from '../plan/turn.ts';

export interface WorkspaceLockOptions {
  /** The folder of lock files: the data folder, never the workspace. Servers that share a workspace must share it too. */
  readonly data: string;
}

const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 100;

/** The waiters in this process for each lock file; the next one begins when the last has ended. */
const queues = new Map<string, Promise<void>>();

/**
 * A lock on a workspace among all processes of this machine. It is the operating system's: gone with the process that
 * holds it, however that ends, and held by one that is paused. Within a process first come is first served; nothing
 * blocks while it waits. Throws when there is no such folder.
 */
export function createWorkspaceLock(folder: string, { data }: WorkspaceLockOptions): WorkspaceLock {
  const name = createHash('sha256').update(realpathSync(folder)).digest('hex').slice(0, 32);
  const file = join(data, 'locks', `${name}.sqlite`);
  return async (signal, work) => {
    const leave = await enter(file, signal);
    try {
      const release = await take(data, file, signal);
      try {
        return await work();
      } finally {
        release();
      }
    } finally {
      leave();
    }
  };
}

/** Waits for all who came before, and returns how to let the next one in. */
async function enter(file: string, signal: AbortSignal): Promise<() => void> {
  const before = queues.get(file) ?? Promise.resolve();
  let leave = (): void => {};
  const mine = new Promise<void>((resolve) => {
    leave = resolve;
  });
  const last = before.then(() => mine);
  queues.set(file, last);
  void last.then(() => {
    if (queues.get(file) === last) queues.delete(file);
  });
  await settled(before, signal);
  if (!signal.aborted) return leave;
  leave();
  throw signal.reason;
}

/** Resolves when it is done or the signal is aborted. */
function settled(done: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const go = (): void => {
      signal.removeEventListener('abort', go);
      resolve();
    };
    if (signal.aborted) go();
    signal.addEventListener('abort', go);
    void done.then(go);
  });
}

/** Waits for other processes, and returns the release. */
async function take(data: string, file: string, signal: AbortSignal): Promise<() => void> {
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(LONGEST_PAUSE_MS, pause * 2)) {
    const lock = tryToTake(data, file);
    if (lock !== undefined) return () => void lock.close();
    await sleep(pause, undefined, { signal }).catch(() => {});
    signal.throwIfAborted();
  }
}

function tryToTake(data: string, file: string): Database | undefined {
  let lock: Database | undefined;
  try {
    mkdirSync(join(data, 'locks'), { recursive: true, mode: 0o700 });
    lock = openDatabase(file);
    // Nothing is written, so nothing need be undone after a crash.
    lock.exec('PRAGMA busy_timeout = 0; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return lock;
  } catch (error) {
    lock?.close();
    const trouble = toStoreError(error, file);
    if (trouble instanceof StoreError && trouble.code === 'store_locked') return undefined;
    // A disk that is full must not end a run as failed.
    throw new StoreTrouble(trouble);
  }
}
