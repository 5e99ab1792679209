import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSseDecoder } from '@millrace/engine';
import {
  type ChatSummary,
  type CheckpointList,
  checkpointList,
  type MessageRecord,
  type RestoreAnswer,
  restoreAnswer,
  type WorkspaceDiff,
  workspaceDiff,
} from '@millrace/engine/run';
import { afterEach, expect, test, vi } from 'vitest';
import { anthropicWire } from '../../../../fixtures/anthropic-wire.ts';
import { type FakeProvider, startFakeProvider } from '../../../../fixtures/fake-provider.ts';
import { type RunningServer, startServer } from '../../../../fixtures/running-server.ts';
import { makeSavedFolder, readTree, type SavedFolder } from '../../../../fixtures/saved-folder.ts';
import type { Script } from '../../../../fixtures/script.ts';
import { createAnthropicModel } from '../models/anthropic/anthropic.ts';
import { fileTools } from '../tools/files/file-tools.ts';
import type { ServerOptions } from './server-options.ts';

// Many programs are started, on machines that have other work.
vi.setConfig({ testTimeout: 60_000 });

let fake: FakeProvider;
let server: RunningServer;
let folder: SavedFolder;
afterEach(async () => {
  await server.close();
  await fake.close();
});

const END: Script = { parts: [{ text: ['Done.'] }] };
let calls = 0;
/** Reads a file and writes it: what was not read is not written over. */
const write = (path: string, content: string): Script => ({
  parts: [
    {
      calls: [
        { id: `r${++calls}`, name: 'read_file', input: { path } },
        { id: `w${calls}`, name: 'write_to_file', input: { path, content, line_count: 1 } },
      ],
    },
  ],
  stop: 'tool_use',
});

/** A server with real files, real git and a model that says these messages, one after the other. */
async function start(scripts: readonly Script[], more: Partial<ServerOptions> = {}): Promise<void> {
  folder = makeSavedFolder({ 'a.txt': 'one\n' });
  const { root, checkpoints } = folder;
  let next = 0;
  fake = await startFakeProvider(() => ({ chunks: anthropicWire.stream(scripts[next++] ?? END) }));
  const model = createAnthropicModel({ model: 'm', apiKey: 'k', baseUrl: fake.url });
  server = await startServer([model], undefined, () => ({
    tools: fileTools(),
    workspace: root,
    checkpoints,
    ...more,
  }));
  await server.api('POST', '/api/chats', { id: 'chat' });
  await server.api('POST', '/api/rules', { scope: 'user', tool: 'write_to_file', verdict: 'allow' });
}

let commands = 0;
const command = (): string => `c${++commands}`;
const chat = async (): Promise<{ chat: ChatSummary; messages: MessageRecord[] }> =>
  (await server.api('GET', '/api/chats/chat/messages')).json() as never;
const texts = async (): Promise<string[]> => (await chat()).messages.map(({ text }) => text);

/** Sends a message and waits for its answer. Returns its run. */
async function say(text: string): Promise<string> {
  const sent = await server.api('POST', '/api/chats/chat/messages', { command_id: command(), text });
  expect(sent.status).toBe(200);
  await expect.poll(async () => (await chat()).chat.run_id).toBe(null);
  return ((await sent.json()) as { run_id: string }).run_id;
}
async function list(): Promise<CheckpointList> {
  const json: unknown = await (await server.api('GET', '/api/chats/chat/checkpoints')).json();
  expect(checkpointList.safeParse(json).error).toBeUndefined();
  return json as CheckpointList;
}
async function diff(query = ''): Promise<WorkspaceDiff> {
  const json: unknown = await (await server.api('GET', `/api/chats/chat/checkpoints/diff${query}`)).json();
  expect(workspaceDiff.safeParse(json).error).toBeUndefined();
  return json as WorkspaceDiff;
}
const post = (body: object): Promise<Response> =>
  server.api('POST', '/api/chats/chat/restore', { command_id: command(), ...body });
