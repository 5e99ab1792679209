import { createHash, randomBytes } from 'node:crypto';
import { FILE_PIECE, type SentFile } from '@millrace/engine/run';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { WholeStore as Store } from '../../../../../fixtures/whole-store.ts';
import { UNSENT_MS } from '../file-store.ts';
import { bytes as bytesOf } from '../tx.ts';
import { ANSWER, lease, type MakePlace, message, storeUnderTest } from './place-contract.ts';

const sha = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const ALL = 100 * FILE_PIECE;
const small = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Sends a whole file, as a page does. */
async function upload(store: Store, id: string, bytes: Uint8Array, name = `${id}.png`): Promise<void> {
  const about = { id, name, type: 'image/png', size: bytes.length, width: 4, height: 3 };
  expect(await store.beginFile({ ...about, all: ALL, ts: 1 })).toMatchObject({ type: 'open' });
  for (let at = 0; at * FILE_PIECE < bytes.length; at += 1) {
    const piece = bytes.subarray(at * FILE_PIECE, (at + 1) * FILE_PIECE);
    expect(await store.putPiece({ id, index: at, bytes: piece, ts: 1 })).toEqual({
      type: 'kept',
      pieces: at + 1,
    });
  }
  expect(await store.finishFile({ id, hash: sha(bytes), type: 'image/png', ts: 1 })).toMatchObject({ id });
}

/** The hash of all bytes of a file, or a word where a piece is missing or damaged. Comparing many bytes one by one takes seconds. */
async function download(store: Store, id: string): Promise<string> {
  const file = await store.findFile(id);
  if (file === undefined) return 'none';
  const pieces: Uint8Array[] = [];
  for (let at = 0; at * FILE_PIECE < file.size; at += 1) {
    const piece = await store.readPiece(id, at);
    if (piece === undefined || typeof piece === 'string') return piece ?? 'missing';
    pieces.push(piece);
  }
  return sha(Buffer.concat(pieces));
}

