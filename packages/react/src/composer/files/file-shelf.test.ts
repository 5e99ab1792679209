import type { MessageFile } from '@millrace/engine/run';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../client/api-error.ts';
import { createFileShelf, type FileShelf, type KeptFile } from './file-shelf.ts';
import { scaled } from './prepare-picture.ts';

interface Upload {
  readonly id: string;
  readonly bytes: Blob;
  readonly signal: AbortSignal | undefined;
  readonly progress: (bytes: number) => void;
  readonly done: (file: MessageFile) => void;
  readonly fail: (error: unknown) => void;
}

let uploads: Upload[];
let dropped: string[];
let stored: readonly KeptFile[];
let hasRoom: boolean;
let close: () => void;
beforeEach(() => {
  [uploads, dropped, stored, hasRoom] = [[], [], [], true];
  vi.useFakeTimers();
});
afterEach(() => {
  close();
  vi.useRealTimers();
});

const client = {
  uploadFile: (
    id: string,
    bytes: Blob,
    _about: object,
    options: { signal?: AbortSignal | undefined; onProgress?: ((n: number) => void) | undefined } = {},
  ) =>
    new Promise<MessageFile>((resolve, reject) => {
      options.signal?.addEventListener('abort', () => reject(options.signal?.reason));
      uploads.push({
        id,
        bytes,
        signal: options.signal,
        progress: (n) => options.onProgress?.(n),
        done: resolve,
        fail: reject,
      });
    }),
  dropFile: async (id: string) => void dropped.push(id),
  fileOutline: async () => ({ unit: 'page', tokens: [10, 20], count: 2 }) as const,
  fileLimits: async () => ({ largest: 1_000, all: 9_999, used: 0, most: 20 }),
};

function open(): FileShelf {
  const keeper = {
    read: async () => stored,
    write: async (files: readonly KeptFile[]) => {
      if (hasRoom) stored = files;
      return hasRoom;
    },
  };
  const shelf = createFileShelf({ client, keeper, prepare: async () => undefined });
  close = shelf.open();
  return shelf;
}

const settle = () => vi.advanceTimersByTimeAsync(20);
const text = (name: string, size = 5) => new File(['x'.repeat(size)], name, { type: 'text/plain' });
const states = (shelf: FileShelf) => shelf.getState().files.map(({ name, state }) => `${name} ${state}`);
const finish = (upload: Upload | undefined) =>
  upload?.done({ id: upload.id, name: 'n', type: 'text/plain', size: upload.bytes.size });

test('B60 two files are sent at once, the others wait; each tells how far it is, and all of them make a message', async () => {
  const shelf = open();
  await settle();
  shelf.add([text('a'), text('b'), text('c')]);
  await settle();
  expect(states(shelf)).toEqual(['a uploading', 'b uploading', 'c waiting']);
  uploads[0]?.progress(3);
  await settle();
  expect(shelf.getState().files[0]?.sent).toBe(3);
  expect(shelf.ready()).toBeUndefined();
  for (const n of [0, 1, 2]) {
    finish(uploads[n]);
    await settle();
  }
  expect(shelf.ready()?.map(({ id }) => id)).toEqual(uploads.map(({ id }) => id));
  shelf.clear();
  await settle();
  expect([states(shelf), stored, shelf.ready()]).toEqual([[], [], []]);
});

test('B61 a file that is removed ends its upload and is forgotten, and nothing of it comes back', async () => {
  const shelf = open();
  shelf.add([text('a'), text('b')]);
  await settle();
  const [first] = uploads;
  shelf.remove(first?.id ?? '');
  await settle();
  expect(first?.signal?.aborted).toBe(true);
  expect(dropped).toEqual([first?.id]);
  expect(states(shelf)).toEqual(['b uploading']);
});

test('B62 what does not fit is told by its name, and takes nothing from the others', async () => {
  const shelf = open();
  await settle();
  shelf.add([text('large', 1_001), text('empty', 0), text('a')]);
  await settle();
  expect(shelf.getState().refused).toEqual([
    { type: 'tooLarge', name: 'large', size: 1_001, largest: 1_000 },
    { type: 'empty', name: 'empty' },
  ]);
  expect(states(shelf)).toEqual(['a uploading']);
  shelf.add(Array.from({ length: 20 }, (_, n) => text(`${n}`)));
  await settle();
  expect(shelf.getState().files).toHaveLength(20);
  expect(shelf.getState().refused).toEqual([{ type: 'tooMany', most: 20 }]);
  hasRoom = false;
  shelf.remove(shelf.getState().files[5]?.id ?? '');
  await settle();
  expect(shelf.getState().refused).toEqual([{ type: 'notKept' }]);
});

test('B63 a server that is not reached is tried again; a refusal stays until the person tries again', async () => {
  const shelf = open();
  shelf.add([text('a')]);
  await settle();
  uploads[0]?.fail(new ApiError(0, 'unreachable', 'Gone.'));
  await settle();
  expect(shelf.getState().files[0]).toMatchObject({ state: 'failed', problem: { code: 'unreachable' } });
  await vi.advanceTimersByTimeAsync(3_000);
  expect(uploads).toHaveLength(2);
  expect(uploads[1]?.id).toBe(uploads[0]?.id);
  uploads[1]?.fail(new ApiError(413, 'files_full', 'Full.'));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(states(shelf)).toEqual(['a failed']);
  shelf.retry(uploads[0]?.id ?? '');
  await settle();
  finish(uploads[2]);
  await settle();
  expect(states(shelf)).toEqual(['a ready']);
});

test('B64 another page goes on with what was kept, under the same ids', async () => {
  const shelf = open();
  shelf.add([text('a'), text('b')]);
  await settle();
  const [first, second] = uploads;
  finish(first);
  await settle();
  close();
  const again = open();
  await settle();
  expect(states(again)).toEqual(['a ready', 'b uploading']);
  expect(uploads[2]?.id).toBe(second?.id);
  // A message that was not sent gives its files back.
  again.putBack([{ id: 'z', name: 'z', type: 'text/plain', size: 1 }]);
  await settle();
  expect(states(again)).toEqual(['z ready', 'a ready', 'b uploading']);
});

test('B81 the part, the words and the order of files are chosen, kept over a reload, and sent', async () => {
  const shelf = open();
  shelf.add([text('a'), text('b')]);
  await settle();
  const [a = '', b = ''] = uploads.map(({ id }) => id);
  for (const upload of uploads) finish(upload);
  await settle();
  expect(shelf.getState().files[0]?.outline).toEqual({ unit: 'page', tokens: [10, 20], count: 2 });
  shelf.choose(a, { text: '2' });
  shelf.choose(a, { alt: ' A chart ' });
  shelf.move(a, 1);
  shelf.move(a, 1);
  await settle();
  const expected = [{ id: b }, { id: a, text: '2', alt: 'A chart' }];
  expect(shelf.ready()).toMatchObject(expected);
  close();
  const again = open();
  await settle();
  expect(again.ready()).toMatchObject(expected);
  again.choose(a, { text: undefined });
  again.move(a, -1);
  expect(again.ready()?.map(({ id, text: part }) => [id, part])).toEqual([
    [a, undefined],
    [b, undefined],
  ]);
});

test.each([
  [4000, 3000, 2048, 1536],
  [1000, 9000, 228, 2048],
  [9000, 1, 2048, 1],
  [80, 60, 80, 60],
])('B65 a picture of %i × %i is sent as %i × %i', (width, height, w, h) => {
  expect(scaled({ width, height })).toEqual({ width: w, height: h });
});
