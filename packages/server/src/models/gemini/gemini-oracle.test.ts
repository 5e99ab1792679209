import { type Content, GoogleGenAI, type Part } from '@google/genai';
import { afterEach, expect, test } from 'vitest';
import { type FakeProvider, startFakeProvider } from '../../../../../fixtures/fake-provider.ts';
import { geminiEvent, geminiFinish, geminiParts, geminiWire } from '../../../../../fixtures/gemini-wire.ts';
import { FULL_SCRIPT, type Script, TEXT_SCRIPT } from '../../../../../fixtures/script.ts';
import { answeredCall, collect, contentOf, IMAGE } from '../adapter/model-contract.ts';
import { createGeminiModel } from './gemini.ts';
import { readSeal } from './gemini-seal.ts';

let fake: FakeProvider;
afterEach(() => fake.close());

const QUESTION = 'Hi';

/** The parts that Google's SDK reads, prose that stands together joined. */
async function oracle() {
  const client = new GoogleGenAI({ apiKey: 'k', apiVersion: 'v1beta', httpOptions: { baseUrl: fake.url } });
  const parts: Part[] = [];
  let last: Awaited<ReturnType<typeof client.models.generateContentStream>> extends AsyncGenerator<infer T>
    ? T | undefined
    : never;
  const stream = await client.models.generateContentStream({ model: 'm', contents: QUESTION });
  for await (const chunk of stream) {
    parts.push(...(chunk.candidates?.[0]?.content?.parts ?? []));
    last = chunk;
  }
  return { parts: joinProse(parts), last };
}

function joinProse(parts: readonly Part[]): Part[] {
  const joined: Part[] = [];
  for (const part of parts) {
    const before = joined.at(-1);
    const isProse = part.text !== undefined && before?.text !== undefined;
    if (isProse && before.thought === part.thought && before.thoughtSignature === undefined) {
      joined[joined.length - 1] = { ...before, ...part, text: `${before.text}${part.text}` };
    } else if (part.text !== undefined || part.functionCall !== undefined) joined.push(part);
  }
  return joined.filter(({ text, thoughtSignature }) => text !== '' || thoughtSignature !== undefined);
}

/** Our content, said in parts. */
async function ours() {
  const model = createGeminiModel({ model: 'm', apiKey: 'k', baseUrl: fake.url });
  const message = contentOf(await collect(model));
  const parts = message.content.flatMap((block): Part[] => {
    switch (block.type) {
      case 'text':
        return [{ text: block.text }];
      case 'thinking': {
        const thoughtSignature = readSeal(block.signature)?.signature;
        return [{ text: block.thinking, thought: true, ...(thoughtSignature && { thoughtSignature }) }];
      }
      case 'tool_use':
        return [{ functionCall: { id: block.id, name: block.name, args: block.input } }];
      default:
        return [];
    }
  });
  return { message, parts };
}

async function serve(...chunks: string[]): Promise<void> {
  fake = await startFakeProvider(() => ({ chunks }));
}

test.each(Object.entries(geminiWire.stops))(
  'M10 Google reads the end %s as we do',
  async (name, [reason, type]) => {
    const stop = { name, explanation: 'So it is.' };
    await serve(...geminiWire.stream({ parts: [{ text: ['Hi'] }], stop }));
    const candidate = (await oracle()).last?.candidates?.[0];
    const { finishReason, stopDetails } = (await ours()).message;
    expect([name, reason]).toEqual([candidate?.finishReason, finishReason]);
    if (type !== undefined) expect(stopDetails).toMatchObject({ type, reason: candidate?.finishReason });
  },
);

test.each<[string, Script]>([
  ['text', TEXT_SCRIPT],
  ['thinking, text and two calls', FULL_SCRIPT],
])('M10 Google reads our local Gemini as we do: %s', async (_, script) => {
  await serve(...geminiWire.stream(script));
  const { parts, last } = await oracle();
  const { parts: read, message } = await ours();
  expect(read).toEqual(parts);
  expect(last).toMatchObject({ responseId: message.id, modelVersion: message.model });
  expect(last?.usageMetadata).toMatchObject({
    promptTokenCount: message.tokenUsage?.input_tokens,
    candidatesTokenCount: 12,
    thoughtsTokenCount: 5,
  });
  expect(message.tokenUsage?.output_tokens).toBe(17);
});

test('M10 signs of life and what is to come do not trouble Google either', async () => {
  const events = geminiWire.stream(FULL_SCRIPT);
  await serve(
    geminiWire.keepAlive,
    ...events.slice(0, -1),
    ...geminiWire.future,
    geminiWire.keepAlive,
    ...events.slice(-1),
  );
  const { parts } = await oracle();
  expect((await ours()).parts).toEqual(parts);
});

test('M10 Google finds the same sources and seals', async () => {
  const citations = [{ url: 'https://example.org', title: 'Rain', supports: ['Rain.'] }];
  await serve(...geminiWire.stream({ parts: [{ text: ['Rain.'], citations }] }));
  const { last } = await oracle();
  const { message } = await ours();
  expect(message.content).toMatchObject([{ citations: [{ type: 'grounding', ...citations[0] }] }]);
  expect(last?.candidates?.[0]?.groundingMetadata?.groundingChunks).toEqual([
    { web: { uri: 'https://example.org', title: 'Rain' } },
  ]);
  await fake.close();
  const call = { functionCall: { id: 'c', name: 'f', args: { a: 1 } }, thoughtSignature: 'c2ln' };
  await serve(geminiEvent(geminiParts(call)), geminiEvent(geminiFinish('STOP')));
  expect((await oracle()).parts).toEqual([call]);
  expect((await ours()).message.content).toMatchObject([
    { type: 'redacted_thinking', data: 'gemini:call:c2ln' },
    { type: 'tool_use', id: 'c', name: 'f', input: { a: 1 } },
  ]);
});

test('M10 Google asks as we do', async () => {
  await serve(...geminiWire.stream(TEXT_SCRIPT));
  await oracle();
  await ours();
  const [google, we] = fake.requests;
  expect(we?.path).toBe(google?.path);
  expect(google?.headers['x-goog-api-key']).toBe(we?.headers['x-goog-api-key']);
  expect(we?.body).toEqual({ contents: google?.body.contents });
});

test('M20 Google sends an image behind a result as we do', async () => {
  await serve(...geminiWire.stream(TEXT_SCRIPT));
  const contents: Content[] = [
    { role: 'user', parts: [{ text: 'Look' }] },
    { role: 'model', parts: [{ functionCall: { id: 'c1', name: 'look', args: {} } }] },
    {
      role: 'user',
      parts: [
        { functionResponse: { id: 'c1', name: 'look', response: { output: 'seen' } } },
        { inlineData: { mimeType: IMAGE.media_type, data: IMAGE.data } },
      ],
    },
  ];
  const client = new GoogleGenAI({ apiKey: 'k', apiVersion: 'v1beta', httpOptions: { baseUrl: fake.url } });
  const stream = await client.models.generateContentStream({ model: 'm', contents });
  for await (const _ of stream);
  await collect(createGeminiModel({ model: 'm', apiKey: 'k', baseUrl: fake.url }), {
    messages: answeredCall(IMAGE),
  });
  expect(fake.requests[1]?.body.contents).toEqual(fake.requests[0]?.body.contents);
});

test('M10 what goes wrong goes wrong for Google too', async () => {
  await serve(...geminiWire.stream(TEXT_SCRIPT).slice(0, 2), geminiWire.trouble('Too much to do'));
  await expect(oracle()).rejects.toThrow('Too much to do');
  await expect(ours()).rejects.toThrow('Too much to do');
});
