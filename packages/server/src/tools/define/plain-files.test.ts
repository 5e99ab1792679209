import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  closeSync,
  constants,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { toolContext } from '../../../../../fixtures/tool-context.ts';
import { createWorkspaceLock } from '../../agent/loop/workspace-lock.ts';
import { openCheckpoints } from '../../checkpoints/open-checkpoints.ts';
import { readPlainFile, readPlainFileSync, readUpTo } from '../../plain-file.ts';
import { allTools } from '../all-tools.ts';
import { loadFocuses } from '../focus/load-focuses.ts';
import { userTexts } from '../instructions/user-texts.ts';
import { readMcpFile } from '../mcp/mcp-file.ts';
import { builtInModes } from '../modes/built-in-modes.ts';
import { loadModes } from '../modes/load-modes.ts';
import { openWorkspace } from '../workspace/workspace.ts';
import type { Tool, ToolContext, ToolOutcome } from './tool.ts';

// A pipe makes its opener wait for somebody at the other end, forever. Nobody is there in these tests, so a tool that opens
// one never settles. The special files here that are no pipes are just as bad in their own way.

let root: string;
let sockets: Server[] = [];
let pipes: string[] = [];
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'millrace-plain-'));
});
afterEach(async () => {
  for (const pipe of pipes) letGo(pipe);
  for (const socket of sockets) await new Promise((resolve) => socket.close(resolve));
  [pipes, sockets] = [[], []];
  rmSync(root, { recursive: true, force: true });
});

/** Releases a tool that waits for this pipe after all, or the process of the tests could not end. */
function letGo(pipe: string): void {
  try {
    closeSync(openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK));
  } catch {
    // It is gone.
  }
}

function makePipe(path: string): void {
  execFileSync('mkfifo', [path]);
  pipes.push(path);
}

async function makeSocket(path: string): Promise<void> {
  const socket = createServer();
  await new Promise<void>((resolve) => socket.listen(path, resolve));
  sockets.push(socket);
}

function makeDevice(path: string): void {
  try {
    execFileSync('mknod', [path, 'c', '1', '5'], { stdio: 'ignore' });
  } catch {
    // Only root can; a link to one is a case of its own.
    symlinkSync('/dev/zero', path);
  }
}

function makeSparse(path: string): void {
  writeFileSync(path, '');
  truncateSync(path, 2 ** 40);
}

const KINDS: readonly (readonly [what: string, make: (path: string) => unknown])[] = [
  ['a pipe', makePipe],
  ['a socket', makeSocket],
  ['a device', makeDevice],
  ['a link to a device', (path) => symlinkSync('/dev/zero', path)],
  ['a link into /proc', (path) => symlinkSync('/proc/self/environ', path)],
  ['a folder', (path) => mkdirSync(path)],
  ['a file of 1 TB with nothing in it', makeSparse],
];

const diff = '<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE';
/** Calls that open the file f.ts. */
const CALLS: readonly (readonly [tool: string, input: Readonly<Record<string, unknown>>])[] = [
  ['read_file', { path: 'f.ts' }],
  ['read_file', { args: '<file><path>f.ts</path></file>' }],
  ['write_to_file', { path: 'f.ts', content: 'x' }],
  ['insert_content', { path: 'f.ts', line: 0, content: 'x' }],
  ['search_and_replace', { path: 'f.ts', search: 'a', replace: 'b' }],
  ['search_and_replace', { path: 'f.ts', search: 'a+', replace: 'b', use_regex: true }],
  ['edit_file', { target_file: 'f.ts', instructions: '', code_edit: 'a\n// ... existing code ...\nb' }],
  ['apply_diff', { path: 'f.ts', diff }],
  ['apply_diff', { args: `<file><path>f.ts</path><diff><content>\n${diff}\n</content></diff></file>` }],
  ['search_files', { path: 'f.ts', regex: 'PATH' }],
  ['list_files', { path: 'f.ts' }],
  ['list_code_definition_names', { path: 'f.ts' }],
  ['codebase_search', { query: 'path', path: 'f.ts' }],
  ['generate_image', { prompt: 'A heron', path: 'new.png', image: 'f.ts' }],
];
/** Calls that look at the folder in which it stands. */
const AROUND: readonly (readonly [tool: string, input: Readonly<Record<string, unknown>>])[] = [
  ['search_files', { path: '.', regex: '.' }],
  ['list_files', { path: '.', recursive: true }],
  ['list_code_definition_names', { path: '.' }],
  ['codebase_search', { query: 'path' }],
];

const tools = new Map(
  allTools({ modes: builtInModes, images: () => async () => new Uint8Array() }).map((tool) => [
    tool.name,
    tool,
  ]),
);
const toolOf = (name: string): Tool => tools.get(name) ?? expect.fail(`There is no ${name}.`);
const context = (): ToolContext => toolContext({ workspace: openWorkspace(root), approved: true });

async function run(name: string, input: Readonly<Record<string, unknown>>): Promise<ToolOutcome> {
  const tool = toolOf(name);
  expect(tool.check?.(input) ?? '').toBe('');
  return tool
    .run(input, context())
    .catch((error: Error): ToolOutcome => ({ content: error.message, is_error: true }));
}

