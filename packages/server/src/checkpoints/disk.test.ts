import { randomBytes } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { makeSavedFolder, readTree } from '../../../../fixtures/saved-folder.ts';
import { turns } from '../../../../fixtures/turns.ts';

// Many programs are started, on machines that have other work.
vi.setConfig({ testTimeout: 60_000 });

test('K13 a diff tells each file with its lines, and a patch that is bounded', async () => {
  const { checkpoints, write } = makeSavedFolder({
    a: '1\n2\n3\n',
    gone: 'x\n',
    bin: Buffer.from([0, 1]),
    same: '=',
  });
  const { id: from } = await checkpoints.save('from');
  write({ a: '1\ntwo\n3\n4\n', gone: null, bin: Buffer.from([0, 2]), 'new\nname': 'n\n' });
  const { id: to } = await checkpoints.save('to');
  const diff = await checkpoints.diff(from, to);
  expect(diff.files).toEqual([
    { path: 'a', status: 'changed', added: 2, removed: 1, binary: false },
    { path: 'bin', status: 'changed', added: null, removed: null, binary: true },
    { path: 'gone', status: 'removed', added: 0, removed: 1, binary: false },
    { path: 'new\nname', status: 'added', added: 1, removed: 0, binary: false },
  ]);
  expect(diff.patch).toContain('-2\n+two\n');
  expect(diff.isCut).toBe(false);
  expect((await checkpoints.diff(from, 'now')).files).toEqual(diff.files);
  expect((await checkpoints.diff(to, 'now')).files).toEqual([]);
  expect((await checkpoints.diff(to, from)).files[2]).toMatchObject({ path: 'gone', status: 'added' });
  write({ long: 'line\n'.repeat(100_000) });
  const long = await checkpoints.diff(to, 'now');
  expect(long.isCut).toBe(true);
  expect(long.patch.length).toBe(200_000);
});

test('K13 what is not there is refused with what to do', async () => {
  const { checkpoints } = makeSavedFolder({ a: '1' });
  const { id } = await checkpoints.save('one');
  for (const other of ['1234567890123-aaaaaaaaaaaa', '../../etc', '--all', ''])
    for (const work of [
      checkpoints.restore(other),
      checkpoints.diff(id, other),
      checkpoints.diff(other, 'now'),
    ])
      await expect(work).rejects.toMatchObject({ code: 'not_found' });
});

test('K14 the oldest checkpoints are dropped when all take more than their bound, and the rest can be restored', async () => {
  const bound = 1024 * 1024;
  const { root, checkpoints, write } = makeSavedFolder({ keep: 'me' }, { maxBytes: bound });
  let last = { id: '', tree: readTree(root), notes: [] as readonly string[] };
  for (let i = 0; i < 8; i++) {
    write({ noise: randomBytes(300_000), count: `${i}` });
    const { id, notes } = await checkpoints.save(`${i}`);
    last = { id, tree: readTree(root), notes: [...last.notes, ...notes] };
  }
  const { bytes } = await checkpoints.usage();
  expect(bytes).toBeLessThanOrEqual(bound);
  const left = (await checkpoints.list()).map(({ reason }) => Number(reason));
  expect(left).toEqual([5, 6, 7].slice(-left.length));
  expect(left.length).toBeGreaterThan(1);
  expect(last.notes.join()).toMatch(/oldest checkpoints were deleted/);
  write({ noise: null, count: 'x' });
  await checkpoints.restore(last.id);
  expect(readTree(root)).toEqual(last.tree);
  expect(await checkpoints.prune(1)).toBeGreaterThan(0);
  expect(await checkpoints.list()).toHaveLength(1);
});

test('K14 a workspace that can never fit is refused before anything is written', async () => {
  const { checkpoints, write } = makeSavedFolder({ a: '1' }, { maxBytes: 100_000 });
  write({ noise: randomBytes(200_000) });
  await expect(checkpoints.save('big')).rejects.toMatchObject({
    code: 'too_large',
    message: expect.stringContaining('.gitignore'),
  });
  expect((await checkpoints.usage()).bytes).toBeLessThan(100_000);
});

test('K15 a save that is stopped leaves no checkpoint, and the next one works', async () => {
  const { checkpoints } = makeSavedFolder({ a: '1' });
  await expect(checkpoints.save('no', AbortSignal.abort('stop'))).rejects.toBe('stop');
  for (const when of [1, 5, 20, 80]) {
    const stopper = new AbortController();
    const saving = checkpoints.save('no', stopper.signal);
    saving.catch(() => {});
    await turns(when);
    stopper.abort('stop');
    await saving.catch((error) => expect(error).toBe('stop'));
    await checkpoints.save(`yes ${when}`);
    expect((await checkpoints.list()).at(-1)?.reason).toBe(`yes ${when}`);
  }
});

test('K2 a workspace of many files is saved and restored like a small one', async () => {
  const files = Object.fromEntries(Array.from({ length: 700 }, (_, i) => [`${i % 7}/f${i}`, `${i % 300}\n`]));
  const { root, checkpoints, write } = makeSavedFolder({ ...files, link: '->0/f0', empty: '' });
  const before = readTree(root);
  const { id } = await checkpoints.save('many');
  write({ '0': null, '1/f1': 'x', link: 'no link' });
  await checkpoints.restore(id);
  expect(readTree(root)).toEqual(before);
});
