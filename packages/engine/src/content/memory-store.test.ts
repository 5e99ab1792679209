import { expect, test } from 'vitest';
import { contentStoreContract } from './content-store-contract.ts';
import { createMemoryStore } from './memory-store.ts';

contentStoreContract('memory', async (onError) => createMemoryStore({ onError }));

test('D344 what a listener throws is an unhandled rejection when nobody asked for it', async () => {
  const before = process.listeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection');
  const unhandled = new Promise((resolve) => process.once('unhandledRejection', resolve));
  const store = createMemoryStore();
  store.subscribe('stream:m1:0', () => {
    throw new Error('broken');
  });
  await store.put('stream:m1:0', 'a');
  expect(await unhandled).toEqual(new Error('broken'));
  for (const listener of before) process.on('unhandledRejection', listener);
});

test('D345 a ref that was moved often leads straight to the content', async () => {
  const store = createMemoryStore();
  const told: string[] = [];
  await store.put('stream:m:0', 'a');
  store.subscribe('stream:m:0', (_, ref) => told.push(ref));
  for (let i = 0; i < 100; i++) await store.rekey(`stream:m:${i}`, `stream:m:${i + 1}`);
  await store.delete('stream:m:50');
  await store.put('stream:m:100', 'ab');
  expect(await store.get('stream:m:0')).toBe('ab');
  expect(told).toHaveLength(101);
});
