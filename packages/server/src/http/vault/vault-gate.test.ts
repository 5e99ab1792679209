import { EventEmitter } from 'node:events';
import { keyIdOf } from '@millrace/engine/vault';
import type { Context } from 'hono';
import { expect, onTestFinished, test } from 'vitest';
import { heldClock } from '../../../../../fixtures/held-clock.ts';
import { makePair } from '../../../../../fixtures/vault-device.ts';
import { openMemoryStore } from '../../../../../fixtures/whole-store.ts';
import { createBus } from '../../agent/log/bus.ts';
import { unwrapKey } from '../../vault/wrapped-key.ts';
import { createVaultGate, FORGET_MS } from './vault-gate.ts';
import { createVaultUpkeep } from './vault-upkeep.ts';

/** The gate of an account that has no home key, with a clock of its own. */
async function gated() {
  const store = openMemoryStore();
  const vault = store.vaultOf('first');
  await vault.prepare();
  const pair = makePair();
  const facts = { name: '', wrapped: undefined, createdAt: 1, session: '' };
  await vault.putCredential({ ...facts, kind: 'recovery', publicKey: pair.publicKey });
  await vault.sealTo(pair.keyId);
  expect(await vault.dropHome()).toBe('dropped');
  const wrapped = (await vault.credentials()).find(({ id }) => id === keyIdOf(pair.publicKey))?.wrapped;
  const place = { account: 'first', purpose: 'vault_key', id: pair.keyId } as const;
  const { plain } = unwrapKey(pair, place, wrapped ?? new Uint8Array());
  const { clock, held } = heldClock(FORGET_MS);
  const upkeep = createVaultUpkeep({ vault, bus: createBus(), clock, sole: true, tell: console.error });
  const gate = createVaultGate({ account: 'first', vault, upkeep, clock, onUnlock: () => {} });
  onTestFinished(async () => {
    gate.stop();
    await upkeep.stop();
    await store.close();
  });

  /** A request of a session; the returned function ends its answer. */
  async function ask(session: string): Promise<() => void> {
    const outgoing = Object.assign(new EventEmitter(), { closed: false, getHeader: () => undefined });
    const context = { env: { outgoing }, get: () => ({ type: 'session', hash: session }) };
    await gate.guard(context as unknown as Context, async () => {});
    return () => void outgoing.emit('close');
  }
  return { vault, gate, held, ask, vaultKey: plain ?? new Uint8Array() };
}

test('F120 the key is forgotten so long after the last request of the last session, and not before', async () => {
  const { vault, gate, held, ask, vaultKey } = await gated();
  gate.let('a');
  const [first, second] = [await ask('a'), await ask('a')];
  expect(held).toHaveLength(0);
  first();
  expect(held).toHaveLength(0);
  second();
  expect(held).toHaveLength(1);
  // Somebody comes in between.
  const third = await ask('a');
  expect(held).toHaveLength(0);
  third();
  expect(vault.isOpen()).toBe(true);
  held[0]?.();
  await expect.poll(() => vault.isOpen(), { timeout: 30_000 }).toBe(false);
  await expect(ask('a')).rejects.toMatchObject({ status: 423 });
  // The key alone lets nobody in that has not shown it.
  await vault.unlock(vaultKey);
  await expect(ask('a')).rejects.toMatchObject({ status: 423 });
  gate.let('b');
  (await ask('b'))();
  await expect(ask('a')).rejects.toMatchObject({ status: 423 });
});
