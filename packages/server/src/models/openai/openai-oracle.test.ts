import type { ContentBlock } from '@millrace/engine';
import fc from 'fast-check';
import OpenAI from 'openai';
import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions';
import type { Response, ResponseInput } from 'openai/resources/responses/responses';
import { afterEach, expect, test } from 'vitest';
import { type FakeProvider, startFakeProvider } from '../../../../../fixtures/fake-provider.ts';
import { chatWire } from '../../../../../fixtures/openai-chat-wire.ts';
import { openAiResponsesWire } from '../../../../../fixtures/openai-responses-wire.ts';
import { FULL_SCRIPT, type Script, type ScriptPart, TEXT_SCRIPT } from '../../../../../fixtures/script.ts';
import type { Model } from '../adapter/model.ts';
import { answeredCall, collect, contentOf, IMAGE } from '../adapter/model-contract.ts';
import { createCompatibleModel } from './compatible.ts';
import { createOpenAiModel } from './openai.ts';

let fake: FakeProvider;
afterEach(() => fake?.close());

/** The facts that both sides must agree on. */
interface Said {
  readonly text: string;
  readonly thinking: string;
  readonly calls: readonly { readonly id: string; readonly name: string; readonly input: unknown }[];
  readonly tokens: readonly (number | undefined)[];
  readonly stop: string | undefined;
}

const QUESTION = 'Hi';
const FINISH: Readonly<Record<string, string>> = {
  stop: 'end_turn',
  length: 'max_tokens',
  tool_calls: 'tool_use',
};

async function askSdkChat(client: OpenAI): Promise<Said> {
  const stream = client.chat.completions.stream({
    model: 'm',
    messages: [{ role: 'user', content: QUESTION }],
    stream_options: { include_usage: true },
  });
  // The SDK keeps only the last piece of a field that it does not know.
  let thinking = '';
  stream.on('chunk', ({ choices: [choice] }) => {
    const delta: object | undefined = choice?.delta;
    if (delta && 'reasoning_content' in delta) thinking += String(delta.reasoning_content);
  });
  const { choices, usage } = await stream.finalChatCompletion();
  const [{ message, finish_reason } = expect.fail('no choice')] = choices;
  return {
    text: message.content ?? '',
    thinking,
    calls: (message.tool_calls ?? []).flatMap((call) =>
      call.type === 'function'
        ? [{ id: call.id, name: call.function.name, input: JSON.parse(call.function.arguments) }]
        : [],
    ),
    tokens: [usage?.prompt_tokens, usage?.completion_tokens],
    stop: FINISH[finish_reason],
  };
}

async function askSdkResponses(client: OpenAI): Promise<Said> {
  const { output, output_text, usage, status, incomplete_details } = await client.responses
    .stream({ model: 'm', input: QUESTION })
    .finalResponse();
  const calls = output.flatMap((item) =>
    item.type === 'function_call'
      ? [{ id: item.call_id, name: item.name, input: JSON.parse(item.arguments) }]
      : [],
  );
  return {
    text: output_text,
    thinking: output
      .flatMap((item) => (item.type === 'reasoning' ? item.summary.map(({ text }) => text) : []))
      .join(''),
    calls,
    tokens: [usage?.input_tokens, usage?.output_tokens],
    stop: stopOf(status, incomplete_details, calls.length),
  };
}

function stopOf(status: Response['status'], why: Response['incomplete_details'], calls: number) {
  if (status === 'incomplete') return why?.reason === 'max_output_tokens' ? 'max_tokens' : why?.reason;
  return calls > 0 ? 'tool_use' : 'end_turn';
}

async function askOurs(model: Model): Promise<Said> {
  const { content, tokenUsage, finishReason } = contentOf(await collect(model));
  const all = <T>(pick: (block: ContentBlock) => T | undefined): T[] =>
    content.flatMap((block) => pick(block) ?? []);
  return {
    text: all((block) => (block.type === 'text' ? block.text : undefined)).join(''),
    thinking: all((block) => (block.type === 'thinking' ? block.thinking : undefined)).join(''),
    calls: all((block) =>
      block.type === 'tool_use' ? { id: block.id, name: block.name, input: block.input } : undefined,
    ),
    tokens: [tokenUsage?.input_tokens, tokenUsage?.output_tokens],
    stop: finishReason,
  };
}

