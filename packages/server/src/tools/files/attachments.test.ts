import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PNG } from '../../../../../fixtures/pictures.ts';
import { type Said, scriptedAgent } from '../../../../../fixtures/scripted-agent.ts';
import { toolContext } from '../../../../../fixtures/tool-context.ts';
import { makeWorkFolder } from '../../../../../fixtures/work-folder.ts';
import type { Attachment, Tool } from '../define/tool.ts';
import { openWorkspace } from '../workspace/workspace.ts';
import { readFileTool } from './read-file.ts';
import { saveAttachmentTool } from './save-attachment.ts';
import { showFileTool } from './show-file.ts';

/** The files of a chat: by their names their texts, or none. */
const attached =
  (files: Readonly<Record<string, string | undefined>>) =>
  async (name: string): Promise<Attachment | undefined> =>
    Object.hasOwn(files, name)
      ? {
          ...{ name, type: 'text/plain', size: 5 },
          bytes: async () => Buffer.from(files[name] ?? PNG),
          text: async () => files[name],
        }
      : undefined;

test('B57 read_file reads a file of the workspace, else the attached one of that name, line by line', async () => {
  const { ctx } = makeWorkFolder({ 'a.txt': 'mine' });
  const tool = readFileTool();
  const attachment = attached({ 'a.txt': 'theirs', 'b.txt': 'one\ntwo', 'c.png': undefined });
  const read = async (path: string, more = {}) =>
    (await tool.run({ path, ...more }, { ...ctx, attachment })).content;
  expect(await read('a.txt')).toContain('mine');
  expect(await read('b.txt', { start_line: 2 })).toMatch(/2 ?\| ?two/);
  expect(await read('c.png')).toContain('without a text that can be read');
  // A path is none of an attached file.
  expect(await read('x/b.txt')).not.toContain('two');
  expect(await read('none.txt')).toMatch(/none\.txt/);
  // Also where there is no workspace.
  const bare = await tool.run({ path: 'b.txt' }, toolContext({ attachment }));
  expect(bare.content).toContain('two');
});

test('B58 save_attachment writes an attached file byte for byte, and asks as every write does', async () => {
  const { ctx, root } = makeWorkFolder();
  const tool = saveAttachmentTool();
  const run = (name: string, path: string) =>
    tool.run({ name, path }, { ...ctx, attachment: attached({ 'c.png': undefined }) });
  expect(await run('c.png', 'art/c.png')).toEqual({ content: 'Created art/c.png: 5 bytes.' });
  expect(new Uint8Array(readFileSync(join(root, 'art/c.png')))).toEqual(PNG);
  await expect(run('d.png', 'd.png')).rejects.toThrow('No file "d.png" is attached');
  await expect(run('c.png', '../c.png')).rejects.toThrow(/"\.\."/);
  expect([tool.approval, tool.targets]).toEqual(['ask', { paths: ['path'], edits: true }]);
});

test('B59 what a tool shows stays with the answer, once, in its own types, and can be read by its name', async () => {
  const { root } = makeWorkFolder({ 'out/chart.png': PNG, 'notes.txt': 'Otters swim.', 'empty.txt': '' });
  const show = (id: string, path: string) => ({ id, name: 'show_file', input: { path, alt: 'A chart' } });
  const calls: readonly Said[] = [
    show('a', 'out/chart.png'),
    show('b', 'out/chart.png'),
    show('c', 'notes.txt'),
    show('d', 'empty.txt'),
  ];
  const agent = await scriptedAgent({
    tools: [showFileTool(), readFileTool()],
    workspace: openWorkspace(root),
    script: (_, n) => {
      if (n === 1) return calls;
      return n === 2 ? [{ id: 'e', name: 'read_file', input: { path: 'notes.txt' } }] : ['Done.'];
    },
  });
  const run = await agent.send('Show it');
  await agent.until(run, 'completed');
  const tools = (await agent.records()).at(-1)?.tools ?? [];
  const [chart, again, notes, empty] = tools.map(({ shown }) => shown?.[0]);
  expect(chart).toEqual({
    ...{ id: expect.any(String), name: 'chart.png', type: 'image/png', size: PNG.length },
    ...{ width: 1, height: 1, alt: 'A chart' },
  });
  expect([again?.id, notes?.type, empty]).toEqual([chart?.id, 'text/plain', undefined]);
  expect(await agent.store.filesOf('chat-1')).toHaveLength(2);
  // Its bytes are in no message and in no event.
  const base64 = Buffer.from(PNG).toString('base64');
  expect(JSON.stringify([await agent.records(), await agent.events(run)])).not.toContain(base64);
  await agent.runner.stop();
});

test('B59 pictures that the model sees stand at the step, and what is over the quota is left out', async () => {
  const camera = (bytes: Uint8Array): Tool => ({
    ...showFileTool(),
    run: async () => ({
      content: 'Seen.',
      images: [{ media_type: 'image/png', data: Buffer.from(bytes).toString('base64') }],
    }),
  });
  const seen = async (allFiles: number) => {
    const agent = await scriptedAgent({
      tools: [camera(PNG)],
      allFiles,
      script: (_, n) => (n === 1 ? [{ id: 'a', name: 'show_file', input: { path: 'x' } }] : ['Done.']),
    });
    await agent.until(await agent.send('Look'), 'completed');
    await agent.runner.stop();
    return (await agent.records()).at(-1)?.tools?.[0]?.shown;
  };
  expect(await seen(1e6)).toMatchObject([{ name: 'show_file-1.png', aside: true }]);
  expect(await seen(10)).toBeUndefined();
});
