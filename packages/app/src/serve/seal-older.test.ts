import { expect, test } from 'vitest';
import { sealOlder } from './seal-older.ts';

/** A store in which so many chats wait after each call. */
const storeWith = (...left: readonly number[]) => {
  const rest = [...left];
  return { sealAgain: async () => rest.shift() ?? 0, rest };
};

test('S80 the log tells in one line how many chats wait, each time a tenth of them is done, and that all are', async () => {
  const said: string[] = [];
  const say = (line: string) => void said.push(line);
  await sealOlder(storeWith(1_200, 1_090, 1_000, 900, 690, 100), new AbortController().signal, say);
  expect(said).toEqual([
    'Older chats get keys of their own: 1200 are left.',
    'Older chats get keys of their own: 1000 are left.',
    'Older chats get keys of their own: 690 are left.',
    'Older chats get keys of their own: 100 are left.',
    'All older chats have keys of their own.',
  ]);
  await sealOlder(storeWith(), new AbortController().signal, say);
  expect(said).toHaveLength(5);
});

test('S80 a server that ends leaves the rest to the next start, and one whose store fails goes on', async () => {
  const said: string[] = [];
  const ended = new AbortController();
  const store = storeWith(9, 8, 7);
  await sealOlder(
    {
      async sealAgain() {
        ended.abort();
        return store.sealAgain();
      },
    },
    ended.signal,
    (line) => void said.push(line),
  );
  expect(store.rest).toEqual([8, 7]);
  const broken = { sealAgain: async () => Promise.reject(new Error('The disk is full.')) };
  await sealOlder(broken, new AbortController().signal, (line) => void said.push(line));
  expect(said.at(-1)).toBe(
    'Older chats could not get keys of their own, and stay as they were: The disk is full. The next start goes on.',
  );
});
