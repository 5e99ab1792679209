import fc from 'fast-check';
import { micromark } from 'micromark';
import { gfmAutolinkLiteral, gfmAutolinkLiteralHtml } from 'micromark-extension-gfm-autolink-literal';
import { gfmStrikethrough, gfmStrikethroughHtml } from 'micromark-extension-gfm-strikethrough';
import { gfmTable, gfmTableHtml } from 'micromark-extension-gfm-table';
import { gfmTaskListItem, gfmTaskListItemHtml } from 'micromark-extension-gfm-task-list-item';
import { expect, test } from 'vitest';
import { isLong } from '../../../../fixtures/long.ts';
import { parseMarkdown } from './parse-markdown.ts';
import { renderHtml } from './render-html.ts';

const OPTIONS = {
  allowDangerousHtml: true,
  allowDangerousProtocol: true,
  extensions: [gfmAutolinkLiteral(), gfmStrikethrough(), gfmTable(), gfmTaskListItem()],
  htmlExtensions: [gfmAutolinkLiteralHtml(), gfmStrikethroughHtml(), gfmTableHtml(), gfmTaskListItemHtml()],
};

const ours = (text: string): string =>
  tidy(renderHtml(parseMarkdown(text, { math: false }), { rawHtml: true }));
const theirs = (text: string): string => tidy(micromark(text, OPTIONS));

/** One spelling of empty tags and boxes; no space at tags. */
const tidy = (html: string): string =>
  html
    .replace(/\s*\/>/g, '>')
    .replace(/ disabled=""| type="checkbox"/g, '')
    .replace(/&quot;/g, '"')
    .replace(/\s+/g, ' ')
    .replace(/> | (?=<)/g, (space) => space.trim())
    .trim();

test.each([
  'react@18.2.0',
  'a@b.c-1 a@b.c_ a@b._c a@b.c1d',
  '1https://e.com http://-e.com http://e..com',
  '- [x] [def]: https://e.com',
  '- [ ] [def]: https://e.com\n\n[def]',
  '* x\n  | A |\n  | - |',
  '- [x] t\n  ---',
  '- [x] a\n  b\n  ===',
  '- [x] a | b\n  - | -',
  '- [x]\n  t',
  '- [x]\n  a\n  |-|',
  '|\n-|',
  '**~~x~~**y',
  '_~~x~~_y',
  '| a |\n| - |\n| x \\',
  '|a|\n|-|\n\\',
  '[a]:\n|-',
  '[a]: b\n|-\n\n[a]',
  '[a]: b\n"t"\n|-\n\n[a]',
])('X60 %j is read as GitHub and micromark read it', (text) => {
  expect(ours(text)).toBe(theirs(text));
});

/**
 * Micromark is no judge where it alone differs from the specification. So here no item is without text, no two marks
 * of one kind meet, and no code stands below a definition.
 */
const before = fc.constantFrom('', '', '', '- ', '* ', '1. ', '> ', '  ', '- [x] ', '- [ ] ', '   ');
const content = fc.constantFrom(
  ...['a', 'b c', '[a]: b', '"t"', '[a]', '[a][b]', '---', '===', '| a | b |', '| - | -: |'],
  ...['|-|', '-|-', 'a|b', '|', '\\', '| a \\', '# h', '## h #', '<div>', '-->'],
  ...['</div>', '[^a]', '!', '***', 'a  ', 'a\\', '`a', '``', 'x@y.z', '&amp;'],
);
const lines = fc
  .array(fc.tuple(before, content, fc.constantFrom('\n', '\n', '\n\n')), { minLength: 1, maxLength: 7 })
  .map((all) => all.map((line) => line.join('')).join(''));
const joined = (...words: string[]) =>
  fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 12 }).map((all) => all.join(''));
const marks = joined(
  'a',
  'b',
  ' ',
  ' ',
  '.',
  '**a',
  'a**',
  '~~a~~',
  '`',
  '``',
  '[a](b "c")',
  '![a](b)',
  '<',
  '&lt;',
);
const addresses = joined(
  ...['a', ' ', ' ', 'https://e.com', ' www.a.b', ' a@b.c', '/', '?', ':', ',', '1', '2.0', '-', '&lt;', '"'],
);

const numRuns = isLong ? 20_000 : 100;

test.each([
  ['lines of any blocks', lines],
  ['words with any marks', marks],
  ['addresses among any signs', addresses],
])('X60 %s are read as micromark reads them', (_, any) => {
  fc.assert(
    fc.property(any, (text) => {
      expect(ours(text)).toBe(theirs(text));
    }),
    { numRuns },
  );
});
