import fc from 'fast-check';
import { expect, test } from 'vitest';
import { completionAt } from './completion-at.ts';
import { type CompletionItem, completionId } from './completion-item.ts';
import { completionText } from './completion-text.ts';

const file = (path: string): CompletionItem => ({ type: 'file', path });
const command = (name: string): CompletionItem => ({
  type: 'command',
  command: { name, description: '', argument_hint: '' },
});
const mode = (slug: string): CompletionItem => ({
  type: 'mode',
  mode: { slug, name: slug, description: '' },
});

test.each([
  [file('src/app.ts'), '@src/app.ts '],
  [file('a b.txt'), '@"a b.txt" '],
  [file('a\u00a0b.txt'), '@"a\u00a0b.txt" '],
  [file('say "hi" now'), '@"say \\"hi\\" now" '],
  [file('"x'), '@"\\"x" '],
  [file('-rf'), '@-rf '],
  [command('review'), '/review '],
  [mode('code'), ''],
])('U522 the text of %j is %j', (item, text) => {
  expect(completionText(item)).toBe(text);
});

const path = fc.string({ unit: fc.constantFrom('a', '/', '@', '.', '(', ' ', '"', 'ü'), minLength: 1 });

test('U522 a plain path that was chosen is completed again as itself, and behind a choice nothing is', () => {
  fc.assert(
    fc.property(path, (chosen) => {
      const text = completionText(file(chosen));
      expect(completionAt(text, text.length)).toBeUndefined();
      // A mention within a path would be a mention of its own.
      if (!/[\s"]|\(@/.test(chosen)) expect(completionAt(text, text.length - 1)?.query).toBe(chosen);
    }),
  );
});

test('U523 each item of a list has an id of its own without white space, the same each time', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string({ unit: 'grapheme' }), { maxLength: 8 }), (names) => {
      const items = names.flatMap((name) => [file(name), command(name), mode(name)]);
      const ids = items.map((item) => completionId('list', item));
      expect(new Set(ids).size).toBe(items.length);
      expect(ids.filter((id) => /\s/.test(id) || !id.startsWith('list-'))).toEqual([]);
      expect(items.map((item) => completionId('list', structuredClone(item)))).toEqual(ids);
    }),
  );
  expect(completionId('list', file('half \ud83d'))).toBe('list-file-half%20%EF%BF%BD');
});
