import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MakeVaultRequest, VaultState } from '@millrace/engine/run';
import { expect, onTestFinished, test } from 'vitest';
import { signInWith } from '../../../../../fixtures/sign-in.ts';
import { silentModel } from '../../../../../fixtures/silent-model.ts';
import { makePair, print, sealedTo, unlockOf, vaultDevice } from '../../../../../fixtures/vault-device.ts';
import { openSqliteStore } from '../../../../../fixtures/whole-store.ts';
import { createSealer } from '../../store/seal/sealer.ts';
import { personalKeyFiles } from '../../store/sqlite/personal-key-files.ts';
import { accountKeys } from '../../vault/keys.ts';
import { createServer } from '../create-server.ts';

test('F122 a server that makes no home keys lets the first browser make the vault, once, and is locked until then', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-no-home-'));
  const sealer = createSealer(new Uint8Array(32));
  const personal = personalKeyFiles(join(folder, 'keys'), sealer.keyId, false);
  const store = openSqliteStore(join(folder, 'data', 'millrace.sqlite'), { sealer, personal });
  const server = await createServer({ store, models: [silentModel], port: 0 });
  onTestFinished(async () => {
    await server.close();
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const first = vaultDevice(server, await signInWith(await server.startLink()));
  expect(await first.state()).toMatchObject({ home_key: 'never', key: null, locked: true });
  expect((await first.api('GET', '/api/chats')).status).toBe(423);
  expect(await first.register()).toEqual({ id: first.pair.keyId, wrapped: null });

  const key = new Uint8Array(32).fill(4);
  const [device, recovery] = [makePair(), makePair()];
  const request = async (more: Partial<MakeVaultRequest> = {}): Promise<Response> => {
    const { unlock_key } = await first.state();
    return first.api('POST', '/api/vault', {
      public_key: print(accountKeys(key).publicKey),
      device: { public_key: print(device.publicKey), name: 'Laptop', wrapped: sealedTo(device, key) },
      recovery: { public_key: print(recovery.publicKey), wrapped: sealedTo(recovery, key) },
      unlock: unlockOf(unlock_key, key),
      ...more,
    } satisfies MakeVaultRequest);
  };
  // The vault key must be the one that was said.
  expect((await request({ public_key: print(makePair().publicKey) })).status).toBe(403);
  const made = await request();
  expect(made.status).toBe(200);
  expect((await made.json()) as VaultState).toMatchObject({ home_key: 'never', locked: false });
  expect((await request()).status).toBe(409);
  expect((await first.api('GET', '/api/chats')).status).toBe(200);
  const { unlock_key } = await first.state();
  const back = await first.api('PUT', '/api/vault/home', { on: true, unlock: unlockOf(unlock_key, key) });
  expect(await back.json()).toMatchObject({ code: 'home_key_never' });
  // No key of a person is on the disk.
  const files = readdirSync(folder, { recursive: true }).map(String);
  expect(files.filter((file) => file.includes('home-'))).toEqual([]);
});
