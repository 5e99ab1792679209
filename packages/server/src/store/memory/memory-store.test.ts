import { expect, test } from 'vitest';
import { SEALER } from '../contract/place-contract.ts';
import { storeContract } from '../contract/store-contract.ts';
import { createMemory } from './memory.ts';
import { openMemoryStore } from './open-memory-store.ts';

storeContract('memory', () => {
  const memory = createMemory();
  return {
    open: async (sealer) => openMemoryStore({ sealer, memory }),
    dump: async () => Buffer.from(print(memory)),
    remove: () => {},
  };
});

function print(value: unknown): string {
  return JSON.stringify(value, (_, each) => (each instanceof Map ? [...each] : each));
}

test('L27 every verb is done in the turn it is called in, one after the other', async () => {
  const store = openMemoryStore();
  const order: number[] = [];
  const lease = { owner: 'w', now: 1, leaseMs: 10 };
  const ids = { commandId: 'c', chatId: 'chat', messageId: 'm', runId: 'run' };
  // Nobody waits for the one before, and yet each sees what it did.
  const calls = [
    store.createChat('chat', 1),
    store.postMessage({ ...ids, text: 'Hi', model: 'x', ts: 1 }),
    store.claimRun('run', lease),
    store.append({ runId: 'run', fence: 1 }, 0, [{ type: 'status', message: 'a' }], 1, 'relaxed'),
    store.readEvents('run', 0, 10),
  ];
  for (const [i, call] of calls.entries()) void call.then(() => order.push(i));
  await Promise.resolve();
  expect(order).toEqual([0, 1, 2, 3, 4]);
  expect(await calls.at(-1)).toEqual([{ type: 'status', message: 'a', seq: 1, fence: 1, ts: 1 }]);
});

test('L27 what goes in and comes out is a copy', async () => {
  const store = openMemoryStore({ sealer: SEALER });
  await store.createChat('chat', 1);
  const ids = { commandId: 'c', chatId: 'chat', messageId: 'm', runId: 'run' };
  await store.postMessage({ ...ids, text: 'Hi', model: 'x', ts: 1 });
  await store.claimRun('run', { owner: 'w', now: 1, leaseMs: 10 });
  const input = { path: 'a' };
  const event = { type: 'tool_start', tool: 't', tool_use_id: 'u', input } as const;
  await store.append({ runId: 'run', fence: 1 }, 0, [event], 1, 'relaxed');
  input.path = 'b';
  const [read] = await store.readEvents('run', 0, 1);
  expect(read).toMatchObject({ input: { path: 'a' } });
  expect((await store.readEvents('run', 0, 1))[0]).not.toBe(read);
  const row = await store.getRun('run');
  await store.release({ runId: 'run', fence: 1 });
  expect(row).toMatchObject({ owner: 'w' });
});
