import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SentMessage } from '@millrace/engine/run';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { signInWith } from '../../../../../fixtures/sign-in.ts';
import { silentModel } from '../../../../../fixtures/silent-model.ts';
import {
  makePair,
  print,
  sealedTo,
  type VaultDeviceUnderTest,
  vaultDevice,
} from '../../../../../fixtures/vault-device.ts';
import { openSqliteStore, type WholeStore } from '../../../../../fixtures/whole-store.ts';
import type { Model } from '../../models/adapter/model.ts';
import { createSealer } from '../../store/seal/sealer.ts';
import { createServer, type Server } from '../create-server.ts';

let folder: string;
let server: Server;
let store: WholeStore;

/** Never says anything: its run is at work when the server ends. */
const mute: Model = {
  ...silentModel,
  async *stream(_, signal) {
    yield { type: 'message_start', message: { id: 'm' } };
    await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  },
};

async function start(model: Model): Promise<void> {
  store = openSqliteStore(join(folder, 'millrace.sqlite'), { sealer: createSealer(new Uint8Array(32)) });
  server = await createServer({ store, models: [model], port: 0, sole: true });
}
async function stop(): Promise<void> {
  await server.close();
  await store.close();
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'millrace-vault-'));
  await start(mute);
});
afterEach(async () => {
  await stop();
  rmSync(folder, { recursive: true, force: true });
});

/** As long as a loaded machine needs. */
const waitFor = (check: () => Promise<void>): Promise<void> => vi.waitFor(check, { timeout: 30_000 });

async function send(device: VaultDeviceUnderTest, chatId: string): Promise<string> {
  const body = { command_id: chatId, text: `In ${chatId}` };
  const answer = await device.api('POST', `/api/chats/${chatId}/messages`, body);
  return ((await answer.json()) as SentMessage).run_id;
}

test('F121 after a crash a sealed run waits for a device, and another one goes on by itself', async () => {
  const laptop = vaultDevice(server, await signInWith(await server.startLink()));
  await laptop.register();
  const recovery = makePair();
  const wrapped = sealedTo(recovery, await laptop.vaultKey());
  await laptop.api('PUT', '/api/vault/credentials', {
    ...{ kind: 'recovery', public_key: print(recovery.publicKey), wrapped },
  });
  expect((await laptop.api('PUT', '/api/vault/home', { on: false })).status).toBe(200);
  for (const id of ['open', 'sealed']) await laptop.api('POST', '/api/chats', { id });
  expect((await laptop.api('PUT', '/api/vault/chats/sealed', { sealed: true })).status).toBe(204);
  expect((await laptop.state()).sealed_chats).toEqual(['sealed']);
  const [open, sealed] = [await send(laptop, 'open'), await send(laptop, 'sealed')];
  const statusOf = async (run: string) => (await store.getRun(run))?.status;
  await waitFor(async () => expect((await store.getRun(sealed))?.owner).not.toBeNull());

  await stop();
  await start(silentModel);
  await waitFor(async () => expect(await statusOf(open)).toBe('completed'));
  expect(await statusOf(sealed)).toBe('ready');
  // The key of the browser outlives the restart, and what it has shown does not.
  const after = vaultDevice(server, await signInWith(await server.startLink()), laptop.pair);
  expect((await after.api('GET', '/api/chats/open/messages')).status).toBe(423);
  expect((await after.unlock()).status).toBe(204);
  await waitFor(async () => expect(await statusOf(sealed)).toBe('completed'));
  for (const chat of ['open', 'sealed']) {
    const told = (await (await after.api('GET', `/api/chats/${chat}/messages`)).json()) as {
      messages: readonly unknown[];
    };
    expect(told.messages).toHaveLength(2);
  }
}, 60_000);
