import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../fixtures/long.ts';
import { docText } from './doc-text.ts';
import { type DocNode, docTree } from './doc-tree.ts';

/** A tree as HTML in its shortest form. */
const print = (nodes: readonly DocNode[]): string =>
  nodes
    .map((node) => {
      if (node.type === 'text') return node.text;
      const { name, href, children } = node;
      return `<${name}${href === undefined ? '' : ` ${href}`}>${print(children)}</${name}>`;
    })
    .join('');

test.each([
  ['<h1 class=x>A</h1><p>b <b>c</b> <i>d</i></p>', '<h1>A</h1><p>b <strong>c</strong> <em>d</em></p>'],
  ['plain <b>text</b>', '<p>plain <strong>text</strong></p>'],
  ['<div>one</div><div>two</div>', '<p>one</p><p>two</p>'],
  ['<p>one<p>two', '<p>one</p><p>two</p>'],
  ['<ul><li>a<li>b<ol><li>c</ol></ul>d', '<ul><li>a</li><li>b<ol><li>c</li></ol></li></ul><p>d</p>'],
  ['<li>a<li>b', '<ul><li>a</li><li>b</li></ul>'],
  [
    '<table><thead><tr><th>a<th>b<tbody><tr><td>1<td>2</table>x',
    '<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table><p>x</p>',
  ],
  ['<td>a', '<table><tr><td>a</td></tr></table>'],
  ['<blockquote>a<p>b</blockquote>c', '<blockquote><p>a</p><p>b</p></blockquote><p>c</p>'],
  ['<pre>a\n  b</pre><hr>a<br>b', '<pre>a\n  b</pre><hr></hr><p>a<br></br>b</p>'],
  ['<a href="https://e.org/?a&amp;b" onclick=x>l</a>', '<p><a https://e.org/?a&b>l</a></p>'],
  ['<a data-href=x>l</a> </b></p> m', '<p><a>l</a> </p><p> m</p>'],
  ['<script>alert(1)</script><style>p{}</style><img src=x onerror=y><iframe src=z></iframe>', ''],
])('D102 %j is read as %j', (html, tree) => {
  expect(print(docTree(html))).toBe(tree);
});

const piece = fc.oneof(
  fc
    .constantFrom(
      'p',
      'h2',
      'ul',
      'ol',
      'li',
      'table',
      'tr',
      'td',
      'th',
      'b',
      'a',
      'div',
      'blockquote',
      'pre',
    )
    .chain((name) => fc.constantFrom(`<${name}>`, `</${name}>`)),
  fc.constantFrom('<br>', '<hr/>', 'word', ' ', '&lt;b>', '<script>x</script>', '<!-- x -->', '<'),
  fc.string({ unit: 'binary', maxLength: 4 }),
);
const textOf = (nodes: readonly DocNode[]): string =>
  nodes.map((node) => (node.type === 'text' ? node.text : textOf(node.children))).join('');
const bare = (text: string): string => text.replace(/\s/g, '');

/** The nodes that a browser would not allow inside their parent. */
function misplaced(nodes: readonly DocNode[], parent: string): string[] {
  return nodes.flatMap((node) => {
    const isList = parent === 'ul' || parent === 'ol';
    if (node.type === 'text')
      return isList || parent === 'table' || parent === 'tr' ? [`text in ${parent}`] : [];
    const { name } = node;
    const wrong =
      (name === 'li') !== isList ||
      (name === 'tr') !== (parent === 'table') ||
      (name === 'td' || name === 'th') !== (parent === 'tr') ||
      (/^(p|h\d|pre)$/.test(parent) && !/^(a|strong|em|s|code|br)$/.test(name));
    return [...(wrong ? [`${name} in ${parent}`] : []), ...misplaced(node.children, name)];
  });
}

test('D102 a tree has all the text of its document, each element where it may stand', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const html = pieces.join('');
      const tree = docTree(html);
      expect(bare(textOf(tree))).toBe(bare(docText(html)));
      expect(misplaced(tree, '')).toEqual([]);
    }),
    { numRuns: runs(1000) },
  );
});

test('D102 what is nested without end is read', () => {
  const depth = (nodes: readonly DocNode[]): number =>
    nodes.reduce((most, node) => Math.max(most, node.type === 'text' ? 0 : 1 + depth(node.children)), 0);
  expect(depth(docTree('<ul><li>'.repeat(20_000)))).toBeLessThan(100);
});

test.each([
  ['<ul><li><div>a</div><div>b</div></ul>', '<ul><li>a<p>b</p></li></ul>'],
  ['<li>a<section> <b>b</b> c</section>d', '<ul><li>a<p><strong>b</strong> c</p><p>d</p></li></ul>'],
  ['<td><div>a</div> <div>b</div>', '<table><tr><td>a<p>b</p></td></tr></table>'],
  ['<li><div>a', '<ul><li>a</li></ul>'],
])('D416 text behind the edge of a block stands apart: %s', (html, expected) => {
  expect(print(docTree(html))).toBe(expected);
});
