import { parseMarkdown, renderHtml } from '@millrace/engine';
import fc from 'fast-check';
import { parseHTML } from 'linkedom';
import { expect, test } from 'vitest';
import { runs } from '../../../../../fixtures/long.ts';

const URLS = [
  ...[
    'javascript:x',
    'JAVASCRIPT:x',
    'java\tscript:x',
    'javascript&colon;x',
    '&#x6a;avascript:x',
    '\u0001javascript:x',
  ],
  ...[
    'data:text/html,x',
    'data:image/svg+xml,x',
    'vbscript:x',
    'file:///x',
    'blob:x',
    'ftp://h.example',
    'xmpp:a@b.c',
  ],
  ...[
    '//h.example/x',
    '\\\\\\\\h.example',
    '/\\h.example',
    'https:/\\h.example',
    'http://h.example',
    'x.png',
    '#x',
    '?x',
  ],
  ...['x" onerror="y', "x' onerror='y", 'x&quot; onload=&quot;y', 'mailto:a@b.c', ' x', ''],
];
const PIECES = [
  ...[
    '<script>',
    '</script>',
    '<img src=x onerror=y>',
    '<svg/onload=x>',
    '<a href="',
    '">',
    '<!--',
    '-->',
    '<?',
    '<![CDATA[',
  ],
  ...[
    '"',
    "'",
    '`',
    '*',
    '\n',
    '\n\n',
    '|a|b|\n|-|-|\n|',
    '```"><b>\n',
    '[^"><b>]',
    '[^"><b>]: x\n',
    '- [ ] ',
    '$',
    '&lt;',
    '\0',
  ],
  ...URLS.flatMap((url) => [
    `[a](${url})`,
    `[a](<${url}>)`,
    `![a](${url})`,
    `![a](<${url}> "t")`,
    `<${url}>`,
    url,
  ]),
  ...URLS.map((url) => `[a"><b>]: ${url}\n\n[a"><b>] `),
];

// This package has a reader of HTML that is not ours.
/** The elements and attributes that HTML of ours may have. */
const ELEMENTS = new Set(
  'p h1 h2 h3 h4 h5 h6 em strong del code pre blockquote ul ol li hr br a img table thead tbody tr th td span div sup section input'.split(
    ' ',
  ),
);
const ATTRIBUTES = new Set(
  'href src alt title class id start align checked disabled type aria-label data-footnotes data-footnote-ref data-footnote-backref'.split(
    ' ',
  ),
);
/** The page's own address is one that no text knows. */
const PAGE = 'https://own.example/page';

/** The address that a browser would open. A text that is no URL leads nowhere, as this page itself. */
const leadsTo = (url: string): URL => new URL(URL.canParse(url, PAGE) ? url : '', PAGE);

test('D123 a second reader finds nothing in rendered HTML that runs, loads from another host or leads elsewhere', () => {
  const texts = fc.array(fc.constantFrom(...PIECES), { maxLength: 8 });
  fc.assert(
    fc.property(texts, (pieces) => {
      const { document } = parseHTML(
        `<html><body>${renderHtml(parseMarkdown(pieces.join('')))}</body></html>`,
      );
      for (const element of document.querySelectorAll('body *')) {
        expect(ELEMENTS).toContain(element.localName);
        for (const { name } of element.attributes) expect(ATTRIBUTES).toContain(name);
        const href = element.getAttribute('href');
        if (href !== null) expect(['http:', 'https:', 'mailto:']).toContain(leadsTo(href).protocol);
        const src = element.getAttribute('src');
        if (src !== null) expect(leadsTo(src).host).toBe('own.example');
      }
    }),
    { numRuns: runs(300) },
  );
});
