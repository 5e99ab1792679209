import { expect, test } from 'vitest';
import { unzip } from '../../../../../../fixtures/unzip.ts';
import { csvFile, xlsxFile } from './file-cells.ts';
import { createSheet } from './sheet.ts';
import { copyOf } from './sheet-copy.ts';

const HOSTILE = ["=cmd|' /C calc'!A0", '+1+1', '-x', '@a', '＝1', '=HYPERLINK("http://x")', '\t=1', 'a;=1'];

test('A226 in a workbook a text stays a text, however it begins', async () => {
  const sheet = createSheet(copyOf([['name'], ...HOSTILE.map((text) => [text])]), new Map());
  const blob = await xlsxFile(sheet, 'x');
  const xml = unzip(Buffer.from(await blob.arrayBuffer()))['xl/worksheets/sheet1.xml'] ?? '';
  expect(xml).toContain('<row');
  expect(xml).not.toMatch(/<f[ >]/);
  expect(xml.match(/t="(s|inlineStr)"/g)?.length).toBe(HOSTILE.length + 1);
});

test('A225 a saved file has every text guarded and numbers as they are', async () => {
  const sheet = createSheet(copyOf([HOSTILE, ['-5', '+3.2', '-1e5']]), new Map());
  const rows = (await csvFile(sheet).text()).split('\r\n');
  expect(rows[0]).toMatch(/^"?\ufeff?'=cmd/);
  expect(rows[1]).toBe('-5,+3.2,-1e5,,,,,');
});
