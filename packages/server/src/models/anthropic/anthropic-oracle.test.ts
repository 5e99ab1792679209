import Anthropic from '@anthropic-ai/sdk';
import { afterEach, expect, test } from 'vitest';
import { anthropicWire, unmarked } from '../../../../../fixtures/anthropic-wire.ts';
import { type FakeProvider, startFakeProvider } from '../../../../../fixtures/fake-provider.ts';
import { FULL_SCRIPT, type Script, TEXT_SCRIPT } from '../../../../../fixtures/script.ts';
import type { ModelRequest } from '../adapter/model.ts';
import { answeredCall, collect, contentOf, IMAGE } from '../adapter/model-contract.ts';
import { createAnthropicModel } from './anthropic.ts';

let fake: FakeProvider;
afterEach(() => fake.close());

async function serve(...chunks: string[]): Promise<void> {
  fake = await startFakeProvider(() => ({ chunks }));
}

const HI: Anthropic.MessageParam[] = [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }];

/** The message that Anthropic's SDK reads. */
function oracle(messages: Anthropic.MessageParam[] = HI): Promise<Anthropic.Message> {
  const client = new Anthropic({ apiKey: 'k', authToken: null, baseURL: fake.url, maxRetries: 0 });
  return client.messages.stream({ model: 'm', max_tokens: 8192, messages }).finalMessage();
}

async function ours(request?: ModelRequest) {
  const model = createAnthropicModel({ model: 'm', apiKey: 'k', baseUrl: fake.url });
  return contentOf(await collect(model, request));
}

const KNOWN = ['text', 'thinking', 'tool_use'];

/** A block without what only one of the two tells: our times and made-up ids, their empty fields. */
function bare(block: { readonly type: string }): object {
  const { id, start_timestamp: _start, stop_timestamp: _stop, ...rest } = block as Record<string, unknown>;
  return { ...rest, ...(block.type === 'tool_use' && { id }) };
}

const CITATION = {
  type: 'web_search_result_location',
  url: 'https://example.org',
  title: 'Rain',
  cited_text: 'rain',
  encrypted_index: 'x',
};
const CITED: Script = { parts: [{ text: ['Rain', '.'], citations: [CITATION, CITATION] }] };

test.each<[string, Script]>([
  ['text', TEXT_SCRIPT],
  ['thinking, text and two calls', FULL_SCRIPT],
  ['citations', CITED],
])('M10 Anthropic reads our local Anthropic as we do: %s', async (_, script) => {
  await serve(...anthropicWire.stream(script));
  const theirs = await oracle();
  const message = await ours();
  expect(message.content.map(bare)).toEqual(theirs.content.map(bare));
  expect(message).toMatchObject({
    id: theirs.id,
    model: theirs.model,
    finishReason: theirs.stop_reason,
    tokenUsage: {
      input_tokens: theirs.usage.input_tokens,
      output_tokens: theirs.usage.output_tokens,
    },
  });
});

test.each(Object.keys(anthropicWire.stops))('M10 Anthropic reads the end %s as we do', async (name) => {
  const stop = { name, category: 'cyber', explanation: 'No.' };
  await serve(...anthropicWire.stream({ parts: [{ text: ['Hi'] }], stop }));
  const { stop_reason, stop_details } = await oracle();
  const { finishReason, stopDetails } = await ours();
  expect(finishReason).toBe(stop_reason);
  expect(stopDetails ?? null).toEqual(stop_details === null ? null : { ...stop_details, reason: name });
});

test('M10 pings and what is to come do not trouble Anthropic either', async () => {
  const events = anthropicWire.stream(FULL_SCRIPT);
  const { keepAlive, future } = anthropicWire;
  await serve(keepAlive, ...events.slice(0, -1), ...future, keepAlive, ...events.slice(-1));
  const known = (await oracle()).content.filter(({ type }) => KNOWN.includes(type));
  const { content } = await ours();
  expect(content.filter(({ type }) => KNOWN.includes(type)).map(bare)).toEqual(known.map(bare));
});

test('M10 Anthropic asks as we do', async () => {
  await serve(...anthropicWire.stream(TEXT_SCRIPT));
  await oracle();
  await ours();
  const [theirs, we] = fake.requests;
  expect(we?.path).toBe(theirs?.path);
  expect(unmarked(we?.body)).toEqual(theirs?.body);
});

test('M20 Anthropic sends an image behind a result as we do', async () => {
  await serve(...anthropicWire.stream(TEXT_SCRIPT));
  const source = { type: 'base64', media_type: IMAGE.media_type, data: IMAGE.data } as const;
  await oracle([
    { role: 'user', content: [{ type: 'text', text: 'Look' }] },
    { role: 'assistant', content: [{ type: 'tool_use', id: 'c1', name: 'look', input: {} }] },
    {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 'c1', content: 'seen' },
        { type: 'image', source },
      ],
    },
  ]);
  await ours({ messages: answeredCall(IMAGE) });
  expect(unmarked(fake.requests[1]?.body)).toEqual(fake.requests[0]?.body);
});

test('M10 what goes wrong goes wrong for Anthropic too', async () => {
  await serve(...anthropicWire.stream(TEXT_SCRIPT).slice(0, 3), anthropicWire.trouble('Too much to do'));
  await expect(oracle()).rejects.toThrow('Too much to do');
  await expect(ours()).rejects.toThrow('Too much to do');
});