/** The files of messages. */
export function fileContract(makePlace: MakePlace): void {
  const at = storeUnderTest(makePlace);
  beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}));
  afterEach(() => vi.restoreAllMocks());
  const post = (chat: string, n: number, files: readonly SentFile[], more = {}) => {
    const ids = { commandId: `c-${n}`, messageId: `m-${n}`, runId: `r-${n}`, chatId: chat };
    return at.store.postMessage(message({ ...ids, text: '', files, ts: 10 + n, ...more }));
  };
  /** Ends the run of a message, so that another one can be sent. */
  const end = async (n: number): Promise<void> => {
    const run = await at.store.claimRun(`r-${n}`, lease('w', 1_000_000));
    await at.store.endRun({ runId: `r-${n}`, fence: run?.fence ?? 0 }, 0, { type: 'complete' }, ANSWER, 50);
  };
  const count = async (table: string): Promise<number> =>
    Number((await at.place.ask(`SELECT COUNT(*) AS many FROM ${table}`))[0]?.['many']);

  test('B2 a file that was sent in pieces comes back with its message, from every opener', async () => {
    const bytes = randomBytes(FILE_PIECE + 7);
    await upload(at.store, 'f', bytes, 'Grüße 🌊.png');
    expect(await at.store.fileUse()).toBe(bytes.length);
    await at.store.createChat('chat-1', 1);
    expect(await post('chat-1', 1, [{ id: 'f', alt: 'A wave' }])).toMatchObject({
      type: 'sent',
      fresh: true,
    });
    const facts = {
      id: 'f',
      name: 'Grüße 🌊.png',
      type: 'image/png',
      size: bytes.length,
      width: 4,
      height: 3,
    };
    for (const store of [await at.openAnother(), await at.reopen()]) {
      const [asked] = await store.readMessages('chat-1', 0);
      expect(asked?.files).toEqual([{ ...facts, alt: 'A wave' }]);
      expect(await store.findFile('f')).toEqual(facts);
      expect(await download(store, 'f')).toBe(sha(bytes));
      expect((await store.getChat('chat-1'))?.title).toBe('Grüße 🌊.png');
    }
    expect(await at.store.readPiece('f', 2)).toBeUndefined();
    expect(await at.store.findFile('g')).toBeUndefined();
  });

  test('B3 an upload goes on where it was cut; pieces come in order, each once, and in their length', async () => {
    const bytes = randomBytes(2 * FILE_PIECE + 1);
    const about = { id: 'f', name: 'a.bin', type: '', size: bytes.length, all: ALL, ts: 1 };
    const put = (index: number, piece: Uint8Array) =>
      at.store.putPiece({ id: 'f', index, bytes: piece, ts: 2 });
    const parts = [0, 1, 2].map((n) => bytes.subarray(n * FILE_PIECE, (n + 1) * FILE_PIECE));
    const [first = bytes, second = bytes, third = bytes] = parts;
    expect(await put(0, first)).toEqual({ type: 'no_file' });
    const progress = { id: 'f', name: 'a.bin', size: bytes.length, piece: FILE_PIECE };
    expect(await at.store.beginFile(about)).toEqual({ type: 'open', progress: { ...progress, pieces: 0 } });
    const refused = { type: 'other_piece', pieces: 0, length: FILE_PIECE };
    expect(await put(1, second)).toEqual(refused);
    expect(await put(0, third)).toEqual(refused);
    expect(await put(0, first)).toEqual({ type: 'kept', pieces: 1 });
    // The answer was lost: it comes again, and what is there stays.
    expect(await put(0, second)).toEqual({ type: 'kept', pieces: 1 });
    await at.reopen();
    expect(await at.store.beginFile(about)).toEqual({ type: 'open', progress: { ...progress, pieces: 1 } });
    expect(await at.store.beginFile({ ...about, size: 5 })).toEqual({ type: 'other_file' });
    expect(await at.store.finishFile({ id: 'f', hash: 'h', type: 't', ts: 1 })).toBeUndefined();
    expect(await post('chat-1', 1, [])).toEqual({ type: 'no_chat' });
    await at.store.createChat('chat-1', 1);
    expect(await post('chat-1', 1, [{ id: 'f' }])).toEqual({ type: 'no_file', id: 'f' });
    expect(await at.store.readMessages('chat-1', 0)).toEqual([]);
    expect(await put(1, second)).toEqual({ type: 'kept', pieces: 2 });
    expect(await put(2, third)).toEqual({ type: 'kept', pieces: 3 });
    for (let twice = 0; twice < 2; twice += 1)
      expect(
        await at.store.finishFile({ id: 'f', hash: sha(bytes), type: 'text/plain', ts: 1 }),
      ).toMatchObject({
        type: 'text/plain',
      });
    expect(await at.store.fileProgress('f')).toMatchObject({ pieces: 3, file: { id: 'f', name: 'a.bin' } });
    expect(await download(at.store, 'f')).toBe(sha(bytes));
  });

  test('B4 a chat keeps one copy of each content, however often it is sent there, and another chat its own', async () => {
    for (const chat of ['chat-1', 'chat-2']) await at.store.createChat(chat, 1);
    for (const id of ['a', 'b', 'c']) await upload(at.store, id, small('same'), `${id}.png`);
    await post('chat-1', 1, [{ id: 'a' }, { id: 'b' }]);
    await post('chat-2', 2, [{ id: 'c' }]);
    const [first] = await at.store.readMessages('chat-1', 0);
    expect(first?.files?.map(({ id, name }) => [id, name])).toEqual([
      ['a', 'a.png'],
      ['a', 'b.png'],
    ]);
    expect(await at.store.fileUse()).toBe(8);
    // The words for the contents say nothing about each other.
    const words = await at.place.ask("SELECT word FROM files WHERE word <> ''");
    expect(new Set(words.map((row) => row['word'])).size).toBe(2);
    await at.store.sweepFiles(0);
    expect([await count('files'), await count('file_pieces')]).toEqual([2, 2]);
    // A file of one chat is none of another.
    await end(2);
    expect(await post('chat-2', 3, [{ id: 'a' }])).toEqual({ type: 'no_file', id: 'a' });
    // A message that replaces another keeps its files, unless it says others.
    await end(1);
    await post('chat-1', 4, [], { files: undefined, insteadOf: 'm-1', text: 'Again' });
    expect((await at.store.readMessages('chat-1', 0)).at(-1)?.files).toHaveLength(2);
    await end(4);
    await post('chat-1', 5, [], { insteadOf: 'm-4', text: 'Without' });
    expect((await at.store.readMessages('chat-1', 0)).at(-1)).not.toHaveProperty('files');
  });

  test('B5 pieces that were swapped, cut, joined or moved in the database are damaged, and never other bytes', async () => {
    const bytes = randomBytes(FILE_PIECE + 9);
    await upload(at.store, 'a', bytes);
    await upload(at.store, 'b', randomBytes(FILE_PIECE + 9));
    const rows = await at.place.ask(
      'SELECT file_id, place, payload FROM file_pieces ORDER BY file_id, place',
    );
    const [a0, a1, b0] = rows.map((row) => Buffer.from(bytesOf(row, 'payload')));
    const put = (file: string, place: number, payload: typeof a0) =>
      at.place.ask(
        'UPDATE file_pieces SET payload = ? WHERE file_id = ? AND place = ?',
        payload ?? null,
        file,
        place,
      );
    await put('a', 0, a1);
    expect(await download(at.store, 'a')).toBe('damaged');
    await put('a', 0, b0);
    expect(await download(at.store, 'a')).toBe('damaged');
    await put('a', 0, a0);
    expect(await download(at.store, 'a')).toBe(sha(bytes));
    // A file that was made shorter is no file.
    await at.place.ask("UPDATE files SET size = ? WHERE id = 'a'", FILE_PIECE);
    expect(await download(at.store, 'a')).toBe('none');
    await at.place.ask("UPDATE files SET size = ? WHERE id = 'a'", FILE_PIECE + 9);
    await at.place.ask("DELETE FROM file_pieces WHERE file_id = 'a' AND place = 1");
    expect(await download(at.store, 'a')).toBe('damaged');
    // The facts of one file are none of another, and nobody gives one to a chat.
    await at.place.ask("UPDATE files SET facts = (SELECT facts FROM files WHERE id = 'a') WHERE id = 'b'");
    expect(await at.store.findFile('b')).toBeUndefined();
    await at.place.ask("UPDATE files SET chat_id = 'chat-1' WHERE id = 'a'");
    expect(await at.store.findFile('a')).toBeUndefined();
  });

  test('B6 all files of an account keep to its quota, also those that begin at once', async () => {
    const begin = (id: string, size: number) =>
      at.store.beginFile({ id, name: 'a', type: '', size, all: 10, ts: 1 });
    const begun = await Promise.all(['a', 'b', 'c'].map((id) => begin(id, 5)));
    expect(begun.map(({ type }) => type).sort()).toEqual(['open', 'open', 'over_quota']);
    expect(await at.store.fileUse()).toBe(10);
    const open = ['a', 'b', 'c'].find((_, i) => begun[i]?.type === 'open') ?? '';
    expect(await at.store.dropFile(open)).toBe(true);
    expect(await at.store.dropFile(open)).toBe(false);
    // The room of what was dropped is free at once.
    expect(await begin('d', 6)).toEqual({ type: 'over_quota', used: 5 });
    expect(await begin('e', 5)).toMatchObject({ type: 'open' });
    expect(await begin(open, 5)).toEqual({ type: 'other_file' });
  });

  test('B7 with a chat its files go; those of a chat that is deleted are out of reach at once', async () => {
    const bytes = randomBytes(FILE_PIECE + 3);
    await at.store.createChat('chat-1', 1);
    await upload(at.store, 'a', bytes);
    await post('chat-1', 1, [{ id: 'a' }]);
    await end(1);
    await at.store.changePlaces({ ids: ['chat-1'], deleted: true, ts: 1 });
    expect(await download(at.store, 'a')).toBe('none');
    expect(await at.store.readPiece('a', 0)).toBeUndefined();
    await at.store.changePlaces({ ids: ['chat-1'], deleted: false, ts: 1 });
    expect(await download(at.store, 'a')).toBe(sha(bytes));
    await at.store.changePlaces({ ids: ['chat-1'], deleted: true, ts: 1 });
    await at.store.eraseDeleted(9);
    // A server that is killed here goes on: the store says that there is something to erase.
    await at.reopen();
    expect(await at.store.accountsToErase(9)).toEqual(['first']);
    while ((await at.store.sweepFiles(9)) > 0);
    expect(await at.store.accountsToErase(9)).toEqual([]);
    for (const table of ['files', 'file_pieces', 'file_refs'])
      expect([table, await count(table)]).toEqual([table, 0]);
  });

  test('B8 an upload that nobody sent is erased after a week, and one that was touched since stays', async () => {
    await upload(at.store, 'a', small('old'));
    expect(await at.store.sweepFiles(UNSENT_MS)).toBe(0);
    expect(await at.store.accountsToErase(UNSENT_MS)).toEqual([]);
    await at.store.beginFile({ id: 'b', name: 'b', type: '', size: 5, all: ALL, ts: 9 });
    expect(await at.store.accountsToErase(UNSENT_MS + 1)).toEqual(['first']);
    while ((await at.store.sweepFiles(UNSENT_MS + 1)) > 0);
    expect(await at.place.ask('SELECT id FROM files')).toEqual([{ id: 'b' }]);
    expect(await count('file_pieces')).toBe(0);
  });

  test('B10 a file that a run has made belongs to its chat, once for each content, within the quota, and goes with the chat', async () => {
    await at.store.createChat('x', 1);
    await post('x', 1, [], { text: 'Make it' });
    const bytes = randomBytes(FILE_PIECE + 9);
    const made = {
      chatId: 'x',
      messageId: 'r-1',
      type: 'image/png',
      hash: sha(bytes),
      bytes,
      all: ALL,
      ts: 20,
    };
    const first = await at.store.addFile({ ...made, id: 'one', name: 'heron.png', width: 4, height: 3 });
    expect(first).toEqual({
      id: 'one',
      name: 'heron.png',
      type: 'image/png',
      size: bytes.length,
      width: 4,
      height: 3,
    });
    expect(await at.store.addFile({ ...made, id: 'two', name: 'again.png' })).toMatchObject({ id: 'one' });
    expect(await count('files')).toBe(1);
    await at.reopen();
    expect(await download(at.store, 'one')).toBe(sha(bytes));
    expect(await at.store.filesOf('x')).toEqual([first]);
    const other = { ...made, hash: 'h', bytes: small('abc'), id: 'three', name: 'a' };
    expect(await at.store.addFile({ ...other, all: bytes.length + 2 })).toBeUndefined();
    expect(await at.store.addFile({ ...other, chatId: 'none' })).toBeUndefined();
    // A message that names it keeps it, too.
    await end(1);
    expect(await post('x', 2, [{ id: 'one' }])).toMatchObject({ type: 'sent' });
    while ((await at.store.sweepFiles(UNSENT_MS * 2)) > 0);
    expect(await at.store.filesOf('x')).toHaveLength(1);
    await end(2);
    await at.store.changePlaces({ ids: ['x'], deleted: true, ts: 30 });
    expect(await at.store.filesOf('x')).toEqual([]);
    expect(await at.store.addFile(other)).toBeUndefined();
    await at.store.eraseDeleted(40);
    while ((await at.store.sweepFiles(40)) > 0);
    expect(await count('file_pieces')).toBe(0);
  });

  test('B9 whatever is done and killed in which order, no piece is left alone and no message misses a file', async () => {
    const steps = fc.array(
      fc.oneof(
        fc.record({
          type: fc.constant('upload' as const),
          id: fc.constantFrom('a', 'b', 'c'),
          body: fc.nat(1),
        }),
        fc.record({ type: fc.constant('begin' as const), id: fc.constantFrom('a', 'd') }),
        fc.record({ type: fc.constant('drop' as const), id: fc.constantFrom('a', 'b', 'd') }),
        fc.record({
          type: fc.constant('send' as const),
          chat: fc.constantFrom('x', 'y'),
          ids: fc.subarray(['a', 'b', 'c', 'd']),
        }),
        fc.record({
          type: fc.constantFrom('delete' as const, 'back' as const),
          chat: fc.constantFrom('x', 'y'),
        }),
        fc.record({ type: fc.constantFrom('erase' as const, 'sweep' as const, 'kill' as const) }),
      ),
      { minLength: 4, maxLength: 14 },
    );
    let days = 0;
    await fc.assert(
      fc.asyncProperty(steps, async (day) => {
        days += 1;
        const own = (word: string): string => `${word}${days}`;
        for (const chat of ['x', 'y']) await at.store.createChat(own(chat), 1);
        let n = days * 1_000;
        const { ask } = at.place;
        for (const step of day) {
          n += 1;
          switch (step.type) {
            case 'upload':
              if ((await at.store.fileProgress(own(step.id))) === undefined)
                await upload(at.store, own(step.id), small(`body ${step.body}`)).catch(() => {});
              break;
            case 'begin':
              await at.store.beginFile({ id: own(step.id), name: 'n', type: '', size: 3, all: ALL, ts: 1 });
              break;
            case 'drop':
              await at.store.dropFile(own(step.id));
              break;
            case 'send':
              if (
                (
                  await post(
                    own(step.chat),
                    n,
                    step.ids.map((id) => ({ id: own(id) })),
                  )
                ).type === 'sent'
              )
                await end(n);
              break;
            case 'delete':
            case 'back':
              await at.store.changePlaces({ ids: [own(step.chat)], deleted: step.type === 'delete', ts: 1 });
              break;
            case 'erase':
              await at.store.eraseDeleted(9);
              break;
            case 'sweep':
              await at.store.sweepFiles(9);
              break;
            case 'kill':
              await at.reopen();
          }
          const alone = 'NOT EXISTS (SELECT id FROM files WHERE files.id = file_id)';
          expect(await ask(`SELECT file_id FROM file_pieces WHERE ${alone}`)).toEqual([]);
          for (const chat of await at.store.listChats())
            for (const { files = [] } of await at.store.readMessages(chat.id, 0))
              for (const { id } of files) expect(await download(at.store, id)).toHaveLength(64);
        }
        // In the end only what a message has is left.
        await at.store.eraseDeleted(9);
        while ((await at.store.sweepFiles(UNSENT_MS * 2)) > 0);
        const kept = new Set<string>();
        for (const chat of await at.store.listChats())
          for (const { files = [] } of await at.store.readMessages(chat.id, 0))
            for (const { id } of files) kept.add(id);
        const hidden = await ask('SELECT id FROM chats WHERE deleted_at IS NOT NULL');
        expect(hidden).toEqual([]);
        const left = (await ask('SELECT id FROM files')).map((row) => String(row['id'])).sort();
        expect(left).toEqual([...kept].sort());
      }),
      { numRuns: 12 },
    );
  });
}
