import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../fixtures/long.ts';
import { parseMarkdown } from './parse-markdown.ts';
import { renderHtml } from './render-html.ts';

const blocks = (text: string): unknown => parseMarkdown(text).children;

test('D332 the tree keeps what is needed to print the text again', () => {
  expect(blocks('Title\n---\n\n***\n\n3) a\n4) b\n\n~~~~ js x\ncode\n~~~~\n')).toMatchObject([
    { type: 'heading', level: 2, kind: 'setext' },
    { type: 'thematicBreak', marker: '*' },
    { type: 'list', ordered: true, first: 3, tight: true, delimiter: ')' },
    { type: 'codeBlock', fenced: true, info: 'js x', text: 'code\n', closed: true, fence: '~~~~' },
  ]);
  expect(blocks('_a_ __b__ ~c~\\\nd  \ne <http://x.y> [f][G] ![*h*](/i "j")\n\n[g]: /k')).toMatchObject([
    {
      type: 'paragraph',
      children: [
        { type: 'emphasis', marker: '_' },
        { text: ' ' },
        { type: 'strong', marker: '_' },
        { text: ' ' },
        { type: 'strikethrough', marker: '~' },
        { type: 'hardBreak', kind: 'backslash' },
        { text: 'd' },
        { type: 'hardBreak', kind: 'spaces' },
        { text: 'e ' },
        { type: 'link', kind: 'autolink', url: 'http://x.y', raw: '<http://x.y>' },
        { text: ' ' },
        { type: 'link', kind: 'reference', label: 'G', url: '/k' },
        { text: ' ' },
        { type: 'image', kind: 'inline', url: '/i', title: 'j', alt: 'h' },
      ],
    },
    { type: 'linkDefinition', label: 'g', url: '/k', title: '' },
  ]);
});

test('D332 blocks say where they stand in the text, also behind \\r\\n', () => {
  const text = '# a\r\n\r\n> b\r\n> c\r\n\r\n- d\r\n\r\n```\r\ne\r\n```\r\n';
  const spans = parseMarkdown(text).children.map(({ start, end }) => text.slice(start, end));
  expect(spans).toEqual(['# a', '> b\r\n> c', '- d', '```\r\ne\r\n```']);
});

test('D332 what is not closed says so', () => {
  expect(blocks('```\na')).toMatchObject([{ closed: false, text: 'a\n' }]);
  expect(blocks('<!-- a')).toMatchObject([{ closed: false }]);
  expect(blocks('<!-- a -->')).toMatchObject([{ closed: true }]);
});

test('D333 raw HTML and URLs that run code are shown as text unless asked for', () => {
  const text = '<script>x</script>\n\na <b onclick="x">b</b> [c](javascript:x) ![d](JaVa\tScript:x)';
  expect(renderHtml(parseMarkdown(text))).toBe(
    '<p>&lt;script&gt;x&lt;/script&gt;</p>\n<p>a &lt;b onclick=&quot;x&quot;&gt;b&lt;/b&gt; c ![d](JaVa\tScript:x)</p>\n',
  );
  expect(renderHtml(parseMarkdown(text), { rawHtml: true })).toContain(
    '<script>x</script>\n<p>a <b onclick="x">b</b> <a href="javascript:x">',
  );
});

test('D333 no text makes HTML with a tag or a handler that is not ours', () => {
  const pieces = [
    '<script>',
    '<img onerror=x>',
    '"',
    "'",
    '>',
    '](',
    '[a',
    'javascript:',
    '\n',
    '`',
    '*',
    '<!--',
    'a',
    '&lt;',
    ' "',
    '<a:',
  ];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 20 }), (parts) => {
      const html = renderHtml(parseMarkdown(parts.join('')));
      const tags = html.match(/<[^>]*>/g) ?? [];
      for (const tag of tags) {
        expect(tag).toMatch(
          /^<(\/?(p|h[1-6]|em|strong|del|code|pre|blockquote|ul|ol|li|hr|br)( \/)?|a href="[^"]*"( title="[^"]*")?|\/a|img src="[^"]*" alt="[^"]*"( title="[^"]*")? \/|code class="[^"]*")>$/,
        );
        expect(tag).not.toMatch(/(href|src)="javascript:/i);
      }
    }),
    { numRuns: runs(500) },
  );
});
