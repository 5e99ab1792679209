import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { type FakeProvider, startFakeProvider } from '../../../../../fixtures/fake-provider.ts';
import { JPEG, openAiPicture, PNG, WEBP } from '../../../../../fixtures/pictures.ts';
import { type ScriptedAgent, scriptedAgent } from '../../../../../fixtures/scripted-agent.ts';
import { allow, resultsOfRun, WAYS } from '../../../../../fixtures/two-ways.ts';
import { makeWorkFolder } from '../../../../../fixtures/work-folder.ts';
import { createOpenAiImages } from '../../models/openai/openai-images.ts';
import { openWorkspace } from '../workspace/workspace.ts';
import { type GenerateImage, generateImageTool } from './generate-image.ts';
import { imageFormat, pathFormat } from './image-format.ts';

let agent: ScriptedAgent | undefined;
let fake: FakeProvider | undefined;
afterEach(async () => {
  await agent?.runner.stop();
  await fake?.close();
});

const toolThat = (generate?: GenerateImage) => generateImageTool({ find: () => generate });
const gives = (bytes: Uint8Array) => toolThat(async () => bytes);

test.each(WAYS)(
  'T67 a $way call has a picture made after a yes, and it is kept in the workspace',
  async (way) => {
    const { root } = makeWorkFolder({ 'old.webp': WEBP });
    fake = await startFakeProvider(() => ({
      chunks: [openAiPicture(PNG)],
      headers: { 'content-type': 'application/json' },
    }));
    const images = createOpenAiImages({ apiKey: 'k', baseUrl: fake.url });
    agent = await scriptedAgent({
      script: (_, n) =>
        n === 1
          ? [
              'I draw.\n',
              way.call('g', 'generate_image', {
                prompt: 'A heron',
                path: 'art/heron.png',
                image: 'old.webp',
              }),
            ]
          : ['Drawn.'],
      tools: [toolThat(images.generate)],
      workspace: openWorkspace(root),
      model: way.model,
    });
    const run = await agent.send('Draw');
    await agent.until(run, 'waiting');
    expect(fake.requests).toEqual([]);
    await allow(agent, run);
    await agent.until(run, 'completed');
    expect(await resultsOfRun(agent, run)).toEqual(['Created art/heron.png: png, 1 KB. The person sees it.']);
    expect(new Uint8Array(readFileSync(join(root, 'art/heron.png')))).toEqual(PNG);
    const answer = (await agent.store.readMessages('chat-1', 0)).at(-1);
    expect(answer?.tools?.[0]?.shown).toEqual([
      {
        ...{ id: expect.any(String), name: 'heron.png', type: 'image/png' },
        size: PNG.length,
        width: 1,
        height: 1,
        alt: expect.any(String),
      },
    ]);
    expect(fake.requests.map(({ path }) => path)).toEqual(['/images/edits']);
  },
);

test('T294 nothing is asked for, and nothing paid, where nothing can be written or read', async () => {
  const { root, ctx } = makeWorkFolder({ 'a.txt': 'text', 'a.png': PNG });
  mkdirSync(join(root, 'folder.png'));
  symlinkSync('/etc/passwd', join(root, 'link.png'));
  let asked = 0;
  const tool = toolThat(async () => {
    asked += 1;
    return PNG;
  });
  const run = (path: string, image?: string) =>
    tool.run({ prompt: 'A heron', path, ...(image !== undefined && { image }) }, ctx);
  await expect(run('../x.png')).rejects.toThrow(/without "\.\."/);
  await expect(run('link.png')).rejects.toThrow(/link/);
  await expect(run('folder.png')).rejects.toThrow(/not a file that can be written/);
  await expect(run('b.png', 'a.txt')).rejects.toThrow('a.txt is not a PNG, JPEG or WebP image.');
  await expect(run('b.png', 'none.png')).rejects.toThrow(/none\.png/);
  await expect(run('b.png', 'link.png')).rejects.toThrow(/link/);
  expect(asked).toBe(0);
  // In a call as text an argument that is not meant may be empty.
  expect(await run('a.png', '')).toEqual({
    content: 'Replaced a.png: png, 1 KB. The person sees it.',
    shown: [{ name: 'a.png', bytes: PNG, alt: 'A heron' }],
  });
  await expect(tool.run({ prompt: 'A', path: 'b.png' }, { ...ctx, workspace: undefined })).rejects.toThrow(
    /no workspace/,
  );
  await expect(toolThat().run({ prompt: 'A', path: 'b.png' }, ctx)).rejects.toThrow(
    /No provider that can generate images is connected/,
  );
});

test('T295 what is of another kind than the path says, or too large, is not kept', async () => {
  const { root, ctx } = makeWorkFolder();
  const input = { prompt: 'A heron', path: 'b.png' };
  await expect(gives(JPEG).run(input, ctx)).rejects.toThrow(
    "The provider gave a jpeg file, which b.png can't be. Take b.jpg.",
  );
  await expect(gives(Uint8Array.of(1, 2)).run(input, ctx)).rejects.toThrow(/no picture that is known/);
  const huge = new Uint8Array(10 * 1024 * 1024 + 1);
  huge.set(PNG);
  await expect(gives(huge).run(input, ctx)).rejects.toMatchObject({ code: 'too_large' });
  expect(readdirSync(root)).toEqual([]);
});

test('T67 it asks first, says which files it is about, and knows a bad input', () => {
  const tool = toolThat();
  expect(tool).toMatchObject({
    approval: 'ask',
    effect: 'unsafe',
    local: true,
    targets: { paths: ['path', 'image'] },
  });
  expect(tool.title?.({ prompt: 'A heron\nin blue', path: 'a.png' })).toBe('Make a.png: A heron');
  expect(tool.check?.({ prompt: 'A', path: 'a.gif' })).toMatch(/end in \.png, \.jpg, \.jpeg or \.webp/);
  for (const input of [
    { path: 'a.png' },
    { prompt: ' ', path: 'a.png' },
    { prompt: 'A' },
    { prompt: 'A', path: '' },
  ])
    expect(tool.check?.(input)).toMatch(/prompt|path/);
});

test.each([
  ['a.png', PNG, 'png'],
  ['a.JPG', JPEG, 'jpeg'],
  ['a.jpeg', JPEG, 'jpeg'],
  ['b.webp', WEBP, 'webp'],
  ['b.gif', Uint8Array.from(Buffer.from('GIF89a')), undefined],
  ['png', new Uint8Array(), undefined],
])('T67 %s and how it begins tell the kind of picture', (path, bytes, format) => {
  expect([pathFormat(path), imageFormat(bytes)]).toEqual([format, format]);
});
