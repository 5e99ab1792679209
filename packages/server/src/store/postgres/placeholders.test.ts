import fc from 'fast-check';
import { expect, test } from 'vitest';
import { numberPlaceholders } from './placeholders.ts';

const code = fc.constantFrom('SELECT ', ' FROM t', ', ', ' - 1', ' / 2', '\n');
const quoted = fc.constantFrom("'", '"').chain((quote) =>
  // A quote inside is written twice.
  fc
    .array(fc.constantFrom('?', '--', '/*', '*/', '$1', 'x', '\n', `'`, '"', quote))
    .map((parts) => `${quote}${parts.join('').replaceAll(quote, quote + quote)}${quote} `),
);
const comment = fc
  .array(fc.constantFrom('?', "'", '"', ' x '))
  .chain((parts) => fc.constantFrom(`--${parts.join('')}\n`, `/*${parts.join('')}*/ `));

test('L31 each ? is numbered in order; quotes and comments stay as they are', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(code, quoted, comment, fc.constant('?'))), (parts) => {
      let count = 0;
      const expected = parts.map((part) => {
        if (part !== '?') return part;
        count += 1;
        return `$${count}`;
      });
      expect(numberPlaceholders(parts.join(''))).toBe(expected.join(''));
    }),
  );
});