/** Some calls tell of a file, and fail of none. */
const REFUSED =
  /not a regular file|not a folder|is a folder|is a file|is a link|too large|larger than|leads out|No results|contains no files/;

test.each(KINDS)('A190 no tool waits for or reads %s', async (what, make) => {
  await make(join(root, 'f.ts'));
  for (const [name, input] of CALLS) {
    const { content } = await run(name, input);
    // A folder can be listed, searched and looked into.
    if (what === 'a folder' && /^(search_files|list_|codebase)/.test(name)) continue;
    if (name === 'list_files' && what.includes('1 TB')) expect(content).toMatch(/is a file/);
    expect(content, `${name} ${what}`).toMatch(REFUSED);
    expect(content.length, name).toBeLessThan(1000);
  }
  expect(readdirSync(root)).toEqual(['f.ts']);
});

test.each(KINDS)('A190 a folder in which there is %s is searched and listed as ever', async (_, make) => {
  await make(join(root, 'f.ts'));
  await make(join(root, '.gitignore'));
  writeFileSync(join(root, 'good.ts'), 'export function path() {}\n');
  for (const [name, input] of AROUND) {
    const { content, is_error = false } = await run(name, input);
    expect(is_error, `${name}: ${content}`).toBe(false);
    expect(content, name).toContain('good.ts');
    expect(content.length, name).toBeLessThan(2000);
  }
});

test.each(KINDS)('A190 a preview of a change to %s says why there is none', async (_, make) => {
  await make(join(root, 'f.ts'));
  for (const [name, input] of CALLS) {
    const { preview } = toolOf(name);
    if (preview === undefined) continue;
    const { files } = await preview(input, context());
    expect(files, name).toEqual([{ path: 'f.ts', problem: expect.stringMatching(REFUSED) }]);
  }
});

test.each(KINDS)('A190 texts, modes, focuses and the list of MCP servers are no %s', async (what, make) => {
  for (const folder of ['rules', 'commands', 'instructions']) {
    mkdirSync(join(root, '.millrace', folder), { recursive: true });
    await make(join(root, '.millrace', folder, 'bad.md'));
    const texts = await userTexts({ kind: folder as 'rules', data: undefined }, context());
    for (const text of texts.values()) await expect(text.read()).rejects.toThrow(/too large/);
    expect(texts.size).toBe(what.includes('1 TB') ? 1 : 0);
  }
  mkdirSync(join(root, 'modes'));
  await make(join(root, 'modes/bad.md'));
  expect((await loadModes([join(root, 'modes')])).problems).toHaveLength(1);
  expect((await loadFocuses([join(root, 'modes')])).problems).toHaveLength(1);
  await make(join(root, 'mcp.json'));
  expect(readMcpFile(join(root, 'mcp.json')).problems).toHaveLength(1);
});

test('A190 a checkpoint leaves out what is no plain file, and ignore files that are none', async () => {
  const data = mkdtempSync(join(tmpdir(), 'millrace-plain-data-'));
  try {
    makePipe(join(root, 'pipe'));
    await makeSocket(join(root, 'socket'));
    makePipe(join(root, '.gitignore'));
    mkdirSync(join(root, 'sub'));
    makeSparse(join(root, 'sub/.gitignore'));
    writeFileSync(join(root, 'sub/a.ts'), 'a\n');
    const checkpoints = openCheckpoints({
      workspace: root,
      data,
      lockOn: (folder) => createWorkspaceLock(folder, { data }),
    });
    const { leftOut } = await checkpoints.save('before', AbortSignal.timeout(15_000));
    expect(leftOut.map(({ path, why }) => `${path} ${why}`).sort()).toEqual(
      ['.gitignore special', 'pipe special', 'socket special', 'sub/.gitignore large'].sort(),
    );
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
});

test('A191 a file that grows while it is read is read to its limit and one byte more', async () => {
  const path = join(root, 'growing');
  writeFileSync(path, 'x'.repeat(10));
  const file = await open(path);
  let read = 0;
  const growing = {
    read: async (room: Buffer, offset: number, length: number, position: number) => {
      appendFileSync(path, 'y'.repeat(length));
      const found = await file.read(room, offset, length, position);
      read += found.bytesRead;
      return found;
    },
  };
  // The rest of a handle is not used.
  expect(await readUpTo(growing as unknown as typeof file, 200_000, 10)).toBeUndefined();
  expect(read).toBe(200_001);
  await file.close();
});

test('A191 a file that is cut while it is read is what is left of it; one that says that it is empty is read', async () => {
  const path = join(root, 'cut');
  writeFileSync(path, 'x'.repeat(100_000));
  const file = await open(path);
  truncateSync(path, 70_000);
  expect((await readUpTo(file, 200_000, 100_000))?.length).toBe(70_000);
  await file.close();
  expect((await readPlainFile('/proc/self/status', { most: 100_000 })).length).toBeGreaterThan(0);
  expect(readPlainFileSync('/proc/self/status', 100_000).length).toBeGreaterThan(0);
  await expect(readPlainFile('/proc/self/status', { most: 10 })).rejects.toMatchObject({ code: 'too_large' });
  expect(() => readPlainFileSync('/proc/self/status', 10)).toThrow('too large');
});
