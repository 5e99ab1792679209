import { expect, test, vi } from 'vitest';
import type { Room } from './room.ts';
import { createRooms } from './rooms.ts';

const never = () => () => {};

test('L395 no room is opened once the server stops', async () => {
  const stop = vi.fn(async () => {});
  const open = vi.fn(
    // The parts of a room that rooms use.
    () => ({ runner: { resume: async () => {} }, tidy() {}, stop }) as unknown as Room,
  );
  const store = { accountsWithRuns: async () => [], listAccounts: async () => [] };
  const rooms = createRooms({ store, clock: { now: () => 0, after: never }, open, tell: () => {} });
  const room = rooms.of('here');
  await rooms.stop();
  expect(rooms.of('here')).toBe(room);
  expect(() => rooms.of('later')).toThrow('The server is stopping.');
  expect([open.mock.calls.length, stop.mock.calls.length]).toEqual([1, 1]);
});
