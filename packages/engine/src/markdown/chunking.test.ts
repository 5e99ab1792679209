import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../fixtures/long.ts';
import { referenceText } from '../../../../fixtures/reference-texts.ts';
import { createMarkdownParser } from './markdown-parser.ts';
import { parseMarkdown } from './parse-markdown.ts';

// Pieces of which any order is Markdown that could go wrong.
const PIECES = [
  ...[
    'a',
    'foo',
    'b ',
    ' ',
    '  ',
    '    ',
    '\t',
    '\n',
    '\n\n',
    '  \n',
    '\\\n',
    '\r',
    '\r\n',
    '\\',
    '&amp;',
    '&am',
    ';',
  ],
  ...[
    '*',
    '**',
    '_',
    '__',
    '~',
    '~~',
    '`',
    '``',
    '```',
    '```js\n',
    '~~~\n',
    '!',
    '?',
    ':',
    '.',
    '-',
    '=',
    '+',
    '#',
    '"',
  ],
  ...[
    '[',
    ']',
    '![',
    '](',
    '(/u)',
    '(/u "t")',
    '[foo]',
    '[bar]',
    '[foo]: /url\n',
    '[bar]: <x> "t"\n',
    '"ti',
    "'x'",
  ],
  ...['[^1]', '[^1]: note\n', '<', '>', '<b>', '</b>', '<!--', '-->', '<div>\n', '<a href="', '">', '<x:y>'],
  ...[
    'http://x.co',
    'www.a.b',
    'a@b.co',
    'mailto:',
    'xmpp:e@f.gh',
    '/n.',
    '@',
    '_c@d.ef',
    '$',
    '$$',
    '$x$',
    '\\(',
    '\\)',
    '\\[',
    '\\]',
    '$5',
  ],
  ...[
    '- ',
    '* ',
    '1. ',
    '2) ',
    '> ',
    '# ',
    '---\n',
    '===\n',
    '| a | b |\n',
    '|---|---|\n',
    '|',
    '\\|',
    '- [ ] ',
    '[x] ',
  ],
  ...['é', '😀', '\uD83D', '\0', 'é*', '\u00a0'],
];

const text = fc.array(fc.constantFrom(...PIECES), { maxLength: 25 }).map((pieces) => pieces.join(''));
const cuts = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 });
const options = fc.record({ gfm: fc.boolean(), math: fc.boolean() });

/** How often a law is tried; more for a long run. */
const RUNS = runs(300);

function* cut(whole: string, lengths: readonly number[]): Generator<string> {
  for (let at = 0, i = 0; at < whole.length; i++) {
    const length = lengths[i % lengths.length] ?? 1;
    yield whole.slice(at, at + length);
    at += length;
  }
}

test('D335 with ahead off, the tree after each chunk is that of the prefix', () => {
  fc.assert(
    fc.property(text, cuts, options, (whole, lengths, given) => {
      const parser = createMarkdownParser({ ...given, ahead: false });
      let prefix = '';
      for (const chunk of cut(whole, lengths)) {
        parser.append(chunk);
        prefix += chunk;
        expect(parser.tree).toEqual(parseMarkdown(prefix, given));
      }
      expect(parser.end()).toEqual(parseMarkdown(whole, given));
    }),
    { numRuns: runs(1500) },
  );
});

test('D334 every chunking gives the same final tree, also when what grows was shown early', () => {
  fc.assert(
    fc.property(text, cuts, options, (whole, lengths, given) => {
      const parser = createMarkdownParser(given);
      for (const chunk of cut(whole, lengths)) {
        parser.append(chunk);
        expect(parser.tree.type).toBe('document');
      }
      expect(parser.end()).toEqual(parseMarkdown(whole, given));
    }),
    { numRuns: runs(1500) },
  );
});

test.each([
  '[foo]: /u\n\n[foo][]',
  '[foo]: /u\n\n![foo][]',
  '[foo]: /u\n\n[*foo*][] [foo][][]',
  '[^1]: n\n\n[^1][]',
  '[foo][]\n\n[foo]: /u\n',
  '|a|\n|-|\n|b \\',
  // When both labels are defined in one piece, the second of them only until a bracket follows.
  '[foo]\n[bar]\n\n[foo]: /u\n[bar]: /u(\n',
])('D122 a reference is the same wherever it is cut: %j', (whole) => {
  for (let at = 1; at < whole.length; at++) {
    for (const ahead of [true, false]) {
      const parser = createMarkdownParser({ ahead });
      parser.append(whole.slice(0, at));
      if (!ahead) expect(parser.tree).toEqual(parseMarkdown(whole.slice(0, at)));
      parser.append(whole.slice(at));
      expect(parser.end()).toEqual(parseMarkdown(whole));
    }
  }
});

// The pieces above know labels, but a collapsed reference is five of them in one order, one of which is a definition before
// it: one text in some hundred million. These are made of references and definitions alone.
test('D122 references of every form are the same however they are cut, and after each piece those of the prefix', () => {
  fc.assert(
    fc.property(referenceText, cuts, fc.boolean(), (whole, lengths, ahead) => {
      const parser = createMarkdownParser({ ahead });
      let prefix = '';
      for (const chunk of cut(whole, lengths)) {
        parser.append(chunk);
        prefix += chunk;
        if (ahead) expect(parser.tree.type).toBe('document');
        else expect(parser.tree).toEqual(parseMarkdown(prefix));
      }
      expect(parser.end()).toEqual(parseMarkdown(whole));
    }),
    { numRuns: RUNS },
  );
});

test('D334 an empty chunk changes nothing, and the end gives the same tree twice', () => {
  const parser = createMarkdownParser();
  parser.append('a *b*');
  const { tree } = parser;
  parser.append('');
  expect(parser.tree).toBe(tree);
  expect(parser.end()).toBe(parser.end());
  expect(() => parser.append('c')).toThrow('Create another parser');
});
