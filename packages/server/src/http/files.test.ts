import { randomBytes } from 'node:crypto';
import {
  FILE_PIECE,
  type FileLimits,
  type FileProgress,
  KEY_HEADER,
  type MessageFile,
} from '@millrace/engine/run';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../../../../fixtures/running-server.ts';
import { deviceHeaders } from '../../../../fixtures/sign-in.ts';
import { talker } from '../../../../fixtures/talker.ts';
import type { WholeStore } from '../../../../fixtures/whole-store.ts';

let server: RunningServer;
let store: WholeStore;
beforeEach(async () => {
  server = await startServer(
    [talker(0)],
    async (given) => {
      store = given;
    },
    () => ({ files: { largest: 2 * FILE_PIECE, all: 3 * FILE_PIECE } }),
  );
});
afterEach(() => server.close());

const begin = (id: string, bytes: Uint8Array, name = 'a.png') =>
  server.api('PUT', `/api/files/${id}`, { name, type: 'text/html', size: bytes.length });
const put = (id: string, index: number | string, bytes: Uint8Array) =>
  fetch(`${server.url}/api/files/${id}/pieces/${index}`, {
    method: 'PUT',
    headers: { ...server.device },
    body: new Uint8Array(bytes),
  });

async function upload(id: string, bytes: Uint8Array, name?: string): Promise<MessageFile> {
  const begun = (await (await begin(id, bytes, name)).json()) as FileProgress;
  for (let at = begun.pieces; at * FILE_PIECE < bytes.length; at += 1)
    await put(id, at, bytes.subarray(at * FILE_PIECE, (at + 1) * FILE_PIECE));
  return (await (await server.api('POST', `/api/files/${id}/done`, {})).json()) as MessageFile;
}
const code = async (answer: Response | Promise<Response>): Promise<string> =>
  ((await (await answer).json()) as { code: string }).code;

test('B20 a file is sent in pieces, goes on where it was cut, and comes back byte for byte', async () => {
  const bytes = new Uint8Array(randomBytes(FILE_PIECE + 9));
  expect(await (await begin('f', bytes)).json()).toMatchObject({ pieces: 0, piece: FILE_PIECE });
  expect(await (await put('f', 0, bytes.subarray(0, FILE_PIECE))).json()).toEqual({ pieces: 1 });
  expect(await code(server.api('POST', '/api/files/f/done', {}))).toBe('other_piece');
  // The page was reloaded.
  expect(await (await begin('f', bytes)).json()).toMatchObject({ pieces: 1 });
  expect(await code(put('f', 2, bytes.subarray(0, 9)))).toBe('other_piece');
  expect(await code(put('f', 1, bytes.subarray(0, 8)))).toBe('other_piece');
  expect(await code(put('f', 'x', bytes.subarray(0, 8)))).toBe('bad_piece');
  expect(await code(server.api('GET', '/api/files/f'))).toBe('no_file');
  expect(await upload('f', bytes)).toMatchObject({
    id: 'f',
    name: 'a.png',
    type: 'application/octet-stream',
  });
  const answer = await server.api('GET', '/api/files/f');
  // Comparing them one by one takes seconds.
  expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
  const use = (await (await server.api('GET', '/api/files')).json()) as FileLimits;
  expect(use).toEqual({ largest: 2 * FILE_PIECE, all: 3 * FILE_PIECE, used: bytes.length, most: 20 });
});

test('B21 each refusal of a file says why, and keeps what is there', async () => {
  const large = (size: number) => ({ length: size }) as Uint8Array;
  expect(await code(begin('f', large(2 * FILE_PIECE + 1)))).toBe('file_too_large');
  expect(await code(begin('f', large(0)))).toBe('bad_body');
  expect(await code(begin('a.b', large(1)))).toBe('bad_body');
  expect(await code(begin('f', large(1), 'a\nb'))).toBe('bad_body');
  await begin('f', large(2 * FILE_PIECE));
  expect(await code(begin('f', large(3)))).toBe('other_file');
  const full = await begin('g', large(FILE_PIECE + 1));
  expect(await full.json()).toMatchObject({ code: 'files_full', used: 2 * FILE_PIECE });
  expect(await code(put('g', 0, new Uint8Array(3)))).toBe('no_file');
  expect((await server.api('DELETE', '/api/files/f')).status).toBe(204);
  expect(await code(put('f', 0, new Uint8Array(FILE_PIECE)))).toBe('no_file');
  expect((await begin('g', large(FILE_PIECE + 1))).status).toBe(200);
});

const PNG = Uint8Array.from(Buffer.from('iVBORw0KGgoAAAANSUhEUg', 'base64'));
const text = (words: string): Uint8Array => new TextEncoder().encode(words);

