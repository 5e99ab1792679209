import { randomUUID } from 'node:crypto';
import { Chat } from '@ai-sdk/react';
import { argsHash } from '@millrace/engine/approval';
import type { MessageRecord } from '@millrace/engine/run';
import {
  DefaultChatTransport,
  lastAssistantMessageIsCompleteWithApprovalResponses,
  type UIMessage,
} from 'ai';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { anthropicWire } from '../../../../fixtures/anthropic-wire.ts';
import { type FakeProvider, type Reply, startFakeProvider } from '../../../../fixtures/fake-provider.ts';
import { type RunningServer, readEvents, startServer } from '../../../../fixtures/running-server.ts';
import { type ScriptCall, TEXT_SCRIPT } from '../../../../fixtures/script.ts';
import type { WholeStore } from '../../../../fixtures/whole-store.ts';
import { createAnthropicModel } from '../models/anthropic/anthropic.ts';
import { FIRST_ACCOUNT } from '../store/account.ts';
import { issueApiToken } from './request/api-tokens.ts';

let fake: FakeProvider;
let server: RunningServer;
let store: WholeStore;
let replies: Reply[];
let ran: unknown[];

beforeEach(async () => {
  ran = [];
  fake = await startFakeProvider(() => replies.shift() ?? { chunks: anthropicWire.stream(TEXT_SCRIPT) });
  const act = { name: 'act', description: '', input_schema: {}, effect: 'read', approval: 'ask' } as const;
  const run = async (input: unknown) => {
    ran.push(input);
    return { content: `did ${JSON.stringify(input)}` };
  };
  server = await startServer(
    [createAnthropicModel({ model: 'm', apiKey: 'k', baseUrl: fake.url, retries: 0 })],
    async (opened) => {
      store = opened;
    },
    () => ({ tools: [{ ...act, run }] }),
  );
});
afterEach(async () => {
  await server.close();
  await fake.close();
});

const calling = (...calls: ScriptCall[]): Reply => ({
  chunks: anthropicWire.stream({ parts: [{ text: ['I act.'] }, { calls }], stop: 'tool_use' }),
});
const callOf = (id: string): ScriptCall => ({ id, name: 'act', input: { of: id, b: 1 } });

/** A chat as an app has it that sends decisions by itself. */
function chatOf(id = randomUUID(), headers: Record<string, string> = { ...server.device }): Chat<UIMessage> {
  return new Chat({
    id,
    sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithApprovalResponses,
    transport: new DefaultChatTransport({ api: `${server.url}/api/ai-sdk/chat`, headers }),
  });
}

interface CallPart {
  readonly toolCallId: string;
  readonly state: string;
  readonly input?: unknown;
  readonly output?: unknown;
  readonly approval?: { readonly id: string };
}

const callParts = (chat: Chat<UIMessage>): CallPart[] =>
  (chat.messages.at(-1)?.parts ?? []).filter(
    (part): part is typeof part & CallPart => part.type === 'tool-act',
  );
const states = (chat: Chat<UIMessage>): string[] => callParts(chat).map(({ state }) => state);
const texts = (chat: Chat<UIMessage>): string[] =>
  (chat.messages.at(-1)?.parts ?? []).flatMap((part) => (part.type === 'text' ? [part.text] : []));
const approvalOf = (chat: Chat<UIMessage>, at = 0): string => callParts(chat)[at]?.approval?.id ?? '';
const isReady = (chat: Chat<UIMessage>): Promise<void> =>
  expect.poll(() => [chat.status, states(chat)], { timeout: 10_000 }).toEqual(['ready', expect.anything()]);

async function stored(chat: Chat<UIMessage>): Promise<MessageRecord[]> {
  return store.readMessages(chat.id, 0);
}

test('C292 the AI SDK is asked, approves, and reads what follows in the same message', async () => {
  replies = [calling(callOf('t1')), calling(callOf('t2'))];
  const chat = chatOf();
  await chat.sendMessage({ text: 'Act' });
  expect([chat.status, states(chat), ran]).toEqual(['ready', ['approval-requested'], []]);
  await chat.addToolApprovalResponse({ id: approvalOf(chat), approved: true });
  await expect
    .poll(() => states(chat), { timeout: 10_000 })
    .toEqual(['output-available', 'approval-requested']);
  await isReady(chat);
  await chat.addToolApprovalResponse({ id: approvalOf(chat, 1), approved: true });
  await expect.poll(() => texts(chat).at(-1), { timeout: 10_000 }).toBe('Hello world.');
  expect(chat.error).toBeUndefined();
  expect(chat.messages).toHaveLength(2);
  expect(chat.messages[1]?.parts).toMatchObject([
    { type: 'step-start' },
    { type: 'text', text: 'I act.' },
    { toolCallId: 't1', state: 'output-available', output: 'did {"of":"t1","b":1}' },
    { type: 'step-start' },
    { type: 'text', text: 'I act.' },
    { toolCallId: 't2', state: 'output-available' },
    { type: 'step-start' },
    { type: 'text', text: 'Hello world.' },
  ]);
  expect(ran).toEqual([callOf('t1').input, callOf('t2').input]);
  expect((await stored(chat)).map(({ role }) => role)).toEqual(['user', 'assistant']);
});

