import 'fake-indexeddb/auto';
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { openKeyStore } from './key-store.ts';
import { unwrapKey, wrapKeyTo } from './wrapped-key.ts';

const PLACE = { account: 'me', purpose: 'vault_key', id: 'd' } as const;
const KEY = new Uint8Array(32).fill(7);

test('S160 a browser keeps one pair for each account, over reloads, and nobody can read its private half', async () => {
  const name = randomUUID();
  const store = await openKeyStore(name);
  const pair = await store.deviceKey('me');
  const sealed = await wrapKeyTo(pair.publicKey, PLACE, KEY);
  expect((await store.deviceKey('other')).keyId).not.toBe(pair.keyId);
  store.close();
  const again = await openKeyStore(name);
  const kept = await again.deviceKey('me');
  expect(kept.keyId).toBe(pair.keyId);
  expect((await unwrapKey(kept, PLACE, sealed)).plain).toEqual(KEY);
  expect(kept.privateKey.extractable).toBe(false);
  await expect(crypto.subtle.exportKey('pkcs8', kept.privateKey)).rejects.toThrow();
  again.close();
});

test('S160 tabs that ask at once get the same pair', async () => {
  const name = randomUUID();
  const tabs = await Promise.all(Array.from({ length: 4 }, () => openKeyStore(name)));
  const pairs = await Promise.all(tabs.flatMap((tab) => [tab.deviceKey('me'), tab.deviceKey('me')]));
  expect(new Set(pairs.map(({ keyId }) => keyId)).size).toBe(1);
  for (const tab of tabs) tab.close();
});

test('S160 a pair that was forgotten is gone, and another one is made', async () => {
  const store = await openKeyStore(randomUUID());
  const { keyId } = await store.deviceKey('me');
  await store.forget('me');
  expect((await store.deviceKey('me')).keyId).not.toBe(keyId);
  store.close();
});
