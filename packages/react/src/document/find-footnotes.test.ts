import { parseMessage } from '@millrace/engine';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { DocumentView } from './document-view.tsx';
import { findFootnotes } from './find-footnotes.ts';

const find = (text: string) => findFootnotes(parseMessage(text, { mode: 'read', messageId: 'm' }).doc);
const labels = (text: string) =>
  find(text).notes.map(({ node, number, uses }) => [node.attrs.label, number, uses]);
const html = (text: string, messageId = 'm'): string =>
  renderToStaticMarkup(createElement(DocumentView, { text, messageId, running: false }));

test('U28 footnotes stand in the order of their first references', () => {
  expect(labels('[^b]: two\n[^a]: one\n\nx[^a] y[^b] z[^a]')).toEqual([
    ['a', 1, 2],
    ['b', 2, 1],
  ]);
});

test('U28 references in headings, lists, quotes and notes count, those in notes last', () => {
  const text = '# a[^1]\n\n- b[^2]\n\n> c[^3]\n\n[^1]: one[^4]\n[^2]: two\n[^3]: three\n[^4]: four';
  expect(labels(text)).toEqual([
    ['1', 1, 1],
    ['2', 2, 1],
    ['3', 3, 1],
    ['4', 4, 1],
  ]);
});

test('U28 a footnote that nothing refers to is last, and one in a quote is a footnote too', () => {
  expect(labels('[^x]: unused\n\na[^Q]\n\n> [^q]: quoted')).toEqual([
    ['q', 1, 1],
    ['x', 2, 0],
  ]);
});

test('U28 numbers and notes are links to each other, with ids of their message', () => {
  const page = html('a[^n] b[^n]\n\n[^n]: The note.') + html('c[^n]\n\n[^n]: Another.', 'other');
  const ids = Array.from(page.matchAll(/ id="([^"]+)"/g), ([, id]) => id);
  const links = Array.from(page.matchAll(/ href="#([^"]+)"/g), ([, id]) => decodeURIComponent(id ?? ''));
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toEqual(['m-fnref-1-1', 'm-fnref-1-2', 'm-fn-1', 'other-fnref-1-1', 'other-fn-1']);
  expect(links).toEqual(['m-fn-1', 'm-fn-1', 'm-fnref-1-1', 'm-fnref-1-2', 'other-fn-1', 'other-fnref-1-1']);
  expect(page.match(/role="doc-noteref" aria-label="Footnote 1"/g)).toHaveLength(3);
  expect(page.match(/role="doc-backlink" aria-label="Back to reference 1/g)).toHaveLength(3);
  expect(page.indexOf('The note.')).toBeGreaterThan(page.indexOf('doc-endnotes'));
});
