import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readAskedFiles } from './read-asked-files.ts';

const block = (search: string, replace: string, head = ''): string =>
  `<<<<<<< SEARCH\n${head}-------\n${search}\n=======\n${replace}\n>>>>>>> REPLACE`;

/** The rows of the first file, each as one line. */
function drawn(args: Record<string, unknown>): readonly string[] {
  return readAskedFiles(args).flatMap(({ rows }) =>
    rows.map((row) => (row.type === 'gap' || row.type === 'end' ? row.type : `${row.type} ${row.text}`)),
  );
}

test('A515 the arguments of each file tool are read as lines that are taken out and put in', () => {
  const diff = `${block('one', '1', ':start_line:3\n')}\n${block('two\n\\=======', '')}`;
  expect(drawn({ path: 'a', diff })).toEqual([
    'removed one',
    'added 1',
    'gap',
    'removed two',
    'removed =======',
    'added ',
  ]);
  expect(readAskedFiles({ path: 'a', diff })[0]?.rows[0]).toMatchObject({ before: 3 });
  const file = (path: string): string =>
    `<file><path>${path}</path><diff><content><<<<<<< SEARCH\nx\n=======\ny\n>>>>>>> REPLACE</content></diff></file>`;
  expect(readAskedFiles({ args: file('a') + file('b') })).toMatchObject([
    { path: 'a' },
    { path: 'b', added: 1 },
  ]);
  expect(drawn({ path: 'a', content: 'x\r\ny\n' })).toEqual(['added x', 'added y']);
  expect(readAskedFiles({ path: 'a', line: 7, content: 'x' })[0]?.rows).toEqual([
    { type: 'added', text: 'x', after: 7 },
  ]);
  expect(drawn({ path: 'a', search: 'x', replace: 'y' })).toEqual(['removed x', 'added y']);
  expect(drawn({ target_file: 'a', code_edit: 'x\n// ... existing code ...\ny' })).toEqual([
    'same x',
    'gap',
    'same y',
  ]);
  for (const other of [{}, { command: 'ls' }, { path: 'a' }, { diff: 'x' }, { path: 1, content: 'x' }])
    expect(readAskedFiles(other)).toEqual([]);
});

test('A515 however a diff is broken or cut, no marker of it is shown', () => {
  const lines = fc.array(
    fc.constantFrom(
      'a',
      '',
      '<<<<<<< SEARCH',
      '=======',
      '>>>>>>> REPLACE',
      '-------',
      ':start_line:4',
      '<file>',
    ),
    { maxLength: 20 },
  );
  fc.assert(
    fc.property(lines, fc.nat(200), (all, cut) => {
      const whole = all.join('\n');
      for (const text of [whole, whole.slice(0, cut).replace(/[^\n]*$/, '')])
        expect(drawn({ path: 'p', diff: text }).join('\n')).not.toMatch(/<<<<<<< SEARCH|>>>>>>> REPLACE/);
    }),
  );
});