test.each(['stop', 'tool_calls', 'function_call', 'content_filter', 'length'])(
  'M10 OpenAI reads the finish_reason %s as we do',
  async (name) => {
    const wire = chatWire();
    fake = await startFakeProvider(() => ({
      chunks: wire.stream({ parts: [{ text: ['Hi'] }], stop: { name } }),
    }));
    const client = new OpenAI({ apiKey: 'k', baseURL: fake.url, maxRetries: 0 });
    const stream = await client.chat.completions.create({
      ...{ model: 'm', stream: true as const },
      messages: [{ role: 'user', content: QUESTION }],
    });
    let theirs: string | null | undefined;
    for await (const { choices } of stream) theirs = choices[0]?.finish_reason ?? theirs;
    const model = createOpenAiModel({ model: 'm', apiKey: 'k', baseUrl: fake.url, api: 'chat' });
    const { finishReason, stopDetails } = contentOf(await collect(model));
    expect([theirs, finishReason]).toEqual([name, wire.stops[name]?.[0]]);
    expect(stopDetails?.reason).toBe(wire.stops[name]?.[1] === undefined ? undefined : name);
  },
);

test.each(['max_output_tokens', 'content_filter'])(
  'M10 OpenAI reads incomplete_details %s as we do',
  async (name) => {
    const { stream, stops } = openAiResponsesWire;
    fake = await startFakeProvider(() => ({ chunks: stream({ parts: [{ text: ['Hi'] }], stop: { name } }) }));
    const client = new OpenAI({ apiKey: 'k', baseURL: fake.url, maxRetries: 0 });
    const theirs = await client.responses.stream({ model: 'm', input: QUESTION }).finalResponse();
    const model = createOpenAiModel({ model: 'm', apiKey: 'k', baseUrl: fake.url });
    const { finishReason, stopDetails } = contentOf(await collect(model));
    expect([theirs.status, theirs.incomplete_details?.reason]).toEqual(['incomplete', name]);
    expect([finishReason, stopDetails?.type]).toEqual([stops[name]?.[0], stops[name]?.[1]]);
  },
);

const words = fc.array(fc.string({ unit: 'binary', minLength: 1, maxLength: 8 }), {
  minLength: 1,
  maxLength: 5,
});
const input = fc.dictionary(fc.string({ maxLength: 6 }), fc.jsonValue({ depthSize: 'small' }), {
  maxKeys: 4,
  noNullPrototype: true,
});
const call = fc.record({ id: fc.uuid(), name: fc.constantFrom('weather', 'look'), input });
const part = fc.oneof(
  fc.record({ thinking: words }),
  fc.record({ text: words }),
  fc.record({ calls: fc.array(call, { minLength: 1, maxLength: 3 }) }),
);

/** Chat Completions numbers the calls of a message from 0, so they stand together there, at its end. */
const script = fc
  .tuple(fc.array(part, { minLength: 1, maxLength: 4 }), fc.boolean())
  .map(([parts, cut]): Script => {
    const calls = parts.flatMap((each) => ('calls' in each ? each.calls : []));
    const rest: ScriptPart[] = parts.filter((each) => !('calls' in each));
    const stop = cut ? 'max_tokens' : calls.length > 0 ? 'tool_use' : 'end_turn';
    return { parts: calls.length > 0 ? [...rest, { calls }] : rest, stop };
  });

