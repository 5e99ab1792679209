import fc from 'fast-check';
import { expect, test } from 'vitest';
import { surveyHtml } from './survey-html.ts';

const span = fc.oneof(
  fc.constantFrom('', '1e9', '-3', '0', '2.5', 'x', '999', '1000', '99999999999999999999'),
  fc.nat(999).map(String),
);
const cell = fc
  .tuple(span, span, fc.constantFrom('<tr>', ''))
  .map(([cols, rows, before]) => `${before}<td colspan="${cols}" rowspan="${rows}">a`);

test('D417 spans add no more cells than their budget', () => {
  fc.assert(
    fc.property(fc.array(cell, { minLength: 1, maxLength: 200 }), (cells) => {
      const rows = surveyHtml(`<table>${cells.join('')}</table>`).grid ?? [];
      const count = rows.reduce((sum, row) => sum + row.length, 0);
      // Rows are filled up to one length, which has a limit of its own.
      expect(count).toBeLessThanOrEqual(4 * (20_000 + 5 * cells.length) + 10_000);
    }),
  );
});

test('D417 a span within the budget moves the cells beside and below it', () => {
  const html = '<table><tr><td colspan=2 rowspan=2>a<td>b<tr><td>c<tr><td>d<td>e<td>f</table>';
  expect(surveyHtml(html).grid).toEqual([
    ['a', '', 'b'],
    ['', '', 'c'],
    ['d', 'e', 'f'],
  ]);
  const many = `<table>${'<tr><td rowspan=2>a<td>b<tr><td>c'.repeat(9_000)}</table>`;
  expect(surveyHtml(many).grid?.at(-1)).toEqual(['', 'c']);
});

test('D417 a span that asks for too much is none', () => {
  const html = '<table><tr><td colspan=400 rowspan=900>a<td>b<tr><td>c<td>d</table>';
  expect(surveyHtml(html).grid).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ]);
});
