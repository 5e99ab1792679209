import type { HitlDecision, StoredEvent } from '@millrace/engine';
import type { ApprovalRequest, ChatSummary, MessageRecord, RuleList } from '@millrace/engine/run';
import { afterEach, expect, test } from 'vitest';
import * as z from 'zod';
import { anthropicWire } from '../../../../fixtures/anthropic-wire.ts';
import { type FakeProvider, startFakeProvider } from '../../../../fixtures/fake-provider.ts';
import { geminiWire } from '../../../../fixtures/gemini-wire.ts';
import { openAiChatWire } from '../../../../fixtures/openai-chat-wire.ts';
import { openAiResponsesWire } from '../../../../fixtures/openai-responses-wire.ts';
import { type RunningServer, startServer } from '../../../../fixtures/running-server.ts';
import type { Script, ScriptCall, Wire } from '../../../../fixtures/script.ts';
import type { Model } from '../models/adapter/model.ts';
import { createAnthropicModel } from '../models/anthropic/anthropic.ts';
import { createGeminiModel } from '../models/gemini/gemini.ts';
import { createCompatibleModel } from '../models/openai/compatible.ts';
import { createOpenAiModel } from '../models/openai/openai.ts';
import { defineTool } from '../tools/define/define-tool.ts';
import { builtInModes } from '../tools/modes/built-in-modes.ts';
import { newTaskTool } from '../tools/task/new-task-tool.ts';

let fake: FakeProvider | undefined;
let server: RunningServer;
const ran: string[] = [];
afterEach(async () => {
  await server.close();
  await fake?.close();
  ran.splice(0);
});

const look = defineTool({
  name: 'look',
  description: 'Looks.',
  input: z.object({ at: z.string() }),
  effect: 'read',
  run: async ({ at }) => `saw ${at}`,
});
const send = defineTool({
  name: 'send',
  description: 'Sends.',
  input: z.object({ to: z.string().min(3) }),
  effect: 'unsafe',
  async run({ to }) {
    ran.push(to);
    return `sent to ${to}`;
  },
});
const TOOLS = [look, send, newTaskTool(builtInModes)];

const text = (said: string): Script => ({ parts: [{ text: [said] }] });
const calls = (...all: ScriptCall[]): Script => ({
  parts: [{ text: ['I call.'] }, { calls: all }],
  stop: 'tool_use',
});

type Create = (baseUrl: string) => Model;
const anthropic: Create = (baseUrl) => createAnthropicModel({ model: 'm', apiKey: 'k', baseUrl });

/** A server whose model says these messages, one after the other, in a provider's own words. */
async function start(
  scripts: readonly Script[],
  wire: Wire = anthropicWire,
  create = anthropic,
): Promise<void> {
  let next = 0;
  fake = await startFakeProvider(() => ({ chunks: wire.stream(scripts[next++] ?? text('The end.')) }));
  server = await startServer([create(fake.url)], undefined, () => ({ tools: TOOLS }));
  await server.api('POST', '/api/chats', { id: 'chat' });
}
let commands = 0;
const command = () => `c${++commands}`;
async function say(words = 'Hi'): Promise<string> {
  const sent = await server.api('POST', '/api/chats/chat/messages', { command_id: command(), text: words });
  expect(sent.status).toBe(200);
  return ((await sent.json()) as { run_id: string }).run_id;
}
async function chat(): Promise<{ chat: ChatSummary; messages: MessageRecord[] }> {
  return (await server.api('GET', '/api/chats/chat/messages')).json() as never;
}
async function untilWaiting(): Promise<string> {
  await expect.poll(async () => (await chat()).chat.waiting).toBe(true);
  return (await chat()).chat.run_id ?? '';
}
async function untilDone(): Promise<MessageRecord> {
  await expect.poll(async () => (await chat()).chat.run_id).toBe(null);
  return (await chat()).messages.at(-1) ?? expect.fail('There is no answer.');
}
/** The open questions of a run, read from its stream so far. */
async function asked(run: string): Promise<(ApprovalRequest & StoredEvent)[]> {
  const abort = new AbortController();
  const response = await fetch(`${server.url}/api/runs/${run}/events`, {
    headers: { ...server.device },
    signal: abort.signal,
  });
  const reader = response.body?.getReader();
  let read = '';
  const wanted = new Set<string>();
  while (reader !== undefined && wanted.size === 0) {
    const { value, done } = await reader.read();
    if (done) break;
    read += new TextDecoder().decode(value);
    for (const line of read.split('\n'))
      if (line.includes('"approval_request"')) wanted.add(line.slice('data: '.length));
  }
  abort.abort();
  return [...wanted].map((line) => JSON.parse(line));
}
async function decide(
  run: string,
  ask: ApprovalRequest | undefined,
  decision: HitlDecision,
): Promise<Response> {
  return server.api('POST', `/api/runs/${run}/decisions`, {
    command_id: command(),
    approval_id: ask?.approval_id,
    args_hash: ask?.args_hash,
    decision,
  });
}

const WIRES: readonly [string, Wire, Create][] = [
  ['Anthropic', anthropicWire, anthropic],
  ['OpenAI', openAiResponsesWire, (baseUrl) => createOpenAiModel({ model: 'm', apiKey: 'k', baseUrl })],
  ['Gemini', geminiWire, (baseUrl) => createGeminiModel({ model: 'm', apiKey: 'k', baseUrl })],
  [
    'a compatible server',
    openAiChatWire,
    (baseUrl) => createCompatibleModel({ provider: { id: 'x', name: 'X' }, model: 'm', baseUrl }),
  ],
];

