import { existsSync, readFileSync, rmSync, symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { makeWorkFolder, type WorkFolder } from '../../../../../fixtures/work-folder.ts';
import { WorkspaceIndex } from '../code-index/workspace-index.ts';
import type { Tool } from '../define/tool.ts';
import { openWorkspace } from '../workspace/workspace.ts';
import { codebaseSearchTool } from './codebase-search.ts';

const ask = async (
  { ctx }: WorkFolder,
  query: string,
  path?: string,
  tool: Tool = codebaseSearchTool(),
): Promise<string> => (await tool.run({ query, ...(path !== undefined && { path }) }, ctx)).content;

const filesIn = (content: string): string[] => [
  ...new Set(Array.from(content.matchAll(/^(\S+):\d+-\d+ \(score/gm), ([, path = '']) => path)),
];

test('A111 what fits a question is told with its lines and what stands there', async () => {
  const work = makeWorkFolder({
    'src/mill.ts': `${'// water\n'.repeat(30)}\nexport function grindGrain() {\n  return 1;\n}\n`,
    'src/other.ts': 'export const door = 1;\n',
  });
  expect(await ask(work, 'how is grain ground, grinding')).toMatch(
    /^src\/mill.ts:\d+-35 \(score \d+\.\d\)\n[\s\S]* {2}export function grindGrain\(\) \{/,
  );
  expect(await ask(work, 'spaceship')).toBe('No results.');
});

test('A476 one folder can be asked, and nothing outside', async () => {
  const work = makeWorkFolder({ 'a/x.ts': 'mill', 'b/x.ts': 'mill', 'ab/x.ts': 'mill' });
  expect(filesIn(await ask(work, 'mill', 'a'))).toEqual(['a/x.ts']);
  expect(filesIn(await ask(work, 'mill', 'b/x.ts'))).toEqual(['b/x.ts']);
  await expect(ask(work, 'mill', '..')).rejects.toThrow(/contains "\.\."/);
});

test('A476 hidden, ignored, binary and linked files are not read', async () => {
  const outside = makeWorkFolder({ 'secret.ts': 'mill' });
  const work = makeWorkFolder({
    '.gitignore': 'dist',
    '.env': 'mill',
    '.github/a.yml': 'mill',
    'dist/a.ts': 'mill',
    'node_modules/p/a.ts': 'mill',
    'a.bin': 'mill\0',
    'package-lock.json': 'mill',
    'a.ts': 'mill',
  });
  symlinkSync(join(outside.root, 'secret.ts'), join(work.root, 'secret.ts'));
  expect(filesIn(await ask(work, 'mill'))).toEqual(['a.ts']);
});

test('A475 each question sees the files as they are', async () => {
  const work = makeWorkFolder({ 'a.ts': 'mill', 'b.ts': 'door' });
  const tool = codebaseSearchTool();
  expect(filesIn(await ask(work, 'mill', '.', tool))).toEqual(['a.ts']);
  work.write({ 'b.ts': 'mill, door', 'c.ts': 'mill' });
  expect(filesIn(await ask(work, 'mill', '.', tool)).sort()).toEqual(['a.ts', 'b.ts', 'c.ts']);
  rmSync(join(work.root, 'a.ts'));
  // As long as before, and later.
  work.write({ 'c.ts': 'sail' });
  utimesSync(join(work.root, 'c.ts'), new Date(), new Date(Date.now() + 5000));
  expect(filesIn(await ask(work, 'mill', '.', tool))).toEqual(['b.ts']);
});

test('A475 questions that are asked at once have the same answer', async () => {
  const work = makeWorkFolder({ 'a.ts': 'mill', 'b.ts': 'the mill and more' });
  const tool = codebaseSearchTool();
  const [first, ...others] = await Promise.all(Array.from({ length: 4 }, () => ask(work, 'mill', '.', tool)));
  expect(others).toEqual([first, first, first]);
});

test('A111 cancel ends it, and the next question is answered', async () => {
  const work = makeWorkFolder({ 'a.ts': 'mill' });
  const tool = codebaseSearchTool();
  const aborted = { ...work.ctx, signal: AbortSignal.abort() };
  await expect(tool.run({ query: 'mill' }, aborted)).rejects.toThrow(/abort/);
  expect(filesIn(await ask(work, 'mill', '.', tool))).toEqual(['a.ts']);
});

test('A475 there are limits to how many files are read, and how large', async () => {
  const work = makeWorkFolder({
    'a.ts': 'mill',
    'b.ts': `mill ${'x '.repeat(50)}`,
    'c.ts': 'mill',
    'd.ts': 'mill',
  });
  const index = new WorkspaceIndex(openWorkspace(work.root), { files: 3, bytes: 100 });
  const found = await index.search({ query: 'mill', limit: 10 }, work.ctx.signal);
  expect(found.map(({ path }) => path)).toEqual(['a.ts', 'c.ts']);
  expect(index.isFull).toBe(true);
});

test('A111 for most questions about this project the right file is among the first five', async () => {
  const root = fileURLToPath(new URL('../../../../..', import.meta.url));
  // Our own file, which the benchmark measures with too.
  const questions = JSON.parse(readFileSync(join(root, 'bench/search-queries.json'), 'utf8')) as readonly {
    query: string;
    file: string;
  }[];
  expect(questions.filter(({ file }) => !existsSync(join(root, file)))).toEqual([]);
  const { ctx } = makeWorkFolder();
  const content = await ask(
    { ...makeWorkFolder(), ctx: { ...ctx, workspace: openWorkspace(root) } },
    questions[0]?.query ?? '',
    'packages',
  );
  // The tool looks at all files for each question; the others are asked of what it looked at.
  const index = new WorkspaceIndex(openWorkspace(root));
  const isMeant = (file: string): boolean => file.startsWith('packages/');
  const wanted = questions.map(({ query }) => ({ query, limit: 10, isMeant }));
  await index.search(wanted[0] ?? { query: '', limit: 0 }, ctx.signal);
  const found = wanted.map((each) => [...new Set(index.find(each).map(({ path }) => path))]);
  expect(filesIn(content)).toEqual(found[0]);
  const hits = questions.filter(({ file }, place) => found[place]?.slice(0, 5).includes(file));
  expect(questions).toHaveLength(50);
  expect(hits.length).toBeGreaterThanOrEqual(32);
}, 60_000);
