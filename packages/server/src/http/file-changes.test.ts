import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HitlDecision } from '@millrace/engine';
import type { ApprovalRequest, CallFiles, EditPreview, MessageRecord, RunTool } from '@millrace/engine/run';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { anthropicWire } from '../../../../fixtures/anthropic-wire.ts';
import { type FakeProvider, startFakeProvider } from '../../../../fixtures/fake-provider.ts';
import { type RunningServer, readEvents, startServer } from '../../../../fixtures/running-server.ts';
import type { Script } from '../../../../fixtures/script.ts';
import type { WholeStore as Store } from '../../../../fixtures/whole-store.ts';
import { createAnthropicModel } from '../models/anthropic/anthropic.ts';
import { fileTools } from '../tools/files/file-tools.ts';

let root: string;
let fake: FakeProvider;
let server: RunningServer;
let store: Store;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'millrace-file-changes-'));
});
afterEach(async () => {
  await server.close();
  await fake.close();
  rmSync(root, { recursive: true, force: true });
});

const diff = (search: string, replace: string): string =>
  `<<<<<<< SEARCH\n-------\n${search}\n=======\n${replace}\n>>>>>>> REPLACE`;
const text: Script = { parts: [{ text: ['Done.'] }] };
const change = (input: Record<string, unknown>): Script => ({
  parts: [{ calls: [{ id: 'c', name: 'apply_diff', input }] }],
  stop: 'tool_use',
});

/** A chat whose model changes a file; resolves when it asks. */
async function start(input: Record<string, unknown>): Promise<{ run: string; ask: ApprovalRequest }> {
  const scripts = [change(input), text];
  let next = 0;
  fake = await startFakeProvider(() => ({ chunks: anthropicWire.stream(scripts[next++] ?? text) }));
  const model = createAnthropicModel({ model: 'm', apiKey: 'k', baseUrl: fake.url });
  server = await startServer(
    [model],
    async (opened) => {
      store = opened;
    },
    () => ({ tools: fileTools(), workspace: root }),
  );
  await server.api('POST', '/api/chats', { id: 'chat' });
  const sent = await server.api('POST', '/api/chats/chat/messages', { command_id: 'say', text: 'Hi' });
  const { run_id: run } = (await sent.json()) as { run_id: string };
  await expect.poll(async () => (await store.readApprovals(run)).length).toBe(1);
  const [row] = await store.readApprovals(run);
  const [event] = await store.readEvents(run, (row?.seq ?? 0) - 1, 1);
  return { run, ask: event?.type === 'approval_request' ? event : expect.fail('Nothing was asked.') };
}
const decide = (run: string, ask: ApprovalRequest, decision: HitlDecision): Promise<Response> =>
  server.api('POST', `/api/runs/${run}/decisions`, {
    command_id: 'decide',
    approval_id: ask.approval_id,
    args_hash: ask.args_hash,
    decision,
  });
const edit = (args: Record<string, unknown>): HitlDecision => ({
  type: 'edit',
  edited_action: { name: 'apply_diff', args },
});
async function untilDone(): Promise<RunTool> {
  let messages: MessageRecord[] = [];
  await expect
    .poll(
      async () => {
        ({ messages } = await (await server.api('GET', '/api/chats/chat/messages')).json());
        return messages.length;
      },
      { timeout: 10_000 },
    )
    .toBe(2);
  return messages[1]?.tools?.[0] ?? expect.fail('There is no call.');
}
const preview = (run: string, body: unknown): Promise<Response> =>
  server.api('POST', `/api/runs/${run}/preview`, body);

test('A512 a message keeps the change that was made and, after an edit, the one that was asked for', async () => {
  writeFileSync(join(root, 'a.ts'), 'one\r\ntwo\r\n');
  const { run, ask } = await start({ path: 'a.ts', diff: diff('two', 'limit: 100') });
  expect(ask.change?.files).toMatchObject([{ path: 'a.ts', added: 1, removed: 1 }]);
  await decide(run, ask, edit({ path: 'a.ts', diff: diff('two', 'limit: 60') }));
  const call = await untilDone();
  expect(call.change?.files).toEqual([
    { path: 'a.ts', diff: '@@ -1,2 +1,2 @@\n one\n-two\n+limit: 60\n', added: 1, removed: 1 },
  ]);
  expect(call.asked_change?.files[0]?.diff).toContain('+limit: 100\n');
});

