import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ChatChanges, chatChanges, project as projectSchema } from '@millrace/engine/run';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type RunningServer, readEvents, startServer } from '../../../../fixtures/running-server.ts';
import { silentModel } from '../../../../fixtures/silent-model.ts';
import type { WholeStore as Store } from '../../../../fixtures/whole-store.ts';
import type { Model, ModelRequest } from '../models/adapter/model.ts';
import { fileTools } from '../tools/files/file-tools.ts';

let server: RunningServer;
let store: Store;
let workspace: string;
let asked: { readonly model: string; readonly request: ModelRequest }[];

/** Reads a file when it is told to, and keeps what it was asked. */
const model = (id: string): Model => ({
  ...silentModel,
  id,
  async *stream(request, signal) {
    asked.push({ model: id, request });
    const last = JSON.stringify(request.messages.at(-1));
    signal.throwIfAborted();
    if (last.includes('never end'))
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    if (!last.includes('read note.md')) return yield* silentModel.stream(request, signal);
    yield { type: 'message_start', message: { id: 'm' } };
    const input = { path: 'note.md' };
    yield {
      type: 'content_block_start',
      index: 0,
      content_block: { type: 'tool_use', id: 'call-1', name: 'read_file', input },
    };
    yield { type: 'content_block_stop', index: 0 };
    yield { type: 'message_stop' };
  },
});

beforeEach(async () => {
  asked = [];
  workspace = mkdtempSync(join(tmpdir(), 'millrace-projects-'));
  for (const folder of ['docs', '.git', 'secret']) mkdirSync(join(workspace, folder));
  for (const folder of ['', 'docs'])
    writeFileSync(join(workspace, folder, 'note.md'), `note of ${folder || 'all'}`);
  symlinkSync('/', join(workspace, 'link'));
  server = await startServer(
    [model('demo/one'), model('demo/two')],
    async (made) => {
      store = made;
    },
    () => ({ workspace, tools: fileTools(), protectedPaths: ['secret'], sole: true }),
  );
});
afterEach(async () => {
  await server.close();
  rmSync(workspace, { recursive: true });
});

const make = (body: object) => server.api('POST', '/api/projects', { name: 'Growth', ...body });
const made = async (body: object = {}) => projectSchema.parse(await (await make(body)).json());
const codeOf = async (response: Response) => [response.status, (await response.json()).code];
const place = (ids: readonly string[], change: object) =>
  server.api('PATCH', '/api/chats', { ids, ...change });
const listed = async () => (await store.listChats()).map(({ id }) => id);

/** Sends a message and waits for the end of its run. */
async function ask(chat: string, text = 'Hi', more: object = {}): Promise<string> {
  const body = { command_id: `${chat}-${asked.length}`, text, ...more };
  const sent = await (await server.api('POST', `/api/chats/${chat}/messages`, body)).json();
  await readEvents(await server.api('GET', `/api/runs/${sent.run_id}/events`));
  return sent.run_id;
}

/** The changes that a device hears, one by one. */
async function watch(): Promise<() => Promise<ChatChanges>> {
  const response = await server.api('GET', '/api/sync');
  const reader = response.body?.getReader();
  let text = '';
  return async () => {
    for (;;) {
      const at = text.indexOf('\n\n');
      const [event, rest] = [text.slice(0, at), text.slice(at + 2)];
      if (at >= 0) {
        text = rest;
        const data = /^data: ?(.*)$/m.exec(event)?.[1];
        if (data !== undefined) return chatChanges.parse(JSON.parse(data)) as ChatChanges;
        continue;
      }
      const { value, done } = (await reader?.read()) ?? { done: true };
      if (done) throw new Error('The stream ended.');
      text += new TextDecoder().decode(value);
    }
  };
}

