import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeSwappedFolder } from '../../../../fixtures/swapped-folder.ts';
import { planRestore, restoreFiles } from './restore-files.ts';
import type { SavedState } from './saved-state.ts';

const state = (paths: readonly string[], oid: string, emptyFolders: readonly string[] = []): SavedState => ({
  entries: new Map(paths.map((path) => [path, { oid, mode: 0o644 }])),
  emptyFolders: new Set(emptyFolders),
  leftOut: [],
});

test('A222 a restore writes, removes and makes nothing behind a link that came meanwhile', async () => {
  const place = makeSwappedFolder();
  const before = readdirSync(place.outside, { recursive: true });
  const now = state(['sub/code.js', 'sub/old.js'], '1');
  const then = state(['sub/code.js', 'sub/new.js', 'sub/deep/new.js'], '2', ['sub/empty/']);
  async function* contents() {
    yield Buffer.from('put back');
    // Its folder has been looked at.
    place.swap();
    yield Buffer.from('evil');
    yield Buffer.from('evil');
  }
  const plan = planRestore(now, then);
  const problems = await restoreFiles({ root: place.root, now, then, plan, contents: contents() });
  expect(readdirSync(place.outside, { recursive: true })).toEqual(before);
  expect(existsSync(join(place.outside, 'new.js'))).toBe(false);
  expect(problems.join('\n')).toMatch(/sub\/new\.js could not be restored/);
});

test('A222 a restore removes nothing behind a link', async () => {
  const place = makeSwappedFolder();
  place.swap();
  const before = readdirSync(place.outside, { recursive: true });
  const [now, then] = [state(['sub/code.js', 'sub/deep/code.js'], '1'), state([], '2')];
  const none = (async function* () {})();
  await restoreFiles({ root: place.root, now, then, plan: planRestore(now, then), contents: none });
  expect(readdirSync(place.outside, { recursive: true })).toEqual(before);
});
