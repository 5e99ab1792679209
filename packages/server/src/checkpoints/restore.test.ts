import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isLong } from '../../../../fixtures/long.ts';
import { makeSavedFolder, readTree } from '../../../../fixtures/saved-folder.ts';

type Edit =
  | { readonly do: 'write'; readonly path: string; readonly bytes: Uint8Array; readonly mode: number }
  | { readonly do: 'link'; readonly path: string; readonly to: string }
  | { readonly do: 'folder' | 'remove'; readonly path: string };

const NAME = fc.constantFrom(
  'a',
  'b',
  'c.txt',
  'new\nline',
  'q"uote',
  'ü 🌊',
  '-rf',
  'back\\slash',
  'tab\t',
  '.gitattributes',
);
const PATH = fc.array(NAME, { minLength: 1, maxLength: 3 }).map((names) => names.join('/'));
const BYTES = fc.oneof(
  fc.uint8Array({ maxLength: 40 }),
  fc
    .constantFrom('one\r\ntwo\r\n', 'one\ntwo\n', 'x'.repeat(100), '* text=auto eol=crlf filter=lfs ident\n')
    .map((s) => Buffer.from(s)),
);
const MODE = fc.constantFrom(0o644, 0o755, 0o600, 0o700, 0o664, 0o444);
const EDIT: fc.Arbitrary<Edit> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('write' as const), path: PATH, bytes: BYTES, mode: MODE }),
  },
  fc.record({
    do: fc.constant('link' as const),
    path: PATH,
    to: fc.constantFrom('a', '../..', '/etc/passwd', 'nowhere'),
  }),
  fc.record({ do: fc.constantFrom('folder' as const, 'remove' as const), path: PATH }),
);
// The long form is `npm run test:long`.

const EDITS = fc.array(EDIT, { maxLength: 12 });

/** Changes a tree as anybody might, whatever is in the way. */
function edit(root: string, edits: readonly Edit[]): void {
  for (const each of edits) {
    const path = join(root, each.path);
    clear(root, each.path);
    rmSync(path, { recursive: true, force: true });
    if (each.do === 'remove') continue;
    mkdirSync(dirname(path), { recursive: true });
    if (each.do === 'folder') mkdirSync(path);
    if (each.do === 'link') symlinkSync(each.to, path);
    if (each.do !== 'write') continue;
    writeFileSync(path, each.bytes);
    chmodSync(path, each.mode);
  }
}

/** Takes away what is no folder on the way to a path. */
function clear(root: string, path: string): void {
  const names = path.split('/').slice(0, -1);
  for (let depth = 1; depth <= names.length; depth++) {
    const above = join(root, ...names.slice(0, depth));
    const stats = lstatSync(above, { throwIfNoEntry: false });
    if (stats !== undefined && !stats.isDirectory()) rmSync(above);
  }
}

test('K1 whatever is done to a workspace, a restore gives what was saved byte for byte, and its undo what was there before', async () => {
  await fc.assert(
    fc.asyncProperty(EDITS, EDITS, async (before, after) => {
      const { root, checkpoints } = makeSavedFolder();
      edit(root, before);
      const saved = readTree(root);
      const { id } = await checkpoints.save('first');
      expect(readTree(root)).toEqual(saved);
      edit(root, after);
      const changed = readTree(root);
      const { undo, problems } = await checkpoints.restore(id);
      expect(problems).toEqual([]);
      expect(readTree(root)).toEqual(saved);
      await checkpoints.restore(undo);
      expect(readTree(root)).toEqual(changed);
      expect(existsSync(join(root, '.git'))).toBe(false);
    }),
    { numRuns: isLong ? 40 : 6, interruptAfterTimeLimit: 40_000 },
  );
}, 120_000);

test('K1 a change in the same moment, of the same length, is not missed', async () => {
  const { root, checkpoints, write } = makeSavedFolder({ a: 'one' });
  for (const word of ['two', 'six', 'ten', 'all', 'few']) {
    const before = readTree(root);
    const { id } = await checkpoints.save('now');
    write({ a: word });
    await checkpoints.restore(id);
    expect(readTree(root)).toEqual(before);
    write({ a: word });
  }
});

test('K2 an empty workspace can be saved and restored', async () => {
  const { root, checkpoints, write } = makeSavedFolder();
  const { id, notes } = await checkpoints.save('empty');
  expect(notes).toEqual([]);
  write({ 'deep/er/file': 'x' });
  const { changed, undo } = await checkpoints.restore(id);
  expect(changed).toEqual([{ path: 'deep/er/file', status: 'removed' }]);
  expect(readdirSync(root)).toEqual([]);
  await checkpoints.restore(undo);
  expect(Object.keys(readTree(root))).toEqual(['deep/', 'deep/er/', 'deep/er/file']);
});
