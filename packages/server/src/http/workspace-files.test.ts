import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FILE_PIECE, type FileOutline, type FileSheets } from '@millrace/engine/run';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { docx, paragraph, xlsx } from '../../../../fixtures/office-files.ts';
import { PNG } from '../../../../fixtures/pictures.ts';
import { type RunningServer, startServer } from '../../../../fixtures/running-server.ts';
import { smallPdf } from '../../../../fixtures/small-pdf.ts';
import { talker } from '../../../../fixtures/talker.ts';
import { makeWorkFolder } from '../../../../fixtures/work-folder.ts';

let server: RunningServer;
let root: string;
beforeEach(async () => {
  ({ root } = makeWorkFolder({ 'notes.txt': 'Otters swim.', 'empty.txt': '' }));
  mkdirSync(join(root, '.git'));
  server = await startServer(
    [talker(0)],
    async () => {},
    () => ({ workspace: root, protectedPaths: ['AGENTS.md'] }),
  );
});
afterEach(() => server.close());

async function upload(id: string, name: string, bytes: Uint8Array): Promise<void> {
  await server.api('PUT', `/api/files/${id}`, { name, type: '', size: bytes.length });
  for (let at = 0; at * FILE_PIECE < bytes.length; at += 1)
    await fetch(`${server.url}/api/files/${id}/pieces/${at}`, {
      method: 'PUT',
      headers: { ...server.device },
      body: new Uint8Array(bytes.subarray(at * FILE_PIECE, (at + 1) * FILE_PIECE)),
    });
  expect((await server.api('POST', `/api/files/${id}/done`, {})).status).toBe(200);
}
const post = (path: string, body: object) => server.api('POST', path, body);
const codeOf = async (answer: Promise<Response>): Promise<string> =>
  ((await (await answer).json()) as { code: string }).code;

test('B77 a file is saved into the workspace byte for byte, and never over another one unasked, outside, or where it is protected', async () => {
  await upload('p', 'a.png', PNG);
  expect((await post('/api/files/p/save', { path: 'art/a.png' })).status).toBe(204);
  expect(new Uint8Array(readFileSync(join(root, 'art/a.png')))).toEqual(PNG);
  const over = { path: 'notes.txt' };
  expect(await codeOf(post('/api/files/p/save', over))).toBe('file_there');
  expect(readFileSync(join(root, 'notes.txt'), 'utf8')).toBe('Otters swim.');
  expect((await post('/api/files/p/save', { ...over, replace: true })).status).toBe(204);
  expect(await codeOf(post('/api/files/p/save', { path: '../a.png' }))).toBe('bad_body');
  for (const path of ['.git/config', 'AGENTS.md'])
    expect(await codeOf(post('/api/files/p/save', { path }))).toBe('path_refused');
  expect(await codeOf(post('/api/files/none/save', { path: 'x' }))).toBe('no_file');
});

test('B77 a file of the workspace is attached as it is', async () => {
  const answer = await post('/api/files/w/attach', { path: 'notes.txt' });
  expect(await answer.json()).toEqual({ id: 'w', name: 'notes.txt', type: 'text/plain', size: 12 });
  expect(await (await server.api('GET', '/api/files/w')).text()).toBe('Otters swim.');
  expect(await codeOf(post('/api/files/x/attach', { path: 'empty.txt' }))).toBe('bad_body');
  expect(await codeOf(post('/api/files/x/attach', { path: 'none.txt' }))).toBe('bad_body');
  writeFileSync(join(root, 'other.txt'), 'x');
  expect(await codeOf(post('/api/files/w/attach', { path: 'other.txt' }))).toBe('other_file');
});

test('B80 a file tells how long it is for a model before it is sent, and a workbook its sheets', async () => {
  const outline = async (id: string) =>
    (await (await server.api('GET', `/api/files/${id}/outline`)).json()) as FileOutline;
  await upload('pdf', 'a.pdf', smallPdf('x'.repeat(40), 'y'));
  expect(await outline('pdf')).toEqual({ unit: 'page', tokens: [10, 1], count: 2 });
  await upload('doc', 'a.docx', docx(paragraph('x'.repeat(40))));
  expect(await outline('doc')).toEqual({ unit: 'text', tokens: [10], count: 1 });
  await upload('bad', 'b.pdf', new TextEncoder().encode('%PDF-1.7 no'));
  expect(await outline('bad')).toEqual({ unit: 'none', tokens: [], count: 0 });
  await upload('book', 'a.xlsx', xlsx({ A: '<row><c><v>1</v></c></row>' }));
  const sheets = (await (await server.api('GET', '/api/files/book/sheets')).json()) as FileSheets;
  expect(sheets).toEqual({ sheets: [{ name: 'A', rows: [['1']] }], is_cut: false });
  expect(await codeOf(server.api('GET', '/api/files/pdf/sheets'))).toBe('no_sheets');
});