test.each([
  {
    api: 'Chat Completions',
    wire: chatWire('reasoning_content'),
    sdk: askSdkChat,
    ours: (baseUrl: string) =>
      createCompatibleModel({ model: 'm', provider: { id: 'x', name: 'X' }, baseUrl, retries: 0 }),
  },
  {
    api: 'Responses',
    wire: openAiResponsesWire,
    sdk: askSdkResponses,
    ours: (baseUrl: string) => createOpenAiModel({ model: 'm', apiKey: 'secret', baseUrl, retries: 0 }),
  },
])('M10 the SDK of OpenAI and our adapter read the same from $api', async ({ wire, sdk, ours }) => {
  let said: Script = TEXT_SCRIPT;
  fake = await startFakeProvider(() => {
    const [first = '', ...rest] = wire.stream(said);
    return { chunks: [[first, wire.keepAlive, ...rest].join('')] };
  });
  const client = new OpenAI({ apiKey: 'secret', baseURL: fake.url, maxRetries: 0 });
  const agree = async (each: Script) => {
    said = each;
    const [theirs, mine] = [await sdk(client), await askOurs(ours(fake.url))];
    expect(mine).toEqual(theirs);
    return mine;
  };
  expect(await agree(FULL_SCRIPT)).toMatchObject({
    thinking: 'Two cities to look up.',
    calls: FULL_SCRIPT.parts.flatMap((each) => ('calls' in each ? each.calls : [])),
    tokens: [25, 17],
    stop: 'tool_use',
  });
  const property = fc.asyncProperty(script, async (each) => void (await agree(each)));
  await fc.assert(property, { numRuns: 30 });
});

test('M10 our requests are those that the SDK of OpenAI makes', async () => {
  fake = await startFakeProvider(({ path }) => ({
    chunks: (path === '/responses' ? openAiResponsesWire : chatWire()).stream(TEXT_SCRIPT),
  }));
  const client = new OpenAI({ apiKey: 'secret', baseURL: fake.url, maxRetries: 0 });
  const content = [{ type: 'input_text' as const, text: QUESTION }];
  await client.responses
    .stream({ model: 'm', input: [{ type: 'message', role: 'user', content }], store: false })
    .finalResponse();
  await askSdkChat(client);
  await collect(createOpenAiModel({ model: 'm', apiKey: 'secret', baseUrl: fake.url }));
  await collect(createOpenAiModel({ model: 'm', apiKey: 'secret', baseUrl: fake.url, api: 'chat' }));
  const sent = fake.requests.map(({ method, path, headers: { authorization }, body }) => {
    return { method, path, authorization, body };
  });
  expect(sent.slice(2)).toEqual(sent.slice(0, 2));
});

test('M20 the SDK of OpenAI sends an image behind a result as we do', async () => {
  fake = await startFakeProvider(({ path }) => ({
    chunks: (path === '/responses' ? openAiResponsesWire : chatWire()).stream(TEXT_SCRIPT),
  }));
  const client = new OpenAI({ apiKey: 'secret', baseURL: fake.url, maxRetries: 0 });
  const url = `data:${IMAGE.media_type};base64,${IMAGE.data}`;
  const input: ResponseInput = [
    { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Look' }] },
    { type: 'function_call', call_id: 'c1', name: 'look', arguments: '{}' },
    { type: 'function_call_output', call_id: 'c1', output: 'seen' },
    { type: 'message', role: 'user', content: [{ type: 'input_image', image_url: url, detail: 'auto' }] },
  ];
  await client.responses.stream({ model: 'm', input, store: false }).finalResponse();
  const call = { id: 'c1', type: 'function', function: { name: 'look', arguments: '{}' } } as const;
  const messages: ChatCompletionMessageParam[] = [
    { role: 'user', content: 'Look' },
    { role: 'assistant', content: null, tool_calls: [call] },
    { role: 'tool', tool_call_id: 'c1', content: 'seen' },
    { role: 'user', content: [{ type: 'image_url', image_url: { url } }] },
  ];
  const stream_options = { include_usage: true };
  await client.chat.completions.stream({ model: 'm', messages, stream_options }).finalChatCompletion();
  const request = { messages: answeredCall(IMAGE) };
  await collect(createOpenAiModel({ model: 'm', apiKey: 'secret', baseUrl: fake.url }), request);
  await collect(createOpenAiModel({ model: 'm', apiKey: 'secret', baseUrl: fake.url, api: 'chat' }), request);
  const sent = fake.requests.map(({ body }) => body);
  expect(sent.slice(2)).toEqual(sent.slice(0, 2));
});
