import { GoogleGenAI } from '@google/genai';
import OpenAI, { toFile } from 'openai';
import { afterEach, expect, test } from 'vitest';
import { type FakeProvider, type Reply, startFakeProvider } from '../../../../../fixtures/fake-provider.ts';
import { geminiPicture, openAiPicture, PNG, WEBP } from '../../../../../fixtures/pictures.ts';
import type { ImageModel, ImagePrompt } from '../adapter/image-model.ts';
import { createProviderCatalog } from '../catalog/provider-catalog.ts';
import { createOpenAiImages } from '../openai/openai-images.ts';
import { createGeminiImages } from './gemini-images.ts';

let fake: FakeProvider;
afterEach(() => fake.close());

const HERON: ImagePrompt = { prompt: 'A heron', format: 'png' };
const CHANGED: ImagePrompt = { ...HERON, image: { bytes: WEBP, mediaType: 'image/webp' } };
const never = new AbortController().signal;
const json = (...chunks: string[]): Reply => ({ chunks, headers: { 'content-type': 'application/json' } });

const MODELS = [
  ['OpenAI', (baseUrl: string) => createOpenAiImages({ apiKey: 'k', baseUrl }), openAiPicture],
  ['Gemini', (baseUrl: string) => createGeminiImages({ apiKey: 'k', baseUrl }), geminiPicture],
] as const;

async function serve(reply: Reply): Promise<string> {
  fake = await startFakeProvider(() => reply);
  return fake.url;
}
/** The fields of a form, files as their bytes and names. */
async function fieldsOf(form: FormData): Promise<Record<string, unknown>> {
  const fields = await Promise.all(
    [...form].map(async ([name, value]) => [
      name,
      typeof value === 'string'
        ? value
        : [value.name, value.type, ...new Uint8Array(await value.arrayBuffer())],
    ]),
  );
  return Object.fromEntries(fields);
}

test.each(MODELS)('T68 %s makes a picture, however its answer is cut', async (_, make, answer) => {
  const text = answer(PNG);
  const url = await serve(json(text.slice(0, 20), text.slice(20, 60), text.slice(60)));
  expect(new Uint8Array(await make(url).generate(HERON, never))).toEqual(PNG);
});

test('T68 OpenAI is asked as its own library asks, with and without a picture to begin with', async () => {
  const url = await serve(json(openAiPicture(PNG)));
  const [ours, sdk] = [
    createOpenAiImages({ apiKey: 'k', baseUrl: url }),
    new OpenAI({ apiKey: 'k', baseURL: url }),
  ];
  const params = { model: 'gpt-image-1', prompt: 'A heron', n: 1, output_format: 'png' } as const;
  await ours.generate(HERON, never);
  await sdk.images.generate(params);
  await ours.generate(CHANGED, never);
  const image = await toFile(WEBP, 'image.webp', { type: 'image/webp' });
  await sdk.images.edit({ ...params, image });
  const [made, theirs, changed, theirChange] = fake.requests;
  expect([made?.path, made?.body, made?.headers['authorization']]).toEqual([
    '/images/generations',
    theirs?.body,
    'Bearer k',
  ]);
  expect(theirs?.path).toBe(made?.path);
  expect(changed?.path).toBe('/images/edits');
  expect(theirChange?.path).toBe('/images/edits');
  expect(await fieldsOf(changed?.body)).toEqual(await fieldsOf(theirChange?.body));
});

test('T68 Gemini is asked as its own library asks', async () => {
  const url = await serve(json(geminiPicture(PNG)));
  const sdk = new GoogleGenAI({ apiKey: 'k', apiVersion: 'v1beta', httpOptions: { baseUrl: url } });
  await createGeminiImages({ apiKey: 'k', baseUrl: url }).generate(CHANGED, never);
  const inlineData = { mimeType: 'image/webp', data: Buffer.from(WEBP).toString('base64') };
  const { candidates } = await sdk.models.generateContent({
    model: 'gemini-2.5-flash-image',
    contents: [{ role: 'user', parts: [{ text: 'A heron' }, { inlineData }] }],
    config: { responseModalities: ['TEXT', 'IMAGE'] },
  });
  expect(candidates?.[0]?.content?.parts?.[1]?.inlineData?.data).toBe(Buffer.from(PNG).toString('base64'));
  const [ours, theirs] = fake.requests;
  expect([ours?.path, ours?.body]).toEqual([theirs?.path, theirs?.body]);
  expect(ours?.headers['x-goog-api-key']).toBe('k');
});

const REFUSED = JSON.stringify({
  error: { message: 'Your request was rejected by the safety system', code: 'moderation_blocked' },
});
test.each<[string, Reply, RegExp]>([
  [
    'refused',
    { status: 400, chunks: [REFUSED] },
    /did not accept the request \(400\): Your request was rejected/,
  ],
  ['a bad key', { status: 401, chunks: ['{"error":{"message":"No"}}'] }, /refused the key/],
  [
    'no picture',
    json('{"data":[],"candidates":[{"content":{"parts":[{"text":"I can not."}]}}]}'),
    /sent no image/,
  ],
  ['no JSON', json('<html>'), /sent no image/],
  ['cut', { ...json('{"data":['), cut: true }, /connection to \w+ ended/],
])('T68 %s is told in words', async (_, reply, message) => {
  const url = await serve(reply);
  for (const [, make] of MODELS)
    await expect(make(url).generate(HERON, never)).rejects.toMatchObject({
      name: 'ModelError',
      message: expect.stringMatching(message),
    });
});

test('T68 a picture that is never sent is given up, by the person at once', async () => {
  const url = await serve({ ...json('{'), hang: true });
  const stop = new AbortController();
  const waiting = createOpenAiImages({ apiKey: 'k', baseUrl: url }).generate(HERON, stop.signal);
  await expect.poll(() => fake.requests.length).toBe(1);
  stop.abort(new Error('stopped'));
  await expect(waiting).rejects.toThrow('stopped');
  const slow = createOpenAiImages({ apiKey: 'k', baseUrl: url, timeoutMs: 50 });
  await expect(slow.generate(HERON, never)).rejects.toMatchObject({ code: 'stalled' });
  await fake.close();
  await expect(
    createGeminiImages({ apiKey: 'k', baseUrl: url }).generate(HERON, never),
  ).rejects.toMatchObject({ code: 'network' });
});

test('T68 the first connected provider that can makes pictures', async () => {
  const access = { apiKey: 'k', baseUrl: await serve(json('{}')) };
  const imagesOf = (...ids: string[]): ImageModel | undefined =>
    createProviderCatalog({
      environment: Object.fromEntries(ids.map((id) => [id, access])),
      guard: fetch,
      keys: { read: () => ({}), write: () => {} },
      builtIn: [],
    }).images();
  expect(imagesOf('anthropic', 'ollama')).toBeUndefined();
  expect(imagesOf('anthropic', 'gemini')?.id).toBe('gemini/gemini-2.5-flash-image');
  expect(imagesOf('gemini', 'openai')?.id).toBe('openai/gpt-image-1');
});