test('L355 several chats are placed by one request, and every device hears of it at once', async () => {
  for (const chat of ['a', 'b']) {
    await server.api('POST', '/api/chats', { id: chat });
    await ask(chat);
  }
  const next = await watch();
  expect((await next()).chats).toHaveLength(2);
  const answer = await place(['a', 'b', 'nowhere'], { pinned: true });
  expect(await answer.json()).toEqual({ ids: ['a', 'b'] });
  expect((await next()).chats).toMatchObject([{ pinned: true }, { pinned: true }]);
  expect((await server.api('DELETE', '/api/chats/a')).status).toBe(204);
  expect(await next()).toMatchObject({ chats: [], gone: ['a'] });
  expect(await codeOf(await server.api('DELETE', '/api/chats/a'))).toEqual([404, 'no_chat']);
  expect(await codeOf(await server.api('GET', '/api/chats/a/messages'))).toEqual([404, 'no_chat']);
  expect((await server.api('PATCH', '/api/chats/a', { deleted: false })).status).toBe(204);
  expect(await next()).toMatchObject({ chats: [{ id: 'a', pinned: true }] });
});

test('L355 names, numbers and ids have their limits', async () => {
  await server.api('POST', '/api/chats', { id: 'a' });
  for (const body of [
    { ids: [] },
    { ids: ['no/id'], pinned: true },
    { ids: Array.from({ length: 1_001 }, (_, i) => `c${i}`), pinned: true },
    { ids: ['a'], pinned: 'yes' },
    { ids: ['a'], colour: 'red' },
  ])
    expect(await codeOf(await server.api('PATCH', '/api/chats', body))).toEqual([400, 'bad_body']);
  expect(await codeOf(await server.api('PATCH', '/api/chats/a', { title: 'x'.repeat(121) }))).toEqual([
    400,
    'bad_body',
  ]);
  expect(await codeOf(await place(['a'], { project_id: 'nowhere' }))).toEqual([404, 'no_project']);
  expect(await codeOf(await server.api('POST', '/api/chats', { id: 'b', project_id: 'nowhere' }))).toEqual([
    404,
    'no_project',
  ]);
  for (const body of [
    { name: ' ' },
    { name: 'x'.repeat(81) },
    { name: 'a\nb' },
    { instructions: 'x'.repeat(20_001) },
  ])
    expect(await codeOf(await make(body))).toEqual([400, 'bad_body']);
  for (let n = 0; n < 100; n++) await store.createProject({ ...(await facts(`p${n}`)), created_at: n });
  expect(await codeOf(await make({}))).toEqual([409, 'too_many']);
});
const facts = async (id: string) => ({ id, name: id, instructions: '', model: null, workspace: null });

test('L356 a deleted chat stops its run, and comes back with the message that it had', async () => {
  await server.api('POST', '/api/chats', { id: 'a' });
  const body = { command_id: 'c', text: 'never end' };
  const sent = await (await server.api('POST', '/api/chats/a/messages', body)).json();
  const events = server.api('GET', `/api/runs/${sent.run_id}/events`).then(readEvents);
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  expect((await place(['a'], { deleted: true })).status).toBe(200);
  expect(JSON.parse((await events).at(-1)?.data ?? '')).toMatchObject({ type: 'cancelled' });
  expect(await listed()).toEqual([]);
  await place(['a'], { deleted: false });
  const { messages } = await (await server.api('GET', '/api/chats/a/messages')).json();
  expect(messages).toMatchObject([{ text: 'never end' }, { role: 'assistant', status: 'cancelled' }]);
});

test('L357 a project is made once, changed, deleted and brought back, and every device hears of it', async () => {
  const next = await watch();
  await next();
  const growth = await made({ id: 'growth', instructions: 'Be brief.' });
  expect(growth).toMatchObject({ name: 'Growth', instructions: 'Be brief.', model: null, workspace: null });
  expect(await next()).toMatchObject({ projects: [growth] });
  expect(await made({ id: 'growth', name: 'Twice' })).toEqual(growth);
  const changed = await server.api('PATCH', '/api/projects/growth', { name: 'Sales' });
  expect(await changed.json()).toEqual({ ...growth, name: 'Sales' });
  expect(await next()).toMatchObject({ projects: [{ name: 'Sales' }] });
  expect((await server.api('DELETE', '/api/projects/growth')).status).toBe(204);
  expect(await next()).toMatchObject({ gone_projects: ['growth'] });
  expect(await codeOf(await server.api('PATCH', '/api/projects/growth', { name: 'X' }))).toEqual([
    404,
    'no_project',
  ]);
  expect(await codeOf(await make({ id: 'growth' }))).toEqual([409, 'command_used']);
  await server.api('PATCH', '/api/projects/growth', { deleted: false });
  expect(await next()).toMatchObject({ projects: [{ id: 'growth', name: 'Sales' }] });
});

