import type { MessageRecord } from '@millrace/engine/run';
import { beforeEach, expect, test } from 'vitest';
import { PNG } from '../../../../../fixtures/pictures.ts';
import { smallPdf } from '../../../../../fixtures/small-pdf.ts';
import { openMemoryStore, type WholeStore } from '../../../../../fixtures/whole-store.ts';
import { finishUpload } from '../../files/stored-file.ts';
import type { FileKind, Model } from '../../models/adapter/model.ts';
import { toHistory } from './history.ts';
import { createFileReader } from './read-files.ts';

let store: WholeStore;
beforeEach(() => {
  store = openMemoryStore();
});

const never = new AbortController().signal;
const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

/** A message with files, as a chat keeps it. */
async function message(
  files: Readonly<Record<string, Uint8Array>>,
  text = 'Look',
  seq = 1,
): Promise<MessageRecord> {
  const sent = [];
  for (const [name, bytes] of Object.entries(files)) {
    const id = `${seq}-${name.replace('.', '-')}`;
    await store.beginFile({ id, name, type: '', size: bytes.length, all: 1e9, ts: 1 });
    await store.putPiece({ id, index: 0, bytes, ts: 1 });
    const file = await finishUpload(store, { id, name });
    if (file !== undefined) sent.push(file);
  }
  return { seq, id: `m${seq}`, ts: 1, role: 'user', status: 'completed', text, files: sent };
}

async function read(
  records: readonly MessageRecord[],
  reads: readonly FileKind[] = [],
  contextWindow?: number,
) {
  const model = { id: 'a/b', name: 'B', reads, ...(contextWindow && { contextWindow }) } as Model;
  const [said] = toHistory(records, await createFileReader(store, never).read(records, model));
  return said?.content ?? [];
}
/** The message of a model, as text. */
const words = async (...given: Parameters<typeof read>): Promise<string> =>
  (await read(...given)).map((block) => (block.type === 'text' ? block.text : `<${block.type}>`)).join('\n');

test('B40 a picture and a PDF go to a model that reads them as they are, behind their names and before the words', async () => {
  const pdf = smallPdf('Hello');
  const asked = await message({ 'a "b".png': PNG, 'c.pdf': pdf });
  const content = await read([asked], ['image', 'pdf']);
  const data = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
  expect(content).toEqual([
    { type: 'text', text: `The person sent the file "a \\"b\\".png" (image/png, ${PNG.length} bytes):` },
    { type: 'image', media_type: 'image/png', data: data(PNG) },
    { type: 'text', text: expect.stringContaining('"c.pdf" (application/pdf') },
    { type: 'document', name: 'c.pdf', media_type: 'application/pdf', data: data(pdf) },
    { type: 'text', text: 'Look' },
  ]);
  // Without words the files are the message.
  expect(await words([await message({ 'd.png': PNG }, '', 2)], ['image'])).toMatch(/d\.png.*\n<image>$/);
});

test('B41 a model that does not see is told what it does not see, with the words of the person about it', async () => {
  const asked = await message({ 'a.png': PNG, 'b.bin': Uint8Array.of(0, 1, 2) });
  const [first] = asked.files ?? [];
  const described = { ...asked, files: [{ ...first, alt: 'A cat' }, ...(asked.files ?? []).slice(1)] };
  const said = await words([described as MessageRecord]);
  expect(said).toContain('"a.png"');
  expect(said).toContain('described as "A cat"');
  expect(said).toContain("You can't see pictures.");
  expect(said).toMatch(/"b\.bin" \(application\/octet-stream.*can't be read here/);
  expect(said).not.toContain('<image>');
});

test('B42 text, code and tables go in as text, whole or with a word about what is left out', async () => {
  const asked = await message({ 'a.svg': encode('<svg/>'), 'b.csv': encode('x,y\n1,2') });
  expect(await words([asked])).toContain('<file>\n<svg/>\n</file>');
  expect(await words([asked])).toContain('<file>\nx,y\n1,2\n</file>');
  const long = await message({ 'c.txt': encode('a'.repeat(5_000)) }, 'Long', 2);
  expect(await words([long], [], 1_000)).toMatch(/aaa\n<\/file>\n\[The rest is left out here/);
  // The newest files have the room.
  const both = await words([asked, { ...long, seq: 9 }], [], 1_000);
  expect(both).toContain('"a.svg"');
  expect(both).toContain('left out because newer files take the room');
});

test('B43 a PDF is read page by page for a model that reads none; one that is broken, hostile or empty is told', async () => {
  const asked = await message({ 'a.pdf': smallPdf('First (page)', '', 'Third\nline') });
  const said = await words([asked], ['image']);
  expect(said).toContain('[Page 1 of 3]\nFirst (page)');
  expect(said).not.toContain('[Page 2 of 3]');
  expect(said).toContain('[Page 3 of 3]\nThird');
  for (const bytes of [encode('%PDF-1.7 broken'), smallPdf(''), encode(`%PDF-1.4\n${'[ '.repeat(100_000)}`)])
    expect(await words([await message({ 'b.pdf': bytes }, 'x', bytes.length)])).toMatch(
      /no text that can be read|could not be read/,
    );
});

test('B44 a file that is gone or damaged takes nothing from the others, and one that no model takes is named', async () => {
  const asked = await message({ 'a.png': PNG, 'b.txt': encode('still here') });
  const readPiece = store.readPiece;
  Object.assign(store, {
    readPiece: (id: string, index: number) =>
      id.includes('png') ? Promise.resolve('damaged') : readPiece(id, index),
  });
  const said = await words([asked], ['image']);
  expect(said).toContain('was damaged');
  expect(said).toContain('still here');
  const large = { ...asked, files: [{ id: 'x', name: 'x.png', type: 'image/png', size: 4_000_000 }] };
  expect(await words([large], ['image'])).toContain('too large to be shown');
  const kind = { ...asked, files: [{ id: 'x', name: 'x.avif', type: 'image/avif', size: 9 }] };
  expect(await words([kind], ['image'])).toContain('pictures of this kind');
});

test('B45 a history that is made without reading names the files', async () => {
  const asked = await message({ 'a.txt': encode('otters') }, '');
  expect(JSON.stringify(toHistory([asked]))).toContain('a.txt');
  expect(JSON.stringify(toHistory([asked]))).not.toContain('otters');
});