test('A512 a change that was made as it was asked for is kept once, and one that was refused as it was asked for', async () => {
  writeFileSync(join(root, 'a.ts'), 'one\n');
  const { run, ask } = await start({ path: 'a.ts', diff: diff('one', 'two') });
  await decide(run, ask, { type: 'approve' });
  const call = await untilDone();
  expect(call.change?.files).toMatchObject([{ path: 'a.ts', diff: expect.stringContaining('+two') }]);
  expect(call).not.toHaveProperty('asked_change');
  await server.close();
  await fake.close();
  const other = await start({ path: 'a.ts', diff: diff('two', 'three') });
  await decide(other.run, other.ask, { type: 'reject' });
  const refused = await untilDone();
  expect(refused).not.toHaveProperty('change');
  expect(refused.asked_change?.files).toMatchObject([{ diff: expect.stringContaining('+three') }]);
});

test('A513 the texts of a changed file stay as the call left them, sealed, and are given only to those who ask', async () => {
  writeFileSync(join(root, 'a.ts'), 'one\nSECRET');
  const { run, ask } = await start({ path: 'a.ts', diff: diff('one', 'two') });
  const files = (): Promise<Response> => server.api('GET', `/api/runs/${run}/calls/c/files`);
  expect([(await files()).status, await (await files()).json()]).toMatchObject([404, { code: 'no_files' }]);
  await decide(run, ask, { type: 'approve' });
  await untilDone();
  writeFileSync(join(root, 'a.ts'), 'something else\n');
  expect((await (await files()).json()) satisfies CallFiles).toEqual({
    files: [{ path: 'a.ts', before: 'one\nSECRET', after: 'two\nSECRET' }],
  });
  const told = await readEvents(await server.api('GET', `/api/runs/${run}/events`));
  const [end] = told.flatMap(({ data }) => (data.includes('"tool_complete"') ? [JSON.parse(data)] : []));
  expect(end).toMatchObject({ change: { files: [{ path: 'a.ts' }] } });
  expect(end).not.toHaveProperty('files');
  expect((await server.api('GET', '/api/runs/none/calls/c/files')).status).toBe(404);
  const { status } = await fetch(`${server.url}/api/runs/${run}/calls/c/files`);
  expect(status).toBe(401);
});

test('A514 an edit is shown before it runs: its diff, or why there is none, and nothing is written', async () => {
  writeFileSync(join(root, 'a.ts'), 'one\ntwo\n');
  const { run, ask } = await start({ path: 'a.ts', diff: diff('two', 'three') });
  const { approval_id } = ask;
  const shown = async (args: unknown): Promise<EditPreview> =>
    (await preview(run, { approval_id, args })).json();
  expect((await shown({ path: 'a.ts', diff: diff('two', 'four') })).change?.files).toMatchObject([
    { diff: '@@ -1,2 +1,2 @@\n one\n-two\n+four\n' },
  ]);
  expect((await shown({ path: 'a.ts', diff: diff('nine', 'four') })).change?.files).toMatchObject([
    { path: 'a.ts', note: expect.stringContaining('not applied') },
  ]);
  for (const [body, code] of [
    [{ approval_id, args: { path: 'a.ts', diff: '<<<<<<< SEARCH' } }, 'bad_edit'],
    [{ approval_id: 'other', args: {} }, 'no_approval'],
    [{ approval_id, args: 1 }, 'bad_body'],
  ] as const)
    expect(await (await preview(run, body)).json()).toMatchObject({ code });
  // All at once: those that a newer one has overtaken tell nothing.
  const many = await Promise.all(
    Array.from({ length: 20 }, (_, i) => shown({ path: 'a.ts', diff: diff('two', `${i}`) })),
  );
  const last = many.filter(({ change: told }) => told !== null).at(-1);
  expect(last?.change?.files[0]?.diff).toMatch(/\+\d+\n/);
  expect(readFileSync(join(root, 'a.ts'), 'utf8')).toBe('one\ntwo\n');
  await decide(run, ask, { type: 'reject' });
  expect(await (await preview(run, { approval_id, args: {} })).json()).toMatchObject({ code: 'expired' });
});
