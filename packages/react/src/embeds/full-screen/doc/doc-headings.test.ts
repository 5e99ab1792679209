import { docTree } from '@millrace/engine/document';
import { expect, test } from 'vitest';
import { docHeadings } from './doc-headings.ts';

test('D103 headings are told in order, and none leaves out a level', () => {
  const html =
    '<h1>A <b>mill</b></h1><h3>Deep</h3><h3></h3><blockquote><h2>Quoted</h2></blockquote><h6>Far</h6><h1>B</h1>';
  expect([...docHeadings(docTree(html)).values()]).toEqual([
    { text: 'A mill', level: 1 },
    { text: 'Deep', level: 2 },
    { text: 'Quoted', level: 2 },
    { text: 'Far', level: 3 },
    { text: 'B', level: 1 },
  ]);
});
