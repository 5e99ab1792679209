import fc from 'fast-check';
import { expect, test } from 'vitest';
import { madeFile, textBefore } from './made-file.ts';
import { unifiedDiff } from './unified-diff.ts';

const texts = fc.oneof(
  fc.array(fc.constantFrom('a', 'b', '', 'c\r', '😀'), { maxLength: 12 }).map((lines) => lines.join('\n')),
  fc.string({ unit: 'binary' }),
);

test('A510 a made file tells its diff, and its kept text gives the text before', () => {
  fc.assert(
    fc.property(fc.option(texts), texts, (before, after) => {
      const { file, kept } = madeFile({ path: 'a', before, after });
      const { diff, added, removed } = unifiedDiff(before ?? '', after);
      expect(file).toMatchObject({ path: 'a', diff, added, removed });
      expect(file.state).toBe(before === null ? 'new' : diff === '' ? 'same' : undefined);
      // As a log keeps it.
      const read = JSON.parse(JSON.stringify(kept ?? expect.fail('It is short.')));
      expect([read.after, textBefore(read)]).toEqual([after, before]);
    }),
  );
});

test('A510 a made file that is long is told without its diff or its text, and one that was no text says so', () => {
  const long = madeFile({ path: 'a', before: '', after: 'x'.repeat(100_000) });
  expect(long.file).toEqual({ path: 'a', added: 1, removed: 0, state: 'long_diff' });
  expect(long.kept?.after).toHaveLength(100_000);
  expect(madeFile({ path: 'a', before: 'y'.repeat(300_000), after: 'x' })).toEqual({
    file: { path: 'a', added: 1, removed: 1, state: 'long_diff' },
  });
  expect(madeFile({ path: 'a', before: '', after: 'x'.repeat(1_000_001) })).toEqual({
    file: { path: 'a', added: 0, removed: 0, state: 'long_file' },
  });
  const binary = madeFile({ path: 'a', before: undefined, after: 'x\n' });
  expect(binary.file).toMatchObject({ state: 'no_text', added: 1, removed: 0 });
  expect(binary.kept?.before).toBeNull();
});