async function restore(body: object): Promise<RestoreAnswer> {
  const response = await post(body);
  const json: unknown = await response.json();
  expect([response.status, json]).toEqual([200, json]);
  expect(restoreAnswer.safeParse(json).error).toBeUndefined();
  return json as RestoreAnswer;
}
const refusalOf = async (response: Response): Promise<string> =>
  `${response.status} ${((await response.json()) as { code: string }).code}`;
const read = (name: string): string => readFileSync(join(folder.root, name), 'utf8');

test('K33 a chat lists its checkpoints with what they take, and tells what changed since each', async () => {
  await start([write('a.txt', 'two\n'), END, END, write('b.txt', 'new\n'), END]);
  const first = await say('Change a');
  await say('Just talk');
  const third = await say('Make b');
  const { checkpoints, disk, trouble } = await list();
  expect(checkpoints.map(({ run_id, files }) => [run_id, files])).toEqual([
    [first, 1],
    [third, 1],
  ]);
  expect(trouble).toBeNull();
  expect(disk?.bytes).toBeGreaterThan(0);
  expect(disk?.bound).toBe(1024 ** 3);
  const files = async (query: string): Promise<string[]> =>
    (await diff(query)).files.map(
      ({ path, status, added, removed }) => `${path} ${status} +${added} -${removed}`,
    );
  const [a, b] = ['a.txt changed +1 -1', 'b.txt added +1 -0'];
  expect(await files('')).toEqual([a, b]);
  expect(await files(`?from=${third}`)).toEqual([b]);
  expect(await files(`?from=start&to=${checkpoints[1]?.id}`)).toEqual([a]);
  expect((await diff('?from=start')).patch).toContain('-one\n+two\n');
  expect(await refusalOf(await server.api('GET', '/api/chats/chat/checkpoints/diff?from=other'))).toBe(
    '404 no_checkpoint',
  );
  expect(await refusalOf(await server.api('GET', '/api/chats/none/checkpoints'))).toBe('404 no_chat');
});

test('K34 files, conversation or both go back to before a message, and once more forward', async () => {
  await start([write('a.txt', 'two\n'), END, write('b.txt', 'new\n'), END]);
  await say('Change a');
  const second = await say('Make b');
  writeFileSync(join(folder.root, 'mine.txt'), 'by hand');
  const before = { tree: readTree(folder.root), said: await texts() };

  const files = await restore({ run_id: second, what: 'files' });
  expect(files).toMatchObject({
    messages: 0,
    files: { count: 2, problems: [], changed: [{ path: 'b.txt', status: 'removed' }, { path: 'mine.txt' }] },
  });
  expect(existsSync(join(folder.root, 'b.txt'))).toBe(false);
  expect(await texts()).toEqual(before.said);
  expect(await restore({ undo: files.undo })).toMatchObject({ undo: null, files: { count: 2 } });
  expect(readTree(folder.root)).toEqual(before.tree);
  expect(await refusalOf(await post({ undo: files.undo }))).toBe('409 already_undone');

  const talk = await restore({ run_id: second, what: 'conversation' });
  expect(talk).toMatchObject({ messages: 2, files: null });
  expect(await texts()).toEqual(before.said.slice(0, 2));
  expect(readTree(folder.root)).toEqual(before.tree);
  await restore({ undo: talk.undo });
  expect(await texts()).toEqual(before.said);

  const { checkpoints } = await list();
  const both = await restore({ checkpoint_id: checkpoints[0]?.id, what: 'both' });
  expect(both).toMatchObject({ messages: 4, files: { count: 3 } });
  expect(await texts()).toEqual([]);
  expect(read('a.txt')).toBe('one\n');
  await restore({ undo: both.undo });
  expect(await texts()).toEqual(before.said);
  expect(readTree(folder.root)).toEqual(before.tree);
});

test('K34 what was gone back over is nothing that the model reads', async () => {
  await start([write('a.txt', 'two\n'), END]);
  const first = await say('Forget the heron');
  const { undo } = await restore({ run_id: first, what: 'both' });
  await say('Hello again');
  const last = JSON.stringify(fake.requests.at(-1)?.body);
  expect(last).toContain('Hello again');
  expect(last).not.toContain('heron');
  expect(await texts()).toEqual(['Hello again', 'Done.']);
  expect(await refusalOf(await post({ undo }))).toBe('409 too_late');
});

