import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PASTE_CASES } from '../../../../fixtures/paste/payloads.ts';
import { parseMessage } from '../document/message-parser.ts';
import type { PasteOptions, PastePayload } from './pasted.ts';
import { readPaste } from './read-paste.ts';

const EXPECTED = new URL('../../../../fixtures/paste/expected.json', import.meta.url);
const expected: Readonly<Record<string, unknown>> = JSON.parse(readFileSync(EXPECTED, 'utf8'));

/** Reads a paste; an embed must be read back from its Markdown, alone and whole. */
function lawful(payload: PastePayload, options?: PasteOptions) {
  const pasted = readPaste(payload, options);
  if (pasted.type !== 'embed') return pasted;
  const parsed = parseMessage(`${pasted.markdown}\n\n`, { mode: 'write', messageId: 'm' });
  const { kind, content, language, filename, title } = pasted;
  expect(parsed.doc.content.filter((node) => node.type === 'embed' || 'content' in node)).toHaveLength(1);
  expect(parsed.embeds).toMatchObject([
    {
      ...{ type: kind },
      ...(language !== undefined && { language }),
      ...(filename !== undefined && { filename }),
      ...(title !== undefined && { title }),
    },
  ]);
  expect([...parsed.contents.values()]).toEqual([content]);
  return pasted;
}

test.each(PASTE_CASES)('D410 $name', ({ name, payload, options }) => {
  expect(lawful(payload, options)).toEqual(expected[name]);
});

test('D410 each case has its result, and each result its case', () => {
  expect(PASTE_CASES.length).toBeGreaterThan(40);
  expect(PASTE_CASES.map(({ name }) => name).sort()).toEqual(Object.keys(expected).sort());
});

const piece = fc.oneof(
  fc.constantFrom(
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
      '<!--',
      '"',
      '\\',
      '|',
      '\\|',
    ],
    ...[
      '\t',
      '\n',
      '\r\n',
      ',',
      ';',
      '```',
      '~~~',
      'a',
      'b1',
      ' ',
      '\0',
      '\u202e',
      '&nbsp;',
      '*',
      '_',
      '[',
      '](',
      '#',
      '\ud800',
    ],
  ),
  fc.string({ unit: 'binary', maxLength: 5 }),
);
const text = fc.array(piece, { maxLength: 30 }).map((all) => all.join(''));
const own = fc
  .record({
    type: fc.constantFrom('code', 'doc', 'sheet'),
    inlineContent: fc.oneof(text, fc.constant({ grid: [['a']] })),
  })
  .map((value) => JSON.stringify({ version: 1, ...value }));
const payloads = fc.record({
  types: fc.record(
    {
      'text/plain': text,
      'text/html': text,
      'vscode-editor-data': fc.constantFrom('{"mode":"json"}', '{"mode":"document_html"}', '{}', '[', 'null'),
      'application/x-openmates-embed+json': own,
    },
    { requiredKeys: [] },
  ),
  files: fc.constantFrom([], [{ name: 'a.png', type: 'image/png', size: 1 }]),
});
const options = fc.record(
  {
    lines: fc.constantFrom(0, 3),
    characters: fc.constantFrom(0, 20),
    convert: fc.constantFrom('always' as const, 'never' as const),
  },
  { requiredKeys: [] },
);

test('D411 any clipboard is read, and an embed of it is read back from its Markdown', () => {
  fc.assert(
    fc.property(payloads, options, (payload, chosen) => void lawful(payload, chosen)),
    { numRuns: 2000 },
  );
});

test('D412 cells with pipes, backslashes and breaks are the cells of the table that is printed', () => {
  const cell = fc.array(fc.constantFrom('a', '|', '\\', '\n', '"', ' ', '`', '*', '&amp;'), { maxLength: 6 });
  const grid = fc.array(fc.tuple(cell, cell), { minLength: 2, maxLength: 4 });
  fc.assert(
    fc.property(grid, (rows) => {
      const quoted = rows.map((row) =>
        row.map((parts) => `"${parts.join('').replaceAll('"', '""')}"`).join('\t'),
      );
      lawful({ types: { 'text/plain': quoted.join('\n') }, files: [] });
    }),
    { numRuns: 500 },
  );
});

test('D413 a paste without formats is the plain text as it is', () => {
  fc.assert(
    fc.property(payloads, text, (payload, plain) => {
      fc.pre(plain !== '');
      const pasted = readPaste(
        { ...payload, types: { ...payload.types, 'text/plain': plain } },
        { plain: true },
      );
      expect(pasted).toEqual({ type: 'text', markdown: plain });
    }),
  );
});

test('D414 no address of a pasted link can run', () => {
  const address = fc.constantFrom(
    'javascript:alert(1)',
    ' JaVaScRiPt:x',
    'data:text/html,x',
    'java&#10;script:x',
    '&#106;avascript:x',
  );
  fc.assert(
    fc.property(address, fc.boolean(), (href, isLong) => {
      const html = `<p><b>x</b> <a href="${href}">y</a></p>${'<p>word word</p>'.repeat(isLong ? 80 : 0)}`;
      const pasted = readPaste({ types: { 'text/html': html }, files: [] });
      expect(JSON.stringify(pasted)).not.toMatch(/script:|data:/i);
    }),
  );
});
