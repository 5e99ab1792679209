import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { madeFileApart, replaceApart, showLinesApart } from '../tools/jobs/text-jobs.ts';
import { sideJob } from './side-job.ts';
import { JobError, SideProcess } from './side-process.ts';

const never = new AbortController().signal;
const LIMITS = { ms: 60_000, signal: never };
/** It takes longer than anybody lives. */
const ENDLESS = { path: 'f', search: '(a+)+$', replace: '', use_regex: true };
/** How many lines a job counts. */
async function lines(before: string, after: string) {
  const { added, removed } = (await madeFileApart(LIMITS, { path: 'f', before, after })).file;
  return { added, removed };
}
const FOR_EVER = `${'a'.repeat(60)}b`;

test('A192 a job gives what its function gives, and fails with its words', async () => {
  expect(await lines('a\nb\n', 'a\nc\nd\n')).toEqual({ added: 2, removed: 1 });
  const bad = replaceApart(LIMITS, 'a', { ...ENDLESS, search: '(' });
  await expect(bad).rejects.toThrow(/Invalid regular expression/);
  await expect(bad).rejects.toBeInstanceOf(JobError);
});

test('A192 a job that does not end in its time is ended, and the next one has a new process', async () => {
  const side = new SideProcess();
  const request = (text: string) => ({ job: 'replaceIn', args: [text, ENDLESS] });
  await expect(side.run(request(FOR_EVER), { ms: 50, signal: never })).rejects.toMatchObject({
    code: 'late',
  });
  expect(await side.run(request('aaa'), LIMITS)).toEqual({ text: '', matches: 1 });
});

test('A192 a job that nobody wants any more is ended, also one that waits for its turn', async () => {
  const stop = new AbortController();
  const limits = { ms: 600_000, signal: stop.signal };
  // More than there are processes.
  const jobs = Array.from({ length: 5 }, () => replaceApart(limits, FOR_EVER, ENDLESS));
  const after = lines('', 'a\n');
  stop.abort(new Error('stopped'));
  for (const job of jobs) await expect(job).rejects.toThrow('stopped');
  expect(await after).toEqual({ added: 1, removed: 0 });
  await expect(replaceApart(limits, 'a', ENDLESS)).rejects.toThrow('stopped');
});

test('A192 a job that needs too much memory ends alone', async () => {
  const text = `${'a'.repeat(2_000)}\n`.repeat(2_000);
  const ranges = Array.from({ length: 1_000 }, () => ({ from: 1, to: 2_000 }));
  const job = showLinesApart(LIMITS, text, { path: 'f', ranges, budget: Number.POSITIVE_INFINITY });
  await expect(job).rejects.toMatchObject({ code: 'died' });
  expect(await lines('', 'a\n')).toEqual({ added: 1, removed: 0 });
});

test('A192 all jobs are done, however many there are', async () => {
  const many = Array.from({ length: 9 }, (_, i) => lines('', 'a\n'.repeat(i)));
  expect((await Promise.all(many)).map((each) => each.added)).toEqual(many.map((_, i) => i));
});

test('A192 a job that nobody knows gives nothing', async () => {
  expect(await sideJob<() => unknown>('nothing')(LIMITS)).toBeUndefined();
});

const WORKER = fileURLToPath(new URL('../../dist/server-worker.js', import.meta.url));
/** A server of nothing but an endless job; it prints the number of the process that does it. */
const PARENT = `
const { fork } = require('node:child_process');
const child = fork(${JSON.stringify(WORKER)}, [], { serialization: 'advanced', stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
child.once('message', () => {
  child.send(${JSON.stringify({ job: 'replaceIn', args: [FOR_EVER, ENDLESS] })});
  console.log(child.pid);
});
child.send({ job: 'madeFile', args: [{ path: 'a', before: '', after: 'a' }] });
`;

test('A198 a side process ends with the server, however that ends and whatever it does', async () => {
  const server = spawn(process.execPath, ['-e', PARENT], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [said] = await once(server.stdout, 'data');
  const pid = Number(String(said));
  expect(isAlive(pid)).toBe(true);
  server.kill('SIGKILL');
  await expect.poll(() => isAlive(pid)).toBe(false);
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
