import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../fixtures/long.ts';
import { lawfulPaste } from '../../../../fixtures/paste/lawful-paste.ts';
import { contentHash } from '../content/content.ts';
import { escapeHtml } from './escape-html.ts';
import type { PastePayload } from './pasted.ts';
import { readPaste } from './read-paste.ts';

const OWN = 'application/x-openmates-embed+json';

/** Pieces that mean something to Markdown, HTML, tables or comments. */
const PIECES = [
  ...[
    '<b>',
    '</b>',
    '<p>',
    '<table>',
    '<tr>',
    '<td>',
    '</td>',
    '<td colspan=3 rowspan=2>',
    '<ul><li>',
    '<pre>',
    '<br>',
  ],
  ...[
    '<span style="font-family:monospace">',
    '<a href="javascript:x">',
    '<a href="https://x.org">',
    '</a>',
    '<h1>',
  ],
  ...[
    "<p style='mso-list:l0 level2'>",
    "<span style='mso-list:Ignore'>",
    '</p>',
    '<div>',
    '</div>',
    '<!--',
    '-->',
  ],
  ...[
    '"',
    "'",
    '\\',
    '|',
    '\\|',
    '\t',
    '\n',
    '\r\n',
    '\r',
    '\n\n',
    ',',
    ';',
    '```',
    '~~~',
    '`',
    '````',
    '    ',
    '> ',
  ],
  ...[
    'a',
    'b1',
    ' ',
    '\0',
    '\u202e',
    '\u2028',
    '\ufeff',
    '&nbsp;',
    '&amp;',
    '&#0;',
    '*',
    '_',
    '[',
    '](',
    '#',
    '---',
    '$$',
  ],
  ...['\ud800', '\udc00', '😀', '<!-- title: "x" -->', '{"tool":"a","id":"1","input":{}}', '</content>', 'ä'],
];
const text = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...PIECES) },
      fc.string({ unit: 'binary', maxLength: 5 }),
    ),
    {
      maxLength: 30,
    },
  )
  .map((all) => all.join(''));
const grid = fc
  .tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 4 }))
  .chain(([rows, cols]) =>
    fc.array(fc.array(text, { minLength: cols, maxLength: cols }), { minLength: rows, maxLength: rows }),
  );
const language = fc.constantFrom(
  ...[
    'ts',
    'json',
    'math',
    'html',
    'markdown',
    'mermaid',
    'text',
    'document_html',
    'c++',
    'plaintext',
    '',
    'a b',
    'x`',
  ],
);

const plain = (told: string): PastePayload => ({ types: { 'text/plain': told }, files: [] });
const page = (html: string): PastePayload => ({ types: { 'text/html': html }, files: [] });
const code = fc.tuple(text, language).map(
  ([told, mode]): PastePayload => ({
    types: { 'text/plain': told, 'vscode-editor-data': JSON.stringify({ version: 1, mode }) },
    files: [],
  }),
);
const highlighted = fc
  .tuple(text, language)
  .map(([told, name]) => page(`<pre><code class="language-${name}">${escapeHtml(told)}</code></pre>`));
const tsv = grid.map((rows) =>
  plain(rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join('\t')).join('\n')),
);
const table = grid.map((rows) =>
  page(
    `<table>${rows.map((row) => `<tr>${row.map((cell) => `<td>${escapeHtml(cell)}</td>`).join('')}</tr>`).join('')}`,
  ),
);
const doc = fc
  .tuple(text, text)
  .map(([title, told]) =>
    page(`<h1>${escapeHtml(title)}</h1><p>${escapeHtml(told)}</p>${'<p>one two</p>'.repeat(70)}`),
  );
const long = text.map((told) => plain(`${told}${'some words of it\n'.repeat(50)}`));
const own = fc
  .tuple(
    fc.oneof(
      fc.record({ type: fc.constantFrom('code', 'doc'), inlineContent: text }),
      fc.record({ type: fc.constant('sheet'), inlineContent: fc.record({ grid }) }),
    ),
    fc.record(
      { title: text, language, filename: fc.oneof(text, fc.constantFrom('a.ts', 'src/a b.ts', '../a')) },
      { requiredKeys: [] },
    ),
  )
  .map(([embed, naming]): PastePayload => {
    const hash = contentHash(embed.inlineContent);
    const told = { version: 1, ...embed, ...naming, contentHash: hash, contentRef: `cid:sha256:${hash}` };
    return { types: { [OWN]: JSON.stringify(told), 'text/plain': 'x' }, files: [] };
  });

