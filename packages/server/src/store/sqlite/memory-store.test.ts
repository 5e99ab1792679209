import { expect, test } from 'vitest';
import { openMemoryStore } from '../../../../../fixtures/whole-store.ts';

const IDS = { commandId: 'c', chatId: 'chat', messageId: 'm', runId: 'run' };

test('L27 every verb is done in the turn it is called in, one after the other', async () => {
  const store = openMemoryStore();
  const order: number[] = [];
  const lease = { owner: 'w', now: 1, leaseMs: 10 };
  // Nobody waits for the one before, and yet each sees what it did.
  const calls = [
    store.createChat('chat', 1),
    store.postMessage({ ...IDS, text: 'Hi', model: 'x', ts: 1 }),
    store.claimRun('run', lease),
    store.append({ runId: 'run', fence: 1 }, 0, [{ type: 'status', message: 'a' }], 1, 'relaxed'),
    store.readEvents('run', 0, 10),
  ];
  for (const [i, call] of calls.entries()) void call.then(() => order.push(i));
  await Promise.resolve();
  expect(order).toEqual([0, 1, 2, 3, 4]);
  expect(await calls.at(-1)).toEqual([{ type: 'status', message: 'a', seq: 1, fence: 1, ts: 1 }]);
  await store.close();
});

test('L27 each store in memory has its own database, and it is gone when it is closed', async () => {
  const [one, other] = [openMemoryStore(), openMemoryStore()];
  await one.createChat('chat', 1);
  await one.check();
  expect(await other.getChat('chat')).toBeUndefined();
  await one.close();
  await expect(one.getChat('chat')).rejects.toThrow();
  await other.close();
});