test('K35 other pages learn of it from the list of chats', async () => {
  await start([END]);
  const run = await say('Hi');
  const seen: ChatSummary[] = [];
  const abort = new AbortController();
  const stream = await fetch(`${server.url}/api/sync`, {
    headers: { ...server.device },
    signal: abort.signal,
  });
  const decoder = createSseDecoder({
    onEvent: ({ data }) => seen.push(...(JSON.parse(data) as { chats: ChatSummary[] }).chats),
  });
  void (async () => {
    for await (const bytes of stream.body ?? []) decoder.feed(bytes);
  })().catch(() => {});
  await expect.poll(() => seen.at(-1)?.epoch).toBe(0);
  const { undo } = await restore({ run_id: run, what: 'conversation' });
  await expect.poll(() => seen.at(-1)?.epoch).toBe(1);
  await restore({ undo });
  await expect.poll(() => seen.at(-1)?.epoch).toBe(2);
  abort.abort();
});

test('K36 the same command restores once, also when it is sent twice at once', async () => {
  await start([write('a.txt', 'two\n'), END]);
  const run_id = await say('Change a');
  const body = { command_id: 'once', run_id, what: 'both' };
  const answers = await Promise.all([post(body), post(body)].map(async (each) => (await each).json()));
  expect(answers[1]).toEqual(answers[0]);
  writeFileSync(join(folder.root, 'a.txt'), 'later\n');
  expect(await (await post(body)).json()).toEqual(answers[0]);
  expect(read('a.txt')).toBe('later\n');
});

test('K36 what can not be restored is refused with a reason, and nothing has changed', async () => {
  await start([write('a.txt', 'two\n'), END, END]);
  const changed = await say('Change a');
  const talked = await say('Talk');
  expect(await refusalOf(await post({ run_id: talked, what: 'files' }))).toBe('409 no_changes');
  expect(await refusalOf(await post({ run_id: 'other', what: 'both' }))).toBe('404 no_run');
  expect(await refusalOf(await post({ checkpoint_id: 'other', what: 'both' }))).toBe('404 no_checkpoint');
  expect(await refusalOf(await post({ undo: 'other' }))).toBe('404 no_restore');
  expect(await refusalOf(await post({ run_id: changed }))).toBe('400 bad_body');
  expect(await refusalOf(await post({ run_id: changed, undo: 'x', what: 'files' }))).toBe('400 bad_body');
  const body = { command_id: command(), run_id: changed, what: 'files' };
  await folder.checkpoints.save('newer');
  await folder.checkpoints.prune(1);
  expect(await refusalOf(await post({ ...body, what: 'both' }))).toBe('404 no_checkpoint');
  expect(await texts()).toHaveLength(4);
  expect(read('a.txt')).toBe('two\n');
});

test('K36 while a run of the chat is open nothing is restored', async () => {
  await start([write('a.txt', 'two\n'), END, write('c.txt', 'x')]);
  const first = await say('Change a');
  await server.api('POST', '/api/rules', { scope: 'user', tool: 'write_to_file', verdict: 'ask' });
  await server.api('POST', '/api/chats/chat/messages', { command_id: command(), text: 'Make c' });
  await expect.poll(async () => (await chat()).chat.waiting).toBe(true);
  for (const what of ['files', 'conversation', 'both'])
    expect(await refusalOf(await post({ run_id: first, what }))).toBe('409 run_active');
  expect(read('a.txt')).toBe('two\n');
});

test('K37 without git the list says why, and changes ask first', async () => {
  const other = makeSavedFolder({}, { env: { PATH: '' } });
  await start([write('c.txt', 'x'), END], { checkpoints: other.checkpoints });
  expect((await list()).trouble).toMatch(/Install git/);
  await server.api('POST', '/api/chats/chat/messages', { command_id: command(), text: 'Make c' });
  await expect.poll(async () => (await chat()).chat.waiting).toBe(true);
  expect(existsSync(join(folder.root, 'c.txt'))).toBe(false);
});