test.each<[string, Uint8Array, string, string, string]>([
  ['a picture', PNG, 'a.txt', 'image/png', 'image/png'],
  [
    'a drawing with a script',
    text('<svg onload="alert(1)"/>'),
    'a.svg',
    'text/plain',
    'application/octet-stream',
  ],
  ['a page', text('<script>alert(1)</script>'), 'a.html', 'text/plain', 'application/octet-stream'],
  ['a PDF', text('%PDF-1.7 …'), 'a.png', 'application/pdf', 'application/octet-stream'],
  ['a table', text('a,b\n1,2'), 'a.CSV', 'text/csv', 'application/octet-stream'],
  [
    'half a character at the end',
    Uint8Array.of(65, 0xc3),
    'a.txt',
    'application/octet-stream',
    'application/octet-stream',
  ],
  ['an archive', text('PK\u0003\u0004…'), 'a.zip', 'application/zip', 'application/octet-stream'],
  [
    'a document',
    text('PK\u0003\u0004…'),
    'a.docx',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'application/octet-stream',
  ],
])(
  'B22 %s is told by its bytes, and comes as nothing that a browser runs',
  async (_, bytes, name, type, served) => {
    expect(await upload('f', bytes, name)).toMatchObject({ type, name });
    const answer = await server.api('GET', '/api/files/f');
    expect(answer.headers.get('content-type')).toBe(served);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    expect(answer.headers.get('content-disposition')).toContain('attachment; ');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(new Uint8Array(await answer.arrayBuffer())).toEqual(bytes);
  },
);

test('B22 a name may hold every character and stays in its header', async () => {
  await upload('f', PNG, `"';\\%2e (*) ü🌊`);
  const said = (await server.api('GET', '/api/files/f')).headers.get('content-disposition');
  expect(said).toBe(`attachment; filename*=UTF-8''%22%27%3B%5C%252e%20%28%2a%29%20%C3%BC%F0%9F%8C%8A`);
});

test('B23 nobody else has a file: no other account, no API token without the scope, no page without its key', async () => {
  await upload('f', PNG);
  const invited = await server.api('POST', '/api/people/invitations', { name: 'Bea', role: 'admin' });
  const { path } = (await invited.json()) as { readonly path: string };
  const bea = await deviceHeaders(
    await fetch(`${server.url}/api/session`, {
      method: 'POST',
      headers: { cookie: '', [KEY_HEADER]: '', 'content-type': 'application/json' },
      body: JSON.stringify({ token: path.split('#')[1], name: 'Bea' }),
    }),
  );
  expect(bea).not.toEqual(server.device);
  const get = (headers: Readonly<Record<string, string>>) => fetch(`${server.url}/api/files/f`, { headers });
  expect((await get({ ...bea })).status).toBe(404);
  expect((await get({})).status).toBe(401);
  const { [KEY_HEADER]: _, ...cookieAlone } = server.device;
  expect((await get(cookieAlone)).status).toBe(401);
  const made = await server.api('POST', '/api/tokens', { name: 'T', scopes: ['decide'] });
  const { token } = (await made.json()) as { readonly token: string };
  expect((await get({ authorization: `Bearer ${token}` })).status).toBe(403);
  expect((await get({ ...server.device })).status).toBe(200);
});

test('B24 a message takes its files; one without words needs a file, and one that is not there is refused', async () => {
  await upload('f', PNG);
  await server.api('POST', '/api/chats', { id: 'c' });
  const send = (id: string, body: object) =>
    server.api('POST', '/api/chats/c/messages', { command_id: id, text: '', ...body });
  expect(await code(send('1', {}))).toBe('bad_body');
  expect(await code(send('1', { files: [] }))).toBe('bad_body');
  expect(await code(send('1', { files: [{ id: 'none' }] }))).toBe('no_file');
  expect(await code(send('1', { files: Array.from({ length: 21 }, () => ({ id: 'f' })) }))).toBe('bad_body');
  expect((await send('1', { files: [{ id: 'f', alt: 'A wave' }] })).status).toBe(200);
  const { messages } = (await (await server.api('GET', '/api/chats/c/messages')).json()) as {
    messages: readonly { files?: unknown }[];
  };
  expect(messages[0]?.files).toEqual([
    { id: 'f', name: 'a.png', type: 'image/png', size: PNG.length, alt: 'A wave' },
  ]);
});

test('B25 a file that was damaged in the database is told, and never sent in part as if it were whole', async () => {
  await upload('f', new Uint8Array(FILE_PIECE + 1));
  const readPiece = store.readPiece;
  const damagedFrom = (from: number): void => {
    Object.assign(store.of('first'), {
      readPiece: async (id: string, index: number) => (index >= from ? 'damaged' : readPiece(id, index)),
    });
  };
  damagedFrom(0);
  expect(await code(server.api('GET', '/api/files/f'))).toBe('damaged_file');
  damagedFrom(1);
  const half = await server.api('GET', '/api/files/f');
  await expect(half.arrayBuffer()).rejects.toThrow();
});