test.each(WIRES)('A2 %s takes the history of a run with every kind of call', async (_, wire, create) => {
  await start(
    [
      calls(
        { id: 'a', name: 'look', input: { at: 'birds' } },
        { id: 'b', name: 'send', input: { to: 'mother' } },
        { id: 'c', name: 'fly', input: {} },
        { id: 'd', name: 'look', input: { at: 1 } },
      ),
      calls({ id: 'a', name: 'look', input: { at: 'more' } }),
      text('Done.'),
    ],
    wire,
    create,
  );
  await say();
  const run = await untilWaiting();
  const [ask] = await asked(run);
  const image = {
    media_type: 'image/png',
    data: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  } as const;
  expect((await decide(run, ask, { type: 'approve', message: 'Go.', images: [image] })).status).toBe(200);
  expect(await untilDone()).toMatchObject({ status: 'completed', text: 'I call.\n\nI call.\n\nDone.' });
  expect(ran).toEqual(['mother']);
  expect(JSON.stringify(fake?.requests.at(-1)?.body)).toContain(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  );
});

test.each(WIRES)('A12 %s takes the histories of sub-agents', async (_, wire, create) => {
  await start(
    [
      calls({ id: 't', name: 'new_task', input: { message: 'Look at birds' } }),
      calls({ id: 't', name: 'look', input: { at: 'birds' } }),
      text('They are fine.'),
      text('Done.'),
    ],
    wire,
    create,
  );
  await say();
  expect(await untilDone()).toMatchObject({ status: 'completed', text: 'I call.\n\nDone.' });
});

test('A4 an edit that could not run is refused while the person can still mend it', async () => {
  await start([calls({ id: 'b', name: 'send', input: { to: 'mother' } })]);
  await say();
  const run = await untilWaiting();
  const [ask] = await asked(run);
  const edit = (name: string, args: Record<string, unknown>): HitlDecision => ({
    type: 'edit',
    edited_action: { name, args },
  });
  const refused = await decide(run, ask, edit('send', { to: 'x' }));
  expect(refused.status).toBe(409);
  expect(await refused.json()).toMatchObject({
    code: 'bad_edit',
    message: expect.stringContaining('not valid'),
  });
  expect(await (await decide(run, ask, edit('look', { at: 'x' }))).json()).toMatchObject({
    code: 'bad_edit',
  });
  const deny = {
    scope: 'user',
    tool: 'send',
    verdict: 'deny',
    pattern: { type: 'glob', argument: 'to', glob: 'boss' },
  };
  expect((await server.api('POST', '/api/rules', deny)).status).toBe(200);
  expect(await (await decide(run, ask, edit('send', { to: 'boss' }))).json()).toMatchObject({
    code: 'bad_edit',
    message: expect.stringContaining('A rule of the person does not allow this'),
  });
  expect((await decide(run, ask, edit('send', { to: 'father' }))).status).toBe(200);
  await untilDone();
  expect(ran).toEqual(['father']);
});

test('A4 always allowing writes the rule that was shown; it is listed, holds, and can be revoked', async () => {
  const again = calls({ id: 'b', name: 'send', input: { to: 'mother' } });
  await start([again, text('One.'), again, text('Two.'), again, text('Three.')]);
  await say();
  const run = await untilWaiting();
  const [ask] = await asked(run);
  const [offer] = ask?.rules ?? [];
  await decide(run, ask, { type: 'approve_always', rule_id: offer?.rule.id ?? '' });
  await untilDone();
  const { rules } = (await (await server.api('GET', '/api/rules?chat_id=chat')).json()) as RuleList;
  expect(rules).toMatchObject([{ id: offer?.rule.id, text: offer?.text, of: 'chat' }]);
  await say('Again');
  expect((await untilDone()).text).toBe('I call.\n\nTwo.');
  expect(ran).toEqual(['mother', 'mother']);
  expect((await server.api('DELETE', `/api/rules?id=${offer?.rule.id}`)).status).toBe(200);
  await say('And again');
  await untilWaiting();
});

test('A4 a message that is sent while cards wait cancels them, and says so', async () => {
  await start([calls({ id: 'b', name: 'send', input: { to: 'mother' } }), text('All right.')]);
  await say();
  const run = await untilWaiting();
  const [ask] = await asked(run);
  await say('Forget it. How are you?');
  await untilDone();
  const { messages } = await chat();
  expect(messages.map(({ role, text: said, status }) => [role, said, status])).toEqual([
    ['user', 'Hi', 'completed'],
    ['assistant', 'I call.', 'cancelled'],
    ['user', 'Forget it. How are you?', 'completed'],
    ['assistant', 'All right.', 'completed'],
  ]);
  expect(JSON.stringify(messages[1]?.content)).toContain('wrote a message instead of deciding');
  expect(messages[1]?.content).toContainEqual(
    expect.objectContaining({ type: 'tool_result', reason: { code: 'message_instead' } }),
  );
  expect(await (await decide(run, ask, { type: 'approve' })).json()).toMatchObject({ code: 'expired' });
  expect(ran).toEqual([]);
});

test('A4 the same message sent twice while cards wait is one message', async () => {
  await start([calls({ id: 'b', name: 'send', input: { to: 'mother' } }), text('All right.')]);
  await say();
  await untilWaiting();
  const sent = { command_id: 'twice', text: 'Forget it.' };
  const both = await Promise.all([1, 2].map(() => server.api('POST', '/api/chats/chat/messages', sent)));
  expect(await both[0]?.json()).toEqual(await both[1]?.json());
  await untilDone();
  expect((await chat()).messages).toHaveLength(4);
});
