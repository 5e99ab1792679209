import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type ScriptedAgent, scriptedAgent } from '../fixtures/scripted-agent.ts';
import { allow, resultsOfRun, WAYS } from '../fixtures/two-ways.ts';
import { makeWorkFolder } from '../fixtures/work-folder.ts';
import { openWorkspace, type Server, type Tool } from '../packages/server/src/index.ts';
import { builtInInstructions } from '../packages/server/src/tools/instructions/built-in-instructions.ts';
import { root } from './support/project-files.ts';

// Inside the project, so that its packages resolve as they do for its own code.
const folder = join(root, 'tests/dist/first-tool');
const page = readFileSync(join(root, 'docs/first-tool.md'), 'utf8');
const blocks = Array.from(page.matchAll(/^```ts\n([\s\S]*?)^```$/gm), ([, code = '']) => code);

/** The exports of the page's code blocks. */
interface Page {
  readonly rollDice: Tool;
  readonly keepNote: Tool;
  start(own: readonly Tool[], workspace: string, port?: number): Promise<Server>;
}
let doc: Page;
let agent: ScriptedAgent | undefined;

beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  const modules = await Promise.all(
    blocks.map((code, i) => {
      const file = join(folder, `block-${i}.ts`);
      writeFileSync(file, code);
      return import(/* @vite-ignore */ file);
    }),
  );
  doc = Object.assign({}, ...modules);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(() => agent?.runner.stop());

test.each(WAYS)('T72 the tools of the guide work for a $way model', async (way) => {
  const { root: work } = makeWorkFolder();
  const calls = [
    way.call('a', 'roll_dice', { sides: 6 }),
    way.call('b', 'keep_note', { path: 'notes/garden.md', text: 'Water it.' }),
    way.call('c', 'keep_note', { path: 'garden.txt', text: 'Water it.' }),
  ];
  agent = await scriptedAgent({
    script: (_, n) => [calls[n - 1] ?? 'Done.'],
    tools: [doc.rollDice, doc.keepNote],
    workspace: openWorkspace(work),
    model: way.model,
  });
  const run = await agent.send('Go');
  expect(await allow(agent, run)).toMatchObject({ tool: 'keep_note' });
  await agent.until(run, 'completed');
  const [rolled, kept, refused] = await resultsOfRun(agent, run);
  expect(['1', '2', '3', '4', '5', '6']).toContain(rolled);
  expect(kept).toBe('Created notes/garden.md.');
  expect(refused).toContain('A note is a file such as notes/garden.md.');
  expect(readFileSync(join(work, 'notes/garden.md'), 'utf8')).toBe('Water it.\n');
});

test('T280 keep_note is undone as the guide says: a new note is removed, a replaced one is restored', async () => {
  const { root: work } = makeWorkFolder();
  mkdirSync(join(work, 'notes'));
  writeFileSync(join(work, 'notes/old.md'), 'Before.\r\n');
  const notes = ['new', 'old'].map((id) => ({
    id,
    name: 'keep_note',
    input: { path: `notes/${id}.md`, text: 'After.' },
  }));
  agent = await scriptedAgent({
    script: (_, n) => (n === 1 ? notes : ['Done.']),
    tools: [doc.keepNote],
    workspace: openWorkspace(work),
  });
  const run = await agent.send('Go');
  await allow(agent, run);
  await allow(agent, run);
  await agent.until(run, 'completed');
  expect(readFileSync(join(work, 'notes/old.md'), 'utf8')).toContain('After.');
  const undone = await agent.runner.revert({ runId: run, commandId: 'undo', toolUseId: undefined });
  expect(undone).toMatchObject({ type: 'done', answer: { reverted: 2 } });
  expect(existsSync(join(work, 'notes/new.md'))).toBe(false);
  expect(readFileSync(join(work, 'notes/old.md'), 'utf8')).toBe('Before.\r\n');
});

test('T281 undoing keep_note refuses a note that was changed later, and changes nothing', async () => {
  const { root: work } = makeWorkFolder();
  const input = { path: 'notes/a.md', text: 'Mine.' };
  agent = await scriptedAgent({
    script: (_, n) => [n === 1 ? { id: 'a', name: 'keep_note', input } : 'Done.'],
    tools: [doc.keepNote],
    workspace: openWorkspace(work),
  });
  const run = await agent.send('Go');
  await allow(agent, run);
  await agent.until(run, 'completed');
  writeFileSync(join(work, 'notes/a.md'), 'Theirs.');
  const undone = await agent.runner.revert({ runId: run, commandId: 'undo', toolUseId: undefined });
  expect(JSON.stringify(undone)).toContain('has changed since this call');
  expect(readFileSync(join(work, 'notes/a.md'), 'utf8')).toBe('Theirs.');
});

test('T72 the server of the guide starts', async () => {
  const { root: work } = makeWorkFolder();
  const server = await doc.start([doc.rollDice, doc.keepNote], work, 0);
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  await server.close();
});

test('T72 models are told the same as people', () => {
  expect(blocks).toHaveLength(3);
  expect(builtInInstructions.get('create_tool')).toContain(blocks[0]);
});
