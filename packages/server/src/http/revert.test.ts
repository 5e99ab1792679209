import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSseDecoder } from '@millrace/engine';
import { apiProblem, messageList, revertAnswer, storedEvent } from '@millrace/engine/run';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { anthropicWire } from '../../../../fixtures/anthropic-wire.ts';
import { type FakeProvider, startFakeProvider } from '../../../../fixtures/fake-provider.ts';
import { type RunningServer, readEvents, startServer } from '../../../../fixtures/running-server.ts';
import type { ScriptCall } from '../../../../fixtures/script.ts';
import { createAnthropicModel } from '../models/anthropic/anthropic.ts';
import { fileTools } from '../tools/files/file-tools.ts';

let root: string;
let fake: FakeProvider;
let server: RunningServer;
let run: string;

const CALLS: readonly ScriptCall[] = [
  { id: 'w1', name: 'write_to_file', input: { path: 'a', content: 'one\n' } },
  { id: 'w2', name: 'write_to_file', input: { path: 'b', content: 'two\n' } },
];

/** A server whose model has written two files. */
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'millrace-revert-http-'));
  const scripts = [{ parts: [{ calls: CALLS }], stop: 'tool_use' as const }];
  fake = await startFakeProvider(() => ({
    chunks: anthropicWire.stream(scripts.shift() ?? { parts: [{ text: ['Done.'] }] }),
  }));
  const model = createAnthropicModel({ model: 'm', apiKey: 'k', baseUrl: fake.url });
  const tools = fileTools().map((tool) => ({ ...tool, approval: 'allow' as const }));
  server = await startServer([model], undefined, () => ({ tools, workspace: root }));
  await server.api('POST', '/api/chats', { id: 'chat' });
  const sent = await server.api('POST', '/api/chats/chat/messages', { command_id: 'c', text: 'Hi' });
  run = ((await sent.json()) as { run_id: string }).run_id;
});
afterEach(async () => {
  await server.close();
  await fake.close();
  rmSync(root, { recursive: true, force: true });
});

const revert = (body: object, id = run) => server.api('POST', `/api/runs/${id}/revert`, body);
const events = async () => readEvents(await server.api('GET', `/api/runs/${run}/events`));
const messages = async (after = 0) =>
  messageList.parse(await (await server.api('GET', `/api/chats/chat/messages?after=${after}`)).json());

test('V4 POST /api/runs/:id/revert undoes one call, and says so when that was done before', async () => {
  await events();
  const first = await revert({ command_id: 'one', tool_use_id: 'w1' });
  expect(first.status).toBe(200);
  const answer = await first.json();
  expect(revertAnswer.safeParse(answer).error).toBeUndefined();
  expect(answer).toMatchObject({ reverted: 1, calls: [{ tool_use_id: 'w1', outcome: 'reverted' }] });
  expect(() => readFileSync(join(root, 'a'))).toThrow(/ENOENT/);
  expect(readFileSync(join(root, 'b'), 'utf8')).toBe('two\n');
  expect(await (await revert({ command_id: 'one', tool_use_id: 'w1' })).json()).toEqual(answer);
  const again = await revert({ command_id: 'two', tool_use_id: 'w1' });
  expect([again.status, apiProblem.parse(await again.json()).code]).toEqual([409, 'already_reverted']);
});

test('V5 without a call all of the run are undone, each outcome counted', async () => {
  await events();
  await revert({ command_id: 'one', tool_use_id: 'w2' });
  const answer = revertAnswer.parse(await (await revert({ command_id: 'all' })).json());
  expect(answer).toMatchObject({ reverted: 1, already: 1, failed: 0, not_revertible: 0 });
  expect(answer.calls.map(({ tool_use_id }) => tool_use_id)).toEqual(['w2', 'w1']);
});

test('V243 what is not there, not done or not to be undone is refused with a code', async () => {
  await events();
  const code = async (response: Response) => [
    response.status,
    ((await response.json()) as { code: string }).code,
  ];
  expect(await code(await revert({ command_id: 'x' }, 'nothing'))).toEqual([404, 'no_run']);
  expect(await code(await revert({ command_id: 'x', tool_use_id: 'nothing' }))).toEqual([404, 'no_call']);
  for (const wrong of [
    {},
    { command_id: '' },
    { command_id: 'x', tool_use_id: '' },
    { command_id: 'x', more: 1 },
  ])
    expect((await revert(wrong)).status).toBe(400);
  expect(
    (await server.api('POST', `/api/runs/${run}/revert`, { command_id: 'x' }, { cookie: '' })).status,
  ).toBe(401);
});

test('V9 streams and messages tell what was undone, and nothing of how', async () => {
  const live = await events();
  await revert({ command_id: 'one', tool_use_id: 'w1' });
  const later = await events();
  expect(later.slice(0, live.length)).toEqual(live);
  expect(later.slice(live.length).map(({ data }) => JSON.parse(data))).toMatchObject([
    { type: 'revert', tool_use_id: 'w1', ok: true },
  ]);
  const rest = await readEvents(
    await server.api('GET', `/api/runs/${run}/events`, undefined, { 'last-event-id': live.at(-1)?.id ?? '' }),
  );
  expect(rest).toEqual(later.slice(live.length));
  for (const { data } of later) expect(storedEvent.safeParse(JSON.parse(data)).error).toBeUndefined();
  const done = later.map(({ data }) => JSON.parse(data)).filter(({ type }) => type === 'tool_complete');
  expect(done.map(({ revertible, undo, seen }) => [revertible, undo, seen])).toEqual([
    [true, undefined, undefined],
    [true, undefined, undefined],
  ]);
  const raw = (await (await server.api('GET', '/api/chats/chat/messages')).json()) as { messages: object[] };
  expect(raw.messages.at(-1)).not.toHaveProperty('seen');
  for (const format of ['blocks', 'chat', 'ai-sdk']) {
    const told = await readEvents(await server.api('GET', `/api/runs/${run}/events?format=${format}`));
    expect(JSON.stringify(told)).not.toMatch(/undo|"version"|"seen"/);
  }
});

test('V9 a page that knows the message hears of it, and fetches it again', async () => {
  await events();
  await expect.poll(async () => (await messages()).chat.run_id).toBe(null);
  const { chat } = await messages();
  const heard: { chats: { seq: number }[] }[] = [];
  const sync = await server.api('GET', '/api/sync');
  const decoder = createSseDecoder({ onEvent: ({ data }) => heard.push(JSON.parse(data)) });
  const reading = (async () => {
    for await (const bytes of sync.body ?? []) {
      decoder.feed(bytes);
      if (heard.some(({ chats }) => chats.some(({ seq }) => seq > chat.seq))) return;
    }
  })();
  await revert({ command_id: 'one', tool_use_id: 'w1' });
  await reading;
  const news = await messages(chat.seq);
  expect(news.messages).toMatchObject([
    {
      id: run,
      seq: 2,
      rev: chat.seq + 1,
      tools: [{ tool_use_id: 'w1', revertible: true, reverted: true }, { revertible: true }],
    },
  ]);
});