test('C292 a rejected call is denied, its words reach the model, and a call beside it runs', async () => {
  replies = [calling(callOf('t1'), callOf('t2'))];
  const chat = chatOf();
  await chat.sendMessage({ text: 'Act' });
  expect(states(chat)).toEqual(['approval-requested', 'approval-requested']);
  await chat.addToolApprovalResponse({ id: approvalOf(chat), approved: false, reason: 'Too risky.' });
  expect(ran).toEqual([]);
  await chat.addToolApprovalResponse({ id: approvalOf(chat, 1), approved: true });
  await expect.poll(() => texts(chat).at(-1), { timeout: 10_000 }).toBe('Hello world.');
  expect([chat.error, states(chat)]).toEqual([undefined, ['output-denied', 'output-available']]);
  expect(ran).toEqual([callOf('t2').input]);
  expect(JSON.stringify(fake.requests.at(-1)?.body)).toContain('Too risky.');
});

test('C292 a decision of another device holds, and the AI SDK is told of it', async () => {
  replies = [calling(callOf('t1'))];
  const chat = chatOf();
  await chat.sendMessage({ text: 'Act' });
  const runId = chat.messages[1]?.id ?? '';
  const edited = await server.api('POST', `/api/runs/${runId}/decisions`, {
    ...{ command_id: 'other', approval_id: approvalOf(chat), args_hash: argsHash(callOf('t1').input) },
    decision: { type: 'edit', edited_action: { name: 'act', args: { of: 'another' } } },
  });
  expect(edited.status).toBe(200);
  await chat.addToolApprovalResponse({ id: approvalOf(chat), approved: false });
  await expect.poll(() => texts(chat).at(-1), { timeout: 10_000 }).toBe('Hello world.');
  expect(callParts(chat)).toMatchObject([{ state: 'output-available', input: { of: 'another' } }]);
  expect(ran).toEqual([{ of: 'another' }]);
});

test('C292 arguments that the person did not see are not approved, nor what was never asked', async () => {
  replies = [calling(callOf('t1'))];
  const chat = chatOf();
  await chat.sendMessage({ text: 'Act' });
  const [, answer] = chat.messages;
  const send = (part: object) =>
    server.api('POST', '/api/ai-sdk/chat', {
      id: chat.id,
      messages: [
        chat.messages[0],
        { ...answer, parts: [{ type: 'tool-act', state: 'approval-responded', ...part }] },
      ],
    });
  const approval = { id: approvalOf(chat), approved: true };
  expect(await (await send({ input: { of: 'else' }, approval })).json()).toMatchObject({
    code: 'args_changed',
  });
  const input = callOf('t1').input;
  expect(await (await send({ input, approval: { id: 'none', approved: true } })).json()).toMatchObject({
    code: 'no_approval',
  });
  expect(ran).toEqual([]);
  // The order of keys may change on the way.
  const [b, of] = [input['b'], input['of']];
  expect((await readEvents(await send({ input: { b, of }, approval }))).at(-1)?.data).toBe('[DONE]');
  expect(ran).toHaveLength(1);
});

test('C292 a token that may not decide asks, and is refused when it answers', async () => {
  replies = [calling(callOf('t1'))];
  const issued = await issueApiToken(store, FIRST_ACCOUNT, { name: 'app', scopes: ['chat'] });
  if (typeof issued === 'string') throw new Error(issued);
  const { token } = issued;
  const chat = chatOf(randomUUID(), { authorization: `Bearer ${token}` });
  await chat.sendMessage({ text: 'Act' });
  expect(states(chat)).toEqual(['approval-requested']);
  await chat.addToolApprovalResponse({ id: approvalOf(chat), approved: true });
  await expect.poll(() => chat.error?.message, { timeout: 10_000 }).toContain('decide');
  expect(ran).toEqual([]);
});

test('C293 regenerate of the AI SDK asks the same question on another branch, as often as it is done', async () => {
  const chat = chatOf();
  await chat.sendMessage({ text: 'Hi' });
  const [asked, first] = await stored(chat);
  for (let times = 0; times < 2; times += 1) {
    await chat.regenerate();
    expect(chat.error).toBeUndefined();
    expect(texts(chat)).toEqual(['Hello world.']);
  }
  const now = await stored(chat);
  expect(now.map(({ role, text }) => [role, text])).toEqual([
    ['user', 'Hi'],
    ['assistant', 'Hello world.'],
  ]);
  expect(now[0]?.branches).toEqual([asked?.id, expect.anything(), now[0]?.id]);
  expect(now[1]?.id).not.toBe(first?.id);
  expect(fake.requests).toHaveLength(3);
  // No model has seen an earlier version.
  expect(fake.requests[2]?.body.messages).toHaveLength(1);
});

test('C293 an edited message of the AI SDK takes the place of the one before it', async () => {
  const chat = chatOf();
  await chat.sendMessage({ text: 'Hi' });
  await chat.sendMessage({ text: 'Hello', messageId: chat.messages[0]?.id ?? '' });
  expect((await stored(chat)).map(({ text }) => text)).toEqual(['Hello', 'Hello world.']);
});

test('C293 regenerate ends an answer that the AI SDK has stopped reading', async () => {
  replies = [{ chunks: anthropicWire.stream(TEXT_SCRIPT).slice(0, 4), hang: true }];
  const chat = chatOf();
  const asked = chat.sendMessage({ text: 'Hi' });
  await expect.poll(() => chat.status).toBe('streaming');
  await chat.stop();
  await asked;
  await chat.regenerate();
  expect([chat.error, texts(chat)]).toEqual([undefined, ['Hello world.']]);
  expect(await stored(chat)).toHaveLength(2);
});
