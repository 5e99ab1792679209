import { parseMessage } from '@millrace/engine';
import { contentHash } from '@millrace/engine/document';
import { expect, test } from 'vitest';
import { EMBED_TYPE, embedFlavours, gridText } from './embed-flavours.ts';
import { fileName } from './file-name.ts';

function embedOf(markdown: string) {
  const { embeds, contents } = parseMessage(markdown, { mode: 'read', messageId: 'm' });
  const [attrs] = embeds;
  if (attrs === undefined) throw new Error('There is no embed.');
  return { attrs, content: contents.get(attrs.contentRef) ?? '' };
}
function flavours(markdown: string) {
  const { attrs, content } = embedOf(markdown);
  return embedFlavours(attrs, content);
}

test('D74 code is copied as its fence, as HTML, and as itself', () => {
  const code = 'if (a < b) "&";';
  const fence = `\`\`\`ts:src/a.ts\n${code}\n\`\`\``;
  const { [EMBED_TYPE]: payload = '', ...texts } = flavours(fence);
  expect(texts['text/plain']).toBe(fence);
  expect(texts['text/markdown']).toBe(fence);
  expect(texts['text/html']).toContain('<code class="language-ts">if (a &lt; b) &quot;&amp;&quot;;</code>');
  expect(JSON.parse(payload)).toEqual({
    version: 1,
    id: 'm:0',
    type: 'code',
    language: 'ts',
    filename: 'src/a.ts',
    contentRef: `cid:sha256:${contentHash(code)}`,
    contentHash: contentHash(code),
    inlineContent: code,
  });
});

test('D74 a growing code is copied as it is at this moment, under the address of that', () => {
  const { attrs } = embedOf('```ts\na\n```');
  const growing = { ...attrs, status: 'processing' as const, contentRef: 'stream:m:0' };
  const payload = JSON.parse(embedFlavours(growing, 'a\nb')[EMBED_TYPE] ?? '');
  expect(payload).toMatchObject({ contentRef: `cid:sha256:${contentHash('a\nb')}`, inlineContent: 'a\nb' });
});

test('D74 a sheet is copied as text with tabs, as a table, and as its grid', () => {
  const copied = flavours('<!-- title: "Sums" -->\n| a | b |\n|---|---|\n| <1> | "2" |');
  expect(copied['text/plain']).toBe('a\tb\n<1>\t"""2"""');
  expect(copied['text/markdown']).toBe('<!-- title: "Sums" -->\n| a | b |\n| --- | --- |\n| <1> | "2" |');
  expect(copied['text/html']).toContain('<tr><td>&lt;1&gt;</td><td>&quot;2&quot;</td></tr></table>');
  expect(JSON.parse(copied[EMBED_TYPE] ?? '')).toMatchObject({
    type: 'sheet',
    title: 'Sums',
    inlineContent: {
      grid: [
        ['a', 'b'],
        ['<1>', '"2"'],
      ],
    },
  });
  expect(gridText([['a\tb', 'c\nd']])).toBe('"a\tb"\t"c\nd"');
});

test('A488 a cell that would run where it is pasted is guarded in text and HTML, and the embed beside them has it as it is', () => {
  const copied = flavours('| a |\n|---|\n| =WEBSERVICE("x") |');
  expect(copied['text/plain']).toBe(`a\n"'=WEBSERVICE(""x"")"`);
  expect(copied['text/html']).toContain(`<td>'=WEBSERVICE(&quot;x&quot;)</td>`);
  expect(JSON.parse(copied[EMBED_TYPE] ?? '').inlineContent.grid[1]).toEqual(['=WEBSERVICE("x")']);
});

test('D74 a document is copied without its scripts, and an address as a link', () => {
  const html = flavours('```document_html\n<!-- title: "Mills" -->\n<p>Hi<script>alert(1)</script>\n```')[
    'text/html'
  ];
  expect(html).toMatch(/><p>Hi<\/p><\/div>$/);
  expect(html).not.toContain('<script');
  const link = flavours('https://example.com/?a=1&b=2');
  expect(link['text/html']).toBe(
    '<a href="https://example.com/?a=1&amp;b=2">https://example.com/?a=1&amp;b=2</a>',
  );
  expect(link[EMBED_TYPE]).toBeUndefined();
});

test.each([
  ['```ts:src/deep/app.ts\na\n```', 'app.ts'],
  ['```py\na\n```', 'code.py'],
  ['```weird\na\n```', 'code.txt'],
  ['```Dockerfile:Dockerfile\na\n```', 'Dockerfile'],
  ['<!-- title: "Q3: a/b .." -->\n| a |\n|---|\n| 1 |', 'q3-a-b.csv'],
  ['```document_html\n<!-- title: "Why plans churn" -->\nHi\n```', 'why-plans-churn.html'],
])('D74 the file of %j is %s', (markdown, name) => {
  expect(fileName(embedOf(markdown).attrs)).toBe(name);
});
