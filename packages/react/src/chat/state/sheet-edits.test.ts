import type { SaveSheetRequest, SheetVersion } from '@millrace/engine/run';
import { afterEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../client/api-error.ts';
import { createChatSheets, type SheetClient } from './sheet-edits.ts';

const BASE = 'a'.repeat(64);
const TIMES = { restMs: 600, retryMs: 2000 };
const edit = (id: string, text: string) => ({
  id,
  embed: 'r:0:0',
  base: BASE,
  cells: [[1, 0, text]] as const,
});

/** A server with one chat, as `saveSheet` of the store works. */
function server() {
  const versions = new Map<string, SheetVersion>();
  const saved: SaveSheetRequest[] = [];
  let broken: ApiError | undefined;
  let [rev, lists] = [0, 0];
  const client: SheetClient = {
    async readSheets() {
      lists++;
      const all = [...versions.values()].toSorted((a, b) => a.rev - b.rev);
      return {
        versions: all.map(({ cells, ...info }, i) => (i === all.length - 1 ? { ...info, cells } : info)),
      };
    },
    async readSheet(_, id) {
      const found = versions.get(id);
      if (found === undefined) throw new ApiError(404, 'no_version', '');
      return found;
    },
    async saveSheet(_, id, request) {
      if (broken !== undefined) throw broken;
      saved.push(request);
      const version = { id, ...request, rev: ++rev, saved_at: rev, from: 'Pixel 9' };
      versions.set(id, version);
      return version;
    },
  };
  return {
    client,
    saved,
    versions,
    rev: () => rev,
    lists: () => lists,
    break: (error: ApiError | undefined) => {
      broken = error;
    },
  };
}

afterEach(() => vi.useRealTimers());

test('D375 an edit is shown at once, sent at once, and while one is under way only the newest state follows', async () => {
  vi.useFakeTimers();
  const { client, saved } = server();
  const sheets = createChatSheets(client, 'c', TIMES);
  for (const text of ['a', 'ab', 'abc']) sheets.save(edit('v1', text));
  expect(sheets.versionsOf('r:0:0', BASE)).toMatchObject([{ id: 'v1', cells: [[1, 0, 'abc']] }]);
  expect(sheets.status()).toBe('saving');
  await vi.advanceTimersByTimeAsync(TIMES.restMs * 2);
  expect(saved.map(({ cells, step }) => [cells[0]?.[2], step])).toEqual([
    ['a', 1],
    ['abc', 3],
  ]);
  expect(sheets.status()).toBe('saved');
  expect(sheets.versionsOf('r:0:0', BASE)).toBe(sheets.versionsOf('r:0:0', BASE));
  expect(sheets.versionsOf('r:0:0', 'b'.repeat(64))).toEqual([]);
});

test('D376 what could not be sent stays, says why, and is sent when the server is back', async () => {
  vi.useFakeTimers();
  const { client, saved, break: fail } = server();
  const sheets = createChatSheets(client, 'c', TIMES);
  fail(new ApiError(0, 'unreachable', 'x'));
  sheets.save(edit('v1', 'a'));
  await vi.advanceTimersByTimeAsync(0);
  expect(sheets.status()).toMatchObject({ failure: { code: 'unreachable' } });
  sheets.save(edit('v1', 'b'));
  await vi.advanceTimersByTimeAsync(TIMES.retryMs);
  fail(undefined);
  await vi.advanceTimersByTimeAsync(TIMES.retryMs * 4);
  expect(saved.map(({ cells }) => cells[0]?.[2])).toEqual(['b']);
  expect(sheets.status()).toBe('saved');
});

test('D376 a refusal is not tried again until the person changes something or asks for it', async () => {
  vi.useFakeTimers();
  const { client, saved, break: fail } = server();
  const sheets = createChatSheets(client, 'c', TIMES);
  fail(new ApiError(413, 'sheet_too_large', 'x'));
  sheets.save(edit('v1', 'a'));
  await vi.advanceTimersByTimeAsync(100_000);
  fail(undefined);
  await vi.advanceTimersByTimeAsync(100_000);
  expect(saved).toEqual([]);
  sheets.retry();
  await vi.advanceTimersByTimeAsync(1000);
  expect(saved).toHaveLength(1);
});

test('D377 versions of two devices are both listed on both, the newest last; older cells are loaded when wanted', async () => {
  vi.useFakeTimers();
  const there = server();
  const [mine, other] = [
    createChatSheets(there.client, 'c', TIMES),
    createChatSheets(there.client, 'c', TIMES),
  ];
  mine.save(edit('v1', 'mine'));
  await vi.advanceTimersByTimeAsync(1000);
  // The news of its own save needs no request.
  await mine.hear(there.rev());
  expect(there.lists()).toBe(0);
  other.save(edit('v2', 'other'));
  await vi.advanceTimersByTimeAsync(1000);
  await Promise.all([mine.hear(there.rev()), other.hear(there.rev())]);
  for (const sheets of [mine, other])
    expect(sheets.versionsOf('r:0:0', BASE).map(({ id }) => id)).toEqual(['v1', 'v2']);
  expect(mine.versionsOf('r:0:0', BASE)).toMatchObject([
    { cells: [[1, 0, 'mine']] },
    { cells: [[1, 0, 'other']], from: 'Pixel 9' },
  ]);
  expect(other.versionsOf('r:0:0', BASE)[0]?.cells).toBeUndefined();
  other.load('v1');
  await vi.advanceTimersByTimeAsync(0);
  expect(other.versionsOf('r:0:0', BASE)[0]?.cells).toEqual([[1, 0, 'mine']]);
  // A state that is being sent is not replaced by the server's older one.
  mine.save(edit('v1', 'newer'));
  await mine.hear(there.rev() + 1);
  expect(mine.versionsOf('r:0:0', BASE).at(-1)).toMatchObject({ id: 'v1', cells: [[1, 0, 'newer']] });
});
