import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { archive, docx, paragraph, pptx, xlsx, zipBomb } from '../../../../fixtures/office-files.ts';
import { PNG } from '../../../../fixtures/pictures.ts';
import { packedPdf, smallPdf } from '../../../../fixtures/small-pdf.ts';
import { dateOf, isDateFormat } from './cell-date.ts';
import { documentTextApart } from './document-apart.ts';
import { documentText, isDocument } from './document-text.ts';
import { fileTypeReader } from './file-type.ts';
import { printDocument } from './print-document.ts';

const never = new AbortController().signal;

function typeOf(bytes: Uint8Array, name: string): string {
  const reader = fileTypeReader(name);
  reader.read(bytes);
  return reader.end();
}
/** A file as a model reads it, by its name. */
async function read(bytes: Uint8Array, name: string, choice?: string): Promise<string> {
  return printDocument(await documentText(bytes, typeOf(bytes, name)), choice);
}

test('B50 a Word document is read as Markdown, with its headings, lists and tables', async () => {
  const cell = (text: string): string => `<w:tc>${paragraph(text)}</w:tc>`;
  const bytes = docx(
    paragraph('Report &amp; plan', 'Title') +
      paragraph('Costs', 'Heading2') +
      '<w:p><w:pPr><w:numPr><w:ilvl w:val="1"/></w:numPr></w:pPr><w:r><w:t>one</w:t></w:r><w:r><w:t xml:space="preserve"> more</w:t></w:r></w:p>' +
      `<w:tbl><w:tr>${cell('a|b')}${cell('c')}</w:tr><w:tr>${cell('1')}${cell('2')}</w:tr></w:tbl>` +
      '<w:p><w:r><w:delText>gone</w:delText><w:t>left</w:t><w:br/><w:t>right</w:t></w:r></w:p>',
  );
  expect(await read(bytes, 'a.docx')).toBe(
    '# Report & plan\n## Costs\n  - one more\n| a\\|b | c |\n| --- | --- |\n| 1 | 2 |\n\nleft\nright',
  );
});

test('B51 a workbook is read sheet by sheet as what its cells show, at their places, dates as dates', async () => {
  const bytes = xlsx(
    {
      'First &quot;one&quot;':
        '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="inlineStr"><is><t>x, y</t></is></c></row>' +
        '<row r="3"><c r="B3"><v>0.1</v></c><c r="C3" s="1"><v>46296.5</v></c><c r="D3" t="b"><v>1</v></c><c r="E3" t="str"><f>A1</f><v>sum</v></c></row>',
      Second: '<row><c><v>1e3</v></c><c t="e"><v>#REF!</v></c></row>',
    },
    {
      strings: ['Name'],
      styles:
        '<numFmts><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd hh:mm"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs>',
    },
  );
  expect(await read(bytes, 'a.xlsx')).toBe(
    '[Sheet "First \\"one\\"", as CSV]\nName,,"x, y"\n\n,0.1,2026-10-01 12:00:00,TRUE,sum\n\n[Sheet "Second", as CSV]\n1000,#REF!',
  );
});

test('B51 the numbers of a workbook that are dates are told by their format', () => {
  expect([dateOf(1, true), dateOf(60_000, false), dateOf(0.5, false)]).toEqual([
    '1904-01-02',
    '2064-04-08',
    '12:00:00',
  ]);
  expect(dateOf(1e300, false)).toBe('1e+300');
  expect([
    isDateFormat(14),
    isDateFormat(2),
    isDateFormat(170, '[h]:mm'),
    isDateFormat(171, '0.0 "days"'),
  ]).toEqual([true, false, true, false]);
});

test('B52 a presentation is read slide by slide, a PDF page by page, and of both those that were chosen', async () => {
  const slides = pptx('Hello', 'World');
  expect(await read(slides, 'a.pptx')).toBe('[Slide 1 of 2]\nHello\n\n[Slide 2 of 2]\nWorld');
  expect(await read(slides, 'a.pptx', '2')).toBe('[Slide 2 of 2]\nWorld');
  const pdf = smallPdf('One', 'Two', 'Three', 'Four', 'Five');
  expect(await read(pdf, 'a.pdf', '2-3,5')).toBe(
    '[Page 2 of 5]\nTwo\n\n[Page 3 of 5]\nThree\n\n[Page 5 of 5]\nFive',
  );
});

test('B53 an archive is listed and not unpacked', async () => {
  const bytes = archive({ 'src/main.ts': 'let x', 'a\nb.txt': '', 'folder/': '' });
  const listed = 'src/main.ts (5 bytes)\na\ufffdb.txt (0 bytes)';
  expect(await read(bytes, 'a.zip')).toContain(listed);
  expect(await read(gzipSync(tar('notes.txt', 'Hi')), 'a.tgz')).toContain('notes.txt (2 bytes)');
  expect(await read(tar('notes.txt', 'Hi'), 'a.tar')).toContain('notes.txt (2 bytes)');
});

