import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ChatSummary, MessageRecord, RuleInfo } from '@millrace/engine/run';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { serveOn } from '../../../../fixtures/bad-day.ts';
import { talker } from '../../../../fixtures/talker.ts';
import { openSqliteStore } from '../../../../fixtures/whole-store.ts';
import { message, request, START } from '../store/contract/place-contract.ts';
import { createSealer } from '../store/seal/sealer.ts';
import { openDatabase } from '../store/sqlite/open-database.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'millrace-unreadable-'));
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

test('L97 a server with one bad title, message, event and rule tells each, and serves the rest', async () => {
  const path = join(folder, 'millrace.sqlite');
  const store = openSqliteStore(path, { sealer: createSealer(new Uint8Array(32)) });
  for (const n of [1, 2]) {
    await store.createChat(`chat-${n}`, n);
    const ids = { commandId: `c-${n}`, chatId: `chat-${n}`, messageId: `m-${n}`, runId: `run-${n}` };
    await store.postMessage(message({ ...ids, text: `otter ${n}`, model: 'test/talker', ts: n }));
    await store.claimRun(`run-${n}`, { owner: 'dead', now: 1, leaseMs: 1 });
    await store.append({ runId: `run-${n}`, fence: 1 }, 0, [START], 1, 'durable');
    await store.ask({ runId: `run-${n}`, fence: 1 }, 1, [request('a')], 1, 1);
  }
  await store.putRule({ id: 'r', scope: 'user', of: '', tool: 'otter', verdict: 'deny', created_at: 1 });
  const database = openDatabase(path);
  database.exec(`
    UPDATE chats SET title = 'AAAA' WHERE id = 'chat-1';
    UPDATE chat_events SET payload = (SELECT payload FROM chat_events WHERE chat_id = 'chat-2') WHERE chat_id = 'chat-1';
    UPDATE run_events SET payload = 'AAAA' WHERE run_id = 'run-1' AND seq = 2;
    UPDATE rules SET payload = 'AAAA';
  `);
  database.close();
  const { ask, server } = await serveOn(store, talker(0));
  const chats = async (): Promise<readonly ChatSummary[]> =>
    ((await ask('GET', '/api/chats')).json as { chats: ChatSummary[] }).chats;
  expect((await chats()).map(({ title }) => title).toSorted()).toEqual([
    "This title can't be read",
    'otter 2',
  ]);
  // The run whose log has a hole does not go on: it ends with words, and the chat is free again.
  await expect.poll(async () => (await chats()).find(({ id }) => id === 'chat-1')?.run_id).toBeNull();
  const { json } = await ask('GET', '/api/chats/chat-1/messages');
  const { messages } = json as { messages: MessageRecord[] };
  expect(messages.map(({ error }) => error?.message)).toEqual([
    expect.stringMatching(/^This message can't be read/),
    expect.stringMatching(/^The rest of this run's log can't be read.*Ask again\.$/),
  ]);
  const again = await ask('POST', '/api/chats/chat-1/messages', { command_id: 'n', text: 'And now?' });
  expect(again.status).toBe(200);
  await expect.poll(async () => (await chats()).find(({ id }) => id === 'chat-1')?.run_id).toBeNull();
  // The other chat has all of it.
  const other = (await ask('GET', '/api/chats/chat-2/messages')).json as { messages: MessageRecord[] };
  expect(other.messages[0]).toMatchObject({ role: 'user', text: 'otter 2' });
  const rules = (await ask('GET', '/api/rules')).json as { rules: RuleInfo[] };
  expect(rules.rules.map(({ text }) => text)).toEqual([
    expect.stringMatching(/^This rule can't be read, so every call asks/),
  ]);
  expect((await ask('GET', '/healthz')).status).toBe(200);
  const told = vi.mocked(console.error).mock.calls.map(([line]) => String(line));
  expect(told).toHaveLength(4);
  expect(told.join('\n')).not.toContain('otter');
  await server.close();
  await store.close();
});
