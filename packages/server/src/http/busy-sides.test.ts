import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startServer } from '../../../../fixtures/running-server.ts';
import { silentModel } from '../../../../fixtures/silent-model.ts';
import { makeWorkFolder } from '../../../../fixtures/work-folder.ts';
import { jobChannel } from '../side/side-process.ts';
import { allTools } from '../tools/all-tools.ts';
import type { Tool, ToolInput } from '../tools/define/tool.ts';
import { replaceApart } from '../tools/jobs/text-jobs.ts';
import { builtInModes } from '../tools/modes/built-in-modes.ts';

const tools = new Map(allTools({ modes: builtInModes }).map((tool) => [tool.name, tool]));
const toolOf = (name: string): Tool => tools.get(name) ?? expect.fail(`There is no ${name}.`);

/** The jobs that begin and end in side processes from now on. */
function watchJobs(): { readonly seen: string[]; until(what: string): Promise<void> } {
  const seen: string[] = [];
  const waiting = new Map<string, () => void>();
  const note = (message: unknown): void => {
    // The message of the channel.
    const { job, at } = message as { readonly job: string; readonly at: string };
    seen.push(`${job} ${at}`);
    waiting.get(`${job} ${at}`)?.();
  };
  jobChannel.subscribe(note);
  onTestFinished(() => void jobChannel.unsubscribe(note));
  return {
    seen,
    until: (what) =>
      seen.includes(what) ? Promise.resolve() : new Promise((resolve) => void waiting.set(what, resolve)),
  };
}

test('A193 the server answers while work on a text takes for ever', async () => {
  const server = await startServer([silentModel], undefined, () => ({}));
  onTestFinished(() => server.close());
  const jobs = watchJobs();
  const stop = new AbortController();
  const endless = { path: 'f', search: '(a+)+$', replace: '', use_regex: true };
  const work = replaceApart({ ms: 600_000, signal: stop.signal }, `${'a'.repeat(60)}b`, endless);
  work.catch(() => {});
  await jobs.until('replaceIn start');
  for (let i = 0; i < 20; i++) {
    expect((await server.api('GET', '/healthz')).status).toBe(200);
    jobs.seen.push('healthz');
  }
  stop.abort(new Error('enough'));
  await expect(work).rejects.toThrow('enough');
  expect(jobs.seen).toEqual([
    'replaceIn start',
    ...Array.from({ length: 20 }, () => 'healthz'),
    'replaceIn end',
  ]);
});

const equal = (many: number): string => 'a\n'.repeat(many);
const blocks = (many: number): string =>
  Array.from(
    { length: many },
    (_, i) => `<<<<<<< SEARCH\nline ${i}\nno ${i}\n=======\nx\n>>>>>>> REPLACE`,
  ).join('\n');
/** The worst that was found for each tool, with what it is to say. */
const WORST: readonly (readonly [job: string, tool: string, input: ToolInput, says: RegExp])[] = [
  [
    'applyBlocks',
    'apply_diff',
    { path: 'equal.ts', diff: `<<<<<<< SEARCH\n${equal(60_000)}b\n=======\nx\n>>>>>>> REPLACE` },
    /not in the file/,
  ],
  ['applyBlocks', 'apply_diff', { path: 'lines.ts', diff: blocks(300) }, /not in the file/],
  [
    'mergeEdit',
    'edit_file',
    {
      target_file: 'equal.ts',
      instructions: '',
      code_edit: `// ... existing code ...\n${equal(30_000)}// ... existing code ...`,
    },
    /could begin at lines|too large/,
  ],
  [
    'replaceIn',
    'search_and_replace',
    { path: 'equal.ts', search: 'A\n'.repeat(2_000), replace: 'x', ignore_case: true },
    /Replaced|matches/,
  ],
  ['insertInto', 'insert_content', { path: 'equal.ts', line: 5, content: equal(60_000) }, /Inserted/],
  ['showLines', 'read_file', { path: 'equal.ts' }, /lines 1-2000/],
  ['findDefinitions', 'list_code_definition_names', { path: 'deep.ts' }, /deep\.ts/],
  ['listFolder', 'list_files', { path: '.', recursive: true }, /It took longer|equal\.ts/],
  ['isLeftOut', 'search_files', { path: '.', regex: 'line 5$' }, /lines\.ts/],
  ['searchWorkspace', 'codebase_search', { query: 'line' }, /ts/],
];

test.each(WORST)('A193 %s is done apart: %s', async (job, name, input, says) => {
  const work = makeWorkFolder({
    'equal.ts': equal(100_000),
    'lines.ts': Array.from({ length: 20_000 }, (_, i) => `line ${i}\n`).join(''),
    'deep.ts': `${'class A { m() { '.repeat(5_000)}`,
  });
  const jobs = watchJobs();
  const tool = toolOf(name);
  expect(tool.check?.(input) ?? '').toBe('');
  const preview = await tool.preview?.(input, work.ctx);
  const outcome = await tool.run(input, work.ctx).catch((error: Error) => ({ content: error.message }));
  expect(outcome.content.slice(0, 2_000)).toMatch(says);
  const begun = jobs.seen.filter((each) => each === `${job} start`).length;
  expect(begun).toBeGreaterThanOrEqual(preview === undefined ? 1 : 2);
});

test('A194 patterns of an ignore file that take for ever stop the listing, not the server', async () => {
  const work = makeWorkFolder({ '.gitignore': `${'**/a/'.repeat(8)}b\n` });
  const deep = Array.from({ length: 500 }, () => 'a').join('/');
  mkdirSync(join(work.root, deep), { recursive: true });
  writeFileSync(join(work.root, deep, 'c'), '');
  appendFileSync(join(work.root, 'good.txt'), 'x');
  const jobs = watchJobs();
  const listing = toolOf('list_files').run({ path: '.', recursive: true }, work.ctx);
  listing.catch(() => {});
  await jobs.until('listFolder start');
  const server = await startServer([silentModel], undefined, () => ({}));
  onTestFinished(() => server.close());
  expect((await server.api('GET', '/healthz')).status).toBe(200);
  expect(jobs.seen).toEqual(['listFolder start']);
  work.stop();
  await expect(listing).rejects.toThrow('aborted');
});
