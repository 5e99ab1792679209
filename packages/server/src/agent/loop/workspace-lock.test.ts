import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { turns } from '../../../../../fixtures/turns.ts';
import { StoreError } from '../../store/store-error.ts';
import { StoreTrouble } from '../log/run-log.ts';
import type { WorkspaceLock } from '../plan/turn.ts';
import { createWorkspaceLock } from './workspace-lock.ts';

let folder: string;
let workspace: string;
let data: string;
let lock: WorkspaceLock;
const children: ChildProcess[] = [];
const never = new AbortController().signal;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'millrace-lock-'));
  [workspace, data] = [join(folder, 'workspace'), join(folder, 'data')];
  mkdirSync(workspace);
  lock = createWorkspaceLock(workspace, { data });
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

/** Another process with the same lock, which runs `body`. */
function other(body: string): ChildProcess {
  const code = `import { createWorkspaceLock } from '@millrace/server';
    import { appendFileSync } from 'node:fs';
    import { setTimeout as sleep } from 'node:timers/promises';
    const lock = createWorkspaceLock(process.argv[1], { data: process.argv[2] });
    const never = new AbortController().signal;
    ${body}`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code, workspace, data], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  return child;
}

/** A process that holds the lock, once this resolves. */
async function holder(): Promise<ChildProcess> {
  const child = other(`await lock(never, async () => { console.log('held'); await sleep(600_000); });`);
  await once(child.stdout ?? child, 'data');
  return child;
}

const timeout = (ms: number): AbortSignal => AbortSignal.timeout(ms);
const free = (signal: AbortSignal) => lock(signal, async () => 'free');

test('L86 of several processes one at a time has the workspace', async () => {
  const log = join(folder, 'log');
  writeFileSync(log, '');
  const body = (name: string) => `for (let i = 0; i < 25; i++) await lock(never, async () => {
    appendFileSync(${JSON.stringify(log)}, '${name} '); await sleep(i % 3); appendFileSync(${JSON.stringify(log)}, '${name}\\n'); });`;
  await Promise.all(['a', 'b', 'c'].map((name) => once(other(body(name)), 'exit')));
  const lines = readFileSync(log, 'utf8').trim().split('\n');
  expect(lines).toHaveLength(75);
  expect(lines.filter((line) => !/^(\w) \1$/.test(line))).toEqual([]);
});

test('L86 the lock of a process that was killed is free', async () => {
  const child = await holder();
  await expect(free(timeout(300))).rejects.toThrow(/timeout/);
  const waiting = free(never);
  child.kill('SIGKILL');
  expect(await waiting).toBe('free');
});

test('L86 a process that is paused keeps its lock, and who waits for it is not blocked', async () => {
  const child = await holder();
  child.kill('SIGSTOP');
  let turns = 0;
  const ticking = setInterval(() => {
    turns += 1;
  }, 5);
  await expect(free(timeout(500))).rejects.toThrow(/timeout/);
  clearInterval(ticking);
  expect(turns).toBeGreaterThan(10);
  child.kill('SIGCONT');
  await expect(free(timeout(200))).rejects.toThrow(/timeout/);
  child.kill('SIGKILL');
  expect(await free(never)).toBe('free');
});

test('L86 within a process first come is first served, also when work fails or a waiter gives up', async () => {
  const done: number[] = [];
  const gone = new AbortController();
  const same = createWorkspaceLock(workspace, { data });
  const all = Array.from({ length: 6 }, (_, i) =>
    (i % 2 === 0 ? lock : same)(i === 3 ? gone.signal : never, async () => {
      await turns(3);
      done.push(i);
      if (i === 1) throw new Error('broken');
    }),
  );
  gone.abort(new Error('gone'));
  const results = await Promise.allSettled(all);
  expect(done).toEqual([0, 1, 2, 4, 5]);
  expect(results.map(({ status }) => status)).toEqual(
    [0, 1, 2, 3, 4, 5].map((i) => (i === 1 || i === 3 ? 'rejected' : 'fulfilled')),
  );
  expect(results[3]).toMatchObject({ reason: new Error('gone') });
});

test('L86 a workspace has one lock under all its names, outside of itself; another one has another', async () => {
  symlinkSync(workspace, join(folder, 'link'));
  mkdirSync(join(folder, 'second'));
  const byLink = createWorkspaceLock(join(folder, 'link'), { data });
  const second = createWorkspaceLock(join(folder, 'second'), { data });
  await lock(never, async () => {
    expect(await second(never, async () => 'free')).toBe('free');
    await expect(byLink(timeout(100), async () => {})).rejects.toThrow(/timeout/);
  });
  expect(readdirSync(workspace)).toEqual([]);
  expect(existsSync(join(data, 'locks'))).toBe(true);
  expect(() => createWorkspaceLock(join(folder, 'none'), { data })).toThrow(/ENOENT/);
});

test('L86 trouble with the lock file is trouble of the store, which ends no run', async () => {
  writeFileSync(data, '');
  await expect(free(never)).rejects.toBeInstanceOf(StoreTrouble);
  await expect(free(never)).rejects.toMatchObject({ cause: expect.any(StoreError) });
});