/** A tar archive of one file. */
function tar(name: string, text: string): Buffer {
  const bytes = Buffer.alloc(2048);
  bytes.write(name, 0);
  bytes.write(`${text.length.toString(8).padStart(11, '0')}\0`, 124);
  bytes.write('0', 156);
  bytes.write('ustar', 257);
  bytes.write(text, 512);
  return bytes;
}

test('B54 a document that is hostile ends in its limits and is told as one that can not be read', async () => {
  const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
  const apart = (bytes: Uint8Array, type: string) => documentTextApart(bytes, type, never);
  expect(await apart(zipBomb(100), word)).toBeUndefined();
  // It says 1,000 bytes: no more are made room for.
  expect((await apart(zipBomb(100, 1000), word))?.parts[0]?.text.length ?? 0).toBeLessThanOrEqual(1000);
  expect(await apart(gzipSync(Buffer.alloc(100 * 1024 * 1024)), 'application/gzip')).toBeUndefined();
  expect(await apart(Uint8Array.of(0x50, 0x4b, 3, 4), word)).toBeUndefined();
  // Entities that make entities stay as they are written.
  const laughs = docx(
    '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><w:p><w:r><w:t>&b;</w:t></w:r></w:p>',
  );
  expect((await apart(laughs, word))?.parts[0]?.text).toBe('&b;');
  expect(await apart(docx('<w:p>'.repeat(200_000)), word)).toBeUndefined();
  // A cell at the far end of a sheet makes no room for all before it.
  const far = xlsx({ A: '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>' });
  expect(await apart(far, 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')).toMatchObject(
    {
      isCut: true,
      parts: [{ rows: [] }],
    },
  );
});

test('B54 whatever bytes a document has, it is read or refused', async () => {
  const samples = [
    docx(paragraph('Hi')),
    xlsx({ A: '<row><c><v>1</v></c></row>' }),
    pptx('Hi'),
    archive({ a: 'b' }),
  ];
  const types = ['a.docx', 'a.xlsx', 'a.pptx', 'a.zip'].map((name, i) => typeOf(samples[i] ?? PNG, name));
  expect(types.every(isDocument)).toBe(true);
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 3 }),
      fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { maxLength: 6 }),
      async (which, changes) => {
        const bytes = Uint8Array.from(samples[which] ?? PNG);
        for (const [at, value] of changes) bytes[at % bytes.length] = value;
        await documentText(bytes, types[which] ?? '').catch((error: unknown) => {
          expect(error).toBeInstanceOf(Error);
        });
      },
    ),
    { numRuns: 200 },
  );
});

test('B55 the type of a file is told by its bytes, also of sound, films and archives', () => {
  const text = (latin1: string): Uint8Array => Buffer.from(latin1, 'latin1');
  expect(typeOf(text('ID3\x04\0\0'), 'a')).toBe('audio/mpeg');
  expect(typeOf(text('ID3 is a tag'), 'a')).toBe('text/plain');
  expect(typeOf(text('RIFF\x01\0\0\0WAVEfmt '), 'a')).toBe('audio/wav');
  expect(typeOf(text('\0\0\0\x18ftypM4A \0'), 'a')).toBe('audio/mp4');
  expect(typeOf(text('\0\0\0\x18ftypisom\0'), 'a')).toBe('video/mp4');
  expect(typeOf(text('\x1a\x45\xdf\xa3\0'), 'a')).toBe('video/webm');
  expect(typeOf(gzipSync('x'), 'a.pdf')).toBe('application/gzip');
  // Two kinds at once: the first bytes decide, and nothing is run.
  expect(typeOf(text('GIF89a<script>alert(1)</script>\0'), 'a.html')).toBe('image/gif');
  expect(typeOf(text('<svg onload="x()"/>'), 'a.png')).toBe('text/plain');
});

test('B56 a PDF of 10,000 pages is read in part, and one that unpacks to gigabytes ends in its limits', async () => {
  const pdf = 'application/pdf';
  const long = await documentTextApart(smallPdf(...Array.from({ length: 10_000 }, () => 'x')), pdf, never);
  expect(long).toMatchObject({ unit: 'page', count: 10_000, isCut: true });
  expect(long?.parts[0]).toEqual({ name: '1', text: 'x' });
  expect(long?.parts.length).toBeLessThanOrEqual(2_000);
  const read = await documentTextApart(packedPdf(1024), pdf, never);
  expect(read?.parts[0]?.text ?? '').toBe('');
});
