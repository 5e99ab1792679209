import { expect, test } from 'vitest';
import { changedLinesApart, replaceApart, showLinesApart } from '../tools/text-jobs.ts';
import { threadJob } from './in-thread.ts';
import { JobError, Thread } from './thread.ts';

const never = new AbortController().signal;
const LIMITS = { ms: 60_000, signal: never };
/** It takes longer than anybody lives. */
const ENDLESS = { path: 'f', search: '(a+)+$', replace: '', use_regex: true };
const FOR_EVER = `${'a'.repeat(60)}b`;

test('A192 a job in a thread gives what its function gives, and fails with its words', async () => {
  expect(await changedLinesApart(LIMITS, 'a\nb\n', 'a\nc\nd\n')).toEqual({ added: 2, removed: 1 });
  const bad = replaceApart(LIMITS, 'a', { ...ENDLESS, search: '(' });
  await expect(bad).rejects.toThrow(/Invalid regular expression/);
  await expect(bad).rejects.toBeInstanceOf(JobError);
});

test('A192 a job that does not end in its time is ended, and the next one has a new thread', async () => {
  const thread = new Thread();
  const request = (text: string) => ({ job: 'replaceIn', args: [text, ENDLESS] });
  await expect(thread.run(request(FOR_EVER), { ms: 50, signal: never })).rejects.toMatchObject({
    code: 'late',
  });
  expect(await thread.run(request('aaa'), LIMITS)).toEqual({ text: '', matches: 1 });
});

test('A192 a job that nobody wants any more is ended, also one that waits for its turn', async () => {
  const stop = new AbortController();
  const limits = { ms: 600_000, signal: stop.signal };
  // More than there are threads.
  const jobs = Array.from({ length: 5 }, () => replaceApart(limits, FOR_EVER, ENDLESS));
  const after = changedLinesApart(LIMITS, '', 'a\n');
  stop.abort(new Error('stopped'));
  for (const job of jobs) await expect(job).rejects.toThrow('stopped');
  expect(await after).toEqual({ added: 1, removed: 0 });
  await expect(replaceApart(limits, 'a', ENDLESS)).rejects.toThrow('stopped');
});

test('A192 a job that needs too much memory ends alone', async () => {
  const text = '\n'.repeat(90_000_000);
  const job = showLinesApart(LIMITS, text, { path: 'f', ranges: [{ from: 1, to: 2 }], budget: 100 });
  await expect(job).rejects.toMatchObject({ code: 'memory' });
  expect(await changedLinesApart(LIMITS, '', 'a\n')).toEqual({ added: 1, removed: 0 });
});

test('A192 all jobs are done, however many there are', async () => {
  const many = Array.from({ length: 50 }, (_, i) => changedLinesApart(LIMITS, '', 'a\n'.repeat(i)));
  expect((await Promise.all(many)).map((each) => each?.added)).toEqual(many.map((_, i) => i));
});

test('A192 a job that nobody knows gives nothing', async () => {
  expect(await threadJob<() => unknown>('nothing')(LIMITS)).toBeUndefined();
});