test.each(Object.entries({ code, highlighted, tsv, table, doc, long, own }))(
  'D411 the Markdown of an embed is read as exactly that embed: %s',
  (_name, payload) => {
    let embeds = 0;
    fc.assert(
      fc.property(payload, (each) => {
        if (lawfulPaste(each, { convert: 'always' }).type === 'embed') embeds++;
      }),
      { numRuns: runs(1000) },
    );
    expect(embeds).toBeGreaterThan(runs(1000) / 20);
  },
);

const flavours = fc.record({
  types: fc.record(
    {
      'text/plain': text,
      'text/html': text,
      'text/markdown': text,
      'vscode-editor-data': fc.constantFrom('{"mode":"json"}', '{"mode":"document_html"}', '{}', '[', 'null'),
      [OWN]: fc.oneof(text, fc.json()),
    },
    { requiredKeys: [] },
  ),
  files: fc.array(fc.record({ name: text, type: text, size: fc.nat() }), { maxLength: 2 }),
});
const options = fc.record(
  {
    lines: fc.constantFrom(0, 3),
    characters: fc.constantFrom(0, 20),
    convert: fc.constantFrom('always' as const, 'never' as const),
  },
  { requiredKeys: [] },
);

test('D411 any mix of flavours is read, and an embed of it is read back', () => {
  fc.assert(
    fc.property(flavours, options, (payload, chosen) => void lawfulPaste(payload, chosen)),
    { numRuns: runs(3000) },
  );
});

test('D411 no bytes in any flavour make it throw', () => {
  const bytes = fc
    .tuple(
      fc.uint8Array({ maxLength: 200 }),
      fc.constantFrom('utf8' as const, 'latin1' as const, 'utf16le' as const),
    )
    .map(([all, encoding]) => Buffer.from(all).toString(encoding));
  const type = fc.oneof(
    fc.constantFrom('text/plain', 'text/html', 'text/markdown', 'vscode-editor-data', OWN),
    fc.constantFrom('__proto__', 'constructor', 'toString', ''),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(type, bytes)), options, (entries, chosen) => {
      lawfulPaste({ types: Object.fromEntries(entries), files: [] }, chosen);
    }),
    { numRuns: runs(2000) },
  );
});

test('D412 cells with pipes, backslashes and breaks are the cells of the table that is printed', () => {
  const cell = fc.array(fc.constantFrom('a', '|', '\\', '\n', '"', ' ', '`', '*', '&amp;'), { maxLength: 6 });
  const rows = fc.array(fc.tuple(cell, cell), { minLength: 2, maxLength: 4 });
  fc.assert(
    fc.property(rows, (all) => {
      const quoted = all.map((row) =>
        row.map((parts) => `"${parts.join('').replaceAll('"', '""')}"`).join('\t'),
      );
      lawfulPaste(plain(quoted.join('\n')));
    }),
    { numRuns: runs(500) },
  );
});

test('D413 a paste without formats is the plain text as it is', () => {
  fc.assert(
    fc.property(flavours, text, (payload, told) => {
      fc.pre(told !== '');
      const types = { ...payload.types, 'text/plain': told };
      expect(readPaste({ ...payload, types }, { plain: true })).toEqual({ type: 'text', markdown: told });
    }),
  );
});

test('D414 no address of a pasted link can run', () => {
  const address = fc.constantFrom(
    ...['javascript:alert(1)', ' JaVaScRiPt:x', 'data:text/html,x', 'java&#10;script:x', '&#106;avascript:x'],
    ...['\u0001javascript:x', 'vbscript:x', 'java\0script:x', 'JAVASCRIPT&#58;x', 'https:javascript:x'],
  );
  fc.assert(
    fc.property(address, fc.boolean(), (href, isLong) => {
      const html = `<p><b>x</b> <a href="${href}">y</a></p>${'<p>word word</p>'.repeat(isLong ? 80 : 0)}`;
      expect(JSON.stringify(readPaste(page(html)))).not.toMatch(/script:|data:/i);
    }),
  );
});