test.each(['nowhere', 'note.md', '../x', '/etc', 'link', 'link/etc', '.git', 'secret', '~', 'a\u200bb'])(
  'L358 %j is no workspace of a project',
  async (folder) => {
    const answer = await make({ workspace: folder });
    const { code, message } = await answer.json();
    expect([answer.status, code]).toEqual([400, 'bad_workspace']);
    expect(message).toContain('Name a folder inside the workspace of this server');
    expect(await store.listProjects()).toEqual([]);
  },
);

test('L358 a folder is kept as it is named from the root, and the root is no folder', async () => {
  expect((await made({ workspace: './docs/' })).workspace).toBe('docs');
  expect((await made({ workspace: join(workspace, 'docs') })).workspace).toBe('docs');
  expect((await made({ workspace: '.' })).workspace).toBeNull();
  expect(await codeOf(await make({ model: 'demo/three' }))).toEqual([400, 'unknown_model']);
});

test('L359 the instructions of a project stand in the system prompt after those of the mode, as they are now', async () => {
  await made({ id: 'p', instructions: ' Speak like a pirate. ' });
  await server.api('POST', '/api/chats', { id: 'a', project_id: 'p' });
  await ask('a');
  const [first] = asked;
  expect(first?.request.system).toMatch(/\S[\s\S]*\n\n## For this project\n\nSpeak like a pirate\./);
  await server.api('PATCH', '/api/projects/p', { instructions: 'Speak plainly.' });
  await ask('a');
  expect(asked.at(-1)?.request.system).toContain('Speak plainly.');
  await place(['a'], { project_id: null });
  await ask('a');
  expect(asked.at(-1)?.request.system ?? '').not.toContain('For this project');
});

test('L360 a message without a model is answered by that of the project, while there is such a model', async () => {
  await made({ id: 'p', model: 'demo/two' });
  await server.api('POST', '/api/chats', { id: 'a', project_id: 'p' });
  await ask('a');
  await ask('a', 'Hi', { model: 'demo/one' });
  await store.changeProject('p', { model: 'demo/gone' }, 1);
  await ask('a');
  expect(asked.map((each) => each.model)).toEqual(['demo/two', 'demo/one', 'demo/one']);
});

test('L361 the tools of a run see only the folder of its project, and a folder that is gone ends the run with the fix', async () => {
  await made({ id: 'p', workspace: 'docs' });
  await server.api('POST', '/api/chats', { id: 'a', project_id: 'p' });
  await server.api('POST', '/api/chats', { id: 'b' });
  const read = async (chat: string): Promise<string> => {
    await ask(chat, 'read note.md');
    return JSON.stringify(asked.at(-1)?.request.messages.at(-1));
  };
  expect(await read('a')).toContain('note of docs');
  expect(await read('b')).toContain('note of all');
  rmSync(join(workspace, 'docs'), { recursive: true });
  symlinkSync('/', join(workspace, 'docs'));
  const runId = await ask('a', 'read note.md');
  const log = await store.readEvents(runId, 0, 100);
  expect(log.at(-1)).toMatchObject({
    type: 'error',
    code: 'no_folder',
    message: expect.stringMatching(/no folder "docs".*Make the folder, or choose another one/),
  });
});

test('L362 what was deleted is erased after ten minutes, also by a server that starts later', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  try {
    await server.api('POST', '/api/chats', { id: 'a' });
    await ask('a');
    await place(['a'], { deleted: true });
    const rows = async () => (await store.readMessages('a', 0)).length;
    // The first look of a server that starts is at once.
    const again = async (): Promise<void> => {
      const { createServer } = await import('./create-server.ts');
      await (await createServer({ store, models: [silentModel], port: 0 })).close();
    };
    vi.setSystemTime(Date.now() + 599_000);
    await again();
    expect(await rows()).toBe(2);
    vi.setSystemTime(Date.now() + 2_000);
    await again();
    await vi.waitFor(async () => expect(await rows()).toBe(0));
  } finally {
    vi.useRealTimers();
  }
});
