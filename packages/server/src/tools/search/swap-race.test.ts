import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runs } from '../../../../../fixtures/long.ts';
import {
  CANARY,
  keepSwapping,
  makeSwappedFolder,
  type SwappedFolder,
} from '../../../../../fixtures/swapped-folder.ts';
import { toolContext } from '../../../../../fixtures/tool-context.ts';
import { createExecuteCommand } from '../command/execute-command.ts';
import type { Tool, ToolContext } from '../define/tool.ts';
import { readFileTool } from '../files/read-file.ts';
import { writeToFileTool } from '../files/write-to-file.ts';
import { openWorkspace } from '../workspace/workspace.ts';
import { codebaseSearchTool } from './codebase-search.ts';
import { listCodeDefinitionsTool } from './list-code-definitions.ts';
import { listFilesTool } from './list-files.ts';
import { searchFilesTool } from './search-files.ts';

/** How often each tool is called in the race. An attack of an hour is a larger number. */
const CALLS = Number(process.env['MILLRACE_RACE_CALLS'] ?? runs(25));

const TOOLS: readonly (readonly [Tool, Readonly<Record<string, unknown>>])[] = [
  [searchFilesTool(), { path: 'sub', regex: '.*' }],
  [searchFilesTool(), { path: 'sub/deep', regex: 'function' }],
  [searchFilesTool(), { path: 'sub/code.js', regex: 'function' }],
  [searchFilesTool(), { path: '.', regex: 'function', file_pattern: 'sub/**/*.js' }],
  [listCodeDefinitionsTool(), { path: 'sub' }],
  [listCodeDefinitionsTool(), { path: 'sub/code.js' }],
  [codebaseSearchTool(), { query: `function ${CANARY}`, path: 'sub' }],
  [listFilesTool(), { path: 'sub', recursive: true }],
  [listFilesTool(), { path: '.', recursive: true }],
  [readFileTool(), { path: 'sub/code.js' }],
  [createExecuteCommand(), { command: 'cat code.js; ls', cwd: 'sub' }],
  [createExecuteCommand({ terminal: 'always' }), { command: 'cat code.js; ls', cwd: 'sub/deep' }],
];

async function say(tool: Tool, input: Readonly<Record<string, unknown>>, ctx: ToolContext): Promise<string> {
  return tool.run(input, ctx).then(
    ({ content }) => String(content),
    (error) => String(error),
  );
}

test.each(TOOLS)(
  'A220 %# a folder that becomes a link between the look and the use is not entered',
  async (tool, input) => {
    const place = makeSwappedFolder();
    expect(await say(tool, input, place.ctx)).not.toContain(place.outside);
    expect(await say(tool, input, makeSwappedFolder().ctx)).not.toContain(CANARY);
  },
);

test('A220 an index reads no file that became a link after it was listed', async () => {
  const place = makeSwappedFolder();
  const { signal } = new AbortController();
  // The index asks whether it is to go on between the listing and the reading.
  const swapping = Object.assign(signal, { throwIfAborted: () => place.swap() });
  const ctx = toolContext({ workspace: place.workspace, signal: swapping });
  const tool = codebaseSearchTool();
  expect(await say(tool, { query: `function ${CANARY}` }, ctx)).not.toContain(CANARY);
});

test('A220 what is written stays inside', async () => {
  const place = makeSwappedFolder();
  const before = readdirSync(place.outside);
  await say(writeToFileTool(), { path: 'sub/new.txt', content: 'x' }, place.ctx);
  expect(readdirSync(place.outside)).toEqual(before);
});

test('A484 a command in a folder that is a link by now does not run at all', async () => {
  const place = makeSwappedFolder();
  const said = await say(createExecuteCommand(), { command: 'touch ran', cwd: 'sub' }, place.ctx);
  expect(readdirSync(place.outside)).not.toContain('ran');
  expect(said).toMatch(/nothing was run/i);
});

test('A484 links inside the workspace count, too', async () => {
  const place = makeSwappedFolder('.git');
  mkdirSync(join(place.root, '.git'));
  await say(createExecuteCommand(), { command: 'touch ran', cwd: 'sub' }, place.ctx);
  expect(readdirSync(join(place.root, '.git'))).toEqual([]);
});

/** Calls every tool while another process swaps, and gives back what told of the outside. */
async function attack(place: SwappedFolder): Promise<readonly string[]> {
  const leaks: string[] = [];
  const ctx = toolContext({ workspace: place.workspace });
  for (let n = 0; n < CALLS; n++)
    for (const [tool, input] of TOOLS) {
      const said = await say(tool, input, ctx);
      if (said.includes(CANARY) || said.includes(place.outside)) leaks.push(`${tool.name}: ${said}`);
    }
  return leaks;
}

test('A220 nothing of the outside is told while somebody swaps as fast as they can', async () => {
  const place = makeSwappedFolder();
  await keepSwapping(place);
  expect(await attack(place)).toEqual([]);
}, 600_000);

test('A220 a file that is swapped for a link as fast as somebody can is never followed', async () => {
  const base = mkdtempSync(join(tmpdir(), 'millrace-swap-'));
  onTestFinished(() => rmSync(base, { recursive: true, force: true, maxRetries: 5 }));
  const root = join(base, 'root');
  mkdirSync(root);
  writeFileSync(join(root, 'sub'), 'inside');
  writeFileSync(join(base, 'secret'), CANARY);
  symlinkSync(join(base, 'secret'), join(root, 'link'));
  await keepSwapping({ root });
  const { readText } = openWorkspace(root);
  const read = new Set<string>();
  for (let n = 0; n < 80 * CALLS; n++)
    read.add(
      await readText('sub').then(
        ({ text }) => text,
        () => 'refused',
      ),
    );
  expect([...read].filter((each) => each !== 'inside' && each !== 'refused')).toEqual([]);
}, 600_000);
