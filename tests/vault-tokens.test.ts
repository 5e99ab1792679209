import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Chat } from '@ai-sdk/react';
import { DefaultChatTransport, type UIMessage } from 'ai';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readEvents } from '../fixtures/running-server.ts';
import { signInWith } from '../fixtures/sign-in.ts';
import { TALK, talker } from '../fixtures/talker.ts';
import { makePair, print, sealedTo, vaultDevice } from '../fixtures/vault-device.ts';
import { openSqliteStore, type WholeStore } from '../fixtures/whole-store.ts';
import { createClient } from '../packages/react/src/client/create-client.ts';
import { createServer, type Server } from '../packages/server/src/http/create-server.ts';
import { createSealer } from '../packages/server/src/store/seal/sealer.ts';
import { personalKeyFiles } from '../packages/server/src/store/sqlite/personal-key-files.ts';

let folder: string;
let server: Server;
let store: WholeStore;

async function start(): Promise<void> {
  const sealer = createSealer(new Uint8Array(32));
  const personal = personalKeyFiles(join(folder, 'keys'), sealer.keyId);
  store = openSqliteStore(join(folder, 'data/millrace.sqlite'), { sealer, personal });
  server = await createServer({ store, models: [talker(0)], port: 0, sole: true });
}
async function stop(): Promise<void> {
  await server.close();
  await store.close();
}
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'millrace-vault-tokens-'));
  await start();
});
afterEach(async () => {
  await stop();
  rmSync(folder, { recursive: true, force: true });
});

test('F117 without a home key a program with one header asks and reads on, in every way, over a restart, and in chats that are newer than its token', async () => {
  const laptop = vaultDevice(server, await signInWith(await server.startLink()));
  await laptop.register();
  const wish = { name: 'Program', scopes: ['read', 'chat'] };
  const { token } = (await (await laptop.api('POST', '/api/tokens', wish)).json()) as { token: string };
  const recovery = makePair();
  const wrapped = sealedTo(recovery, await laptop.vaultKey());
  const way = { kind: 'recovery', public_key: print(recovery.publicKey), wrapped };
  await laptop.api('PUT', '/api/vault/credentials', way);
  expect((await laptop.api('PUT', '/api/vault/home', { on: false })).status).toBe(200);
  await laptop.api('POST', '/api/chats', { id: 'newer' });
  await laptop.api('PATCH', '/api/chats/newer', { title: 'Newer than the token' });
  await laptop.api('POST', '/api/vault/lock', {});
  const headers = { authorization: `Bearer ${token}` };

  const chat = new Chat<UIMessage>({
    transport: new DefaultChatTransport({
      api: '',
      headers,
      // The address after the restart is another one; nothing but that is the test's.
      fetch: (_, options) => fetch(`${server.url}/api/ai-sdk/chat`, options),
    }),
  });
  for (const restarted of [false, true]) {
    if (restarted) {
      await stop();
      await start();
    }
    const api = (path: string, body: object): Promise<Response> =>
      fetch(`${server.url}${path}`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    // POST /api/chat
    const last = (await readEvents(await api('/api/chat', { message: 'Hi' }))).at(-1);
    expect(JSON.parse(last?.data ?? '')).toMatchObject({ type: 'complete', payload: { message: TALK } });
    // useChat, in one conversation
    await chat.sendMessage({ text: 'Hi' });
    expect(chat.status).toBe('ready');
    expect(chat.messages.at(-1)?.parts.find(({ type }) => type === 'text')).toMatchObject({ text: TALK });
    // createClient in Node, in a chat of a device that is newer
    const client = createClient({ baseUrl: server.url, token });
    const id = `command-${restarted}`;
    const { run_id } = await client.sendMessage('newer', { command_id: id, text: 'Hello' });
    await new Promise<void>((resolve) => {
      const stopWatching = client.watchRun(run_id, {
        onResync: () => {},
        onEvent({ type }) {
          if (type !== 'complete') return;
          stopWatching();
          resolve();
        },
      });
    });
    const { messages } = await client.readMessages('newer', 0);
    expect(messages).toHaveLength(restarted ? 4 : 2);
    expect(messages.at(-1)?.text).toBe(TALK);
    // Nobody else reads what it opened.
    const stranger = vaultDevice(server, await signInWith(await server.startLink()));
    expect((await stranger.api('GET', '/api/chats')).status).toBe(423);
    await expect.poll(() => store.vaultOf('first').isOpen(), { timeout: 60_000 }).toBe(false);
  }
  expect(chat.messages).toHaveLength(4);
}, 240_000);
