import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { lawfulPaste } from '../../../../fixtures/paste/lawful-paste.ts';
import { INVENTED } from '../../../../fixtures/paste/paste-case.ts';
import { PASTE_CASES } from '../../../../fixtures/paste/payloads.ts';

const EXPECTED = new URL('../../../../fixtures/paste/expected.json', import.meta.url);
const expected: Readonly<Record<string, unknown>> = JSON.parse(readFileSync(EXPECTED, 'utf8'));

test.each(PASTE_CASES)('D410 $name', ({ name, payload, options }) => {
  expect(lawfulPaste(payload, options)).toEqual(expected[name]);
});

test('D410 each case has its result, and each result its case', () => {
  expect(PASTE_CASES.map(({ name }) => name).sort()).toEqual(Object.keys(expected).sort());
});

test('D410 each case tells where its shape comes from, and programs of every kind are among them', () => {
  const sources = PASTE_CASES.map(({ source }) => source);
  expect(sources.filter((source) => source !== INVENTED).length).toBeGreaterThanOrEqual(40);
  const all = sources.join('\n');
  expect(all).not.toContain('memory');
  for (const program of PROGRAMS) expect(all).toContain(program);
  expect(sources.filter((source) => source.startsWith('recorded: ')).length).toBeGreaterThanOrEqual(30);
});
const PROGRAMS = [
  ...[
    'VS Code',
    'JetBrains',
    'GNOME Terminal',
    'Windows Terminal',
    'Google Docs',
    'Google Sheets',
    'Excel',
    'LibreOffice',
    'Word',
  ],
  ...['Chromium', 'monaco-editor', 'GitHub', 'Slack', 'Notion', 'Confluence', 'Quip', 'own embeds'],
];
