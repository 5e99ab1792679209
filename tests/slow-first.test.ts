import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { root } from './support/project-files.ts';
import { SLOW, slowFirst } from './support/slow-first.ts';

test('H60 the slow files begin first, the longest of them before the others, and none is lost', () => {
  const some = fc.subarray(SLOW).chain((slow) => {
    const others = fc.array(fc.constantFrom('tests/a.test.ts', 'tests/b.test.ts', 'packages/c.test.ts'));
    return others.chain((rest) => {
      const files = [...slow, ...rest];
      return fc.record({
        slow: fc.constant(slow),
        mixed: fc.shuffledSubarray(files, { minLength: files.length, maxLength: files.length }),
      });
    });
  });
  fc.assert(
    fc.property(some, ({ slow, mixed }) => {
      const rest = mixed.filter((file) => !SLOW.includes(file));
      expect(slowFirst(mixed, (file) => join(root, file))).toEqual([...slow, ...rest]);
    }),
  );
});

test('H60 every file that is called slow is there', () => {
  expect(SLOW.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});
