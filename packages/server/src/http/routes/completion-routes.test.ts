import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { commandList, fileCompletions } from '@millrace/engine/run';
import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { expect, onTestFinished, test } from 'vitest';
import { type RunningServer, startServer } from '../../../../../fixtures/running-server.ts';
import { silentModel } from '../../../../../fixtures/silent-model.ts';
import { trustAll } from '../../../../../fixtures/trust-all.ts';
import { openMemoryStore, type WholeStore as Store } from '../../../../../fixtures/whole-store.ts';
import { makeWorkFolder } from '../../../../../fixtures/work-folder.ts';
import { jobChannel } from '../../side/side-process.ts';
import { allTools } from '../../tools/all-tools.ts';
import { builtInModes } from '../../tools/modes/built-in-modes.ts';
import { openWorkspace } from '../../tools/workspace/workspace.ts';
import type { ServerOptions } from '../server-options.ts';
import { completionRoutes } from './completion-routes.ts';

async function start(options: Partial<ServerOptions>): Promise<RunningServer & { readonly store: Store }> {
  let kept: Store | undefined;
  const server = await startServer([silentModel], undefined, (store) => {
    kept = store;
    return options;
  });
  onTestFinished(() => server.close());
  return { ...server, store: kept ?? expect.fail('There is no store.') };
}

const filesOf = async ({ api }: RunningServer, query: string, more = '') =>
  fileCompletions.parse(
    await (await api('GET', `/api/completions/files?query=${encodeURIComponent(query)}${more}`)).json(),
  );
const commandsOf = async ({ api }: RunningServer, more = '') =>
  commandList.parse(await (await api('GET', `/api/completions/commands${more}`)).json()).commands;

test('L180 a query is answered with the files of the workspace that fit it, best first', async () => {
  const { root } = makeWorkFolder({
    '.gitignore': 'dist\n',
    'src/app.ts': '',
    'src/my-app.ts': '',
    'dist/app.ts': '',
    'a/p/p': '',
    'a b.txt': '',
  });
  const server = await start({ workspace: root });
  expect(await filesOf(server, 'app')).toEqual({
    paths: ['src/app.ts', 'src/my-app.ts', 'a/p/p'],
    truncated: false,
  });
  expect((await filesOf(server, 'a b')).paths).toEqual(['a b.txt']);
  expect((await filesOf(server, '')).paths).toHaveLength(5);
  expect((await filesOf(server, '$(ls) --help \u202e')).paths).toEqual([]);
});

test('L186 without a workspace, or when its folder is gone, no files are found', async () => {
  expect(await filesOf(await start({}), 'a')).toEqual({ paths: [], truncated: false });
  const { root } = makeWorkFolder({ a: '' });
  const server = await start({ workspace: root });
  rmSync(root, { recursive: true });
  expect((await filesOf(server, 'a')).paths).toEqual([]);
});

test('L186 in a project paths begin at its folder, and a project that is not there is refused', async () => {
  const { root } = makeWorkFolder({ 'docs/note.md': '', 'note.md': '' });
  const server = await start({ workspace: root });
  const project = { instructions: '', model: null, created_at: 1 };
  for (const [id, workspace] of [
    ['docs', 'docs'],
    ['all', null],
    ['gone', 'gone'],
  ] as const)
    await server.store.createProject({ ...project, id, name: id, workspace });
  expect((await filesOf(server, 'note', '&project_id=docs')).paths).toEqual(['note.md']);
  expect((await filesOf(server, 'note', '&project_id=all')).paths).toEqual(['note.md', 'docs/note.md']);
  expect((await filesOf(server, 'note', '&project_id=gone')).paths).toEqual([]);
  for (const path of ['files?query=a&project_id=x', 'commands?project_id=x']) {
    const refused = await server.api('GET', `/api/completions/${path}`);
    expect([refused.status, await refused.json()]).toEqual([
      404,
      { code: 'no_project', message: 'There is no project x.' },
    ]);
  }
});

test('L186 a query that is too long is refused, and so is a device that asks too often', async () => {
  const server = await start({ limits: { completions: 2 } });
  const long = await server.api('GET', `/api/completions/files?query=${'a'.repeat(501)}`);
  expect([long.status, await long.json()]).toEqual([
    400,
    { code: 'long_query', message: 'A query can have 500 characters at most.' },
  ]);
  expect((await server.api('GET', '/api/completions/commands')).status).toBe(200);
  const often = await server.api('GET', '/api/completions/files?query=a');
  expect([often.status, often.headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^\d+$/)]);
  expect(await often.json()).toEqual({
    code: 'too_often',
    message: expect.stringMatching(/^Too many completions at once\. Try again in/),
  });
});

test('L181 the look is made in a side process, and ends when the request goes away', async () => {
  // Patterns that take for ever.
  const deep = Array.from({ length: 500 }, () => 'a').join('/');
  const { root } = makeWorkFolder({ '.gitignore': `${'**/a/'.repeat(8)}b\n`, [`${deep}/c`]: '' });
  const app = new Hono();
  const answered = new Promise<number>((resolve) =>
    app.use(async (c, next) => {
      await next();
      resolve(c.res.status);
    }),
  );
  const workspace = openWorkspace(root);
  app.route('/', completionRoutes({ store: openMemoryStore(), workspace, tools: [], perMinute: 9 }));
  app.onError((error) => (error instanceof HTTPException ? error.getResponse() : Promise.reject(error)));
  const http = createAdaptorServer({ fetch: app.fetch });
  onTestFinished(() => void http.close());
  const seen: unknown[] = [];
  const begun = new Promise<void>((resolve) => {
    const note = (message: unknown): void => {
      seen.push(message);
      resolve();
    };
    jobChannel.subscribe(note);
    onTestFinished(() => void jobChannel.unsubscribe(note));
  });
  await once(http.listen(0, '127.0.0.1'), 'listening');
  const asking = request({ port: (http.address() as AddressInfo).port, path: '/files?query=c' });
  asking.on('error', () => {});
  asking.end();
  await begun;
  asking.destroy();
  // A look that was ended by its own limit would have answered with 200.
  expect(await answered).toBe(400);
  expect(seen).toEqual([
    { job: 'findFiles', at: 'start' },
    { job: 'findFiles', at: 'end' },
  ]);
});

const REVIEW = '---\ndescription: Reviews a file\nargument-hint: [path]\n---\nReview $1.\n';

test('L185 the slash commands are those that the tool knows, by name, with their descriptions', async () => {
  const work = makeWorkFolder({
    '.millrace/commands/review.md': REVIEW,
    '.millrace/commands/broken.md': '---\na: [\n---\nx',
    '.millrace/commands/no name.md': 'x',
  });
  const { root: data } = makeWorkFolder({ 'commands/plain.md': 'x', 'commands/Zoo.md': REVIEW });
  const server = await start({ workspace: work.root, tools: allTools({ modes: builtInModes, data }) });
  const named = (name: string) => ({ name, description: '', argument_hint: '' });
  const zoo = { name: 'Zoo', description: 'Reviews a file', argument_hint: '[path]' };
  // Nothing that the workspace says is told before the person lets it instruct models.
  expect(await commandsOf(server)).toEqual([zoo, named('broken'), named('plain'), named('review')]);
  await trustAll(server.store, openWorkspace(work.root));
  expect(await commandsOf(server)).toEqual([
    ...[zoo, named('broken'), named('plain')],
    { ...zoo, name: 'review' },
  ]);
});

test('L185 without the tool there are no slash commands, and without a workspace only those of the data folder', async () => {
  const work = makeWorkFolder({ '.millrace/commands/review.md': REVIEW });
  expect(await commandsOf(await start({ workspace: work.root }))).toEqual([]);
  const { root: data } = makeWorkFolder({ 'commands/plain.md': 'x' });
  const server = await start({ tools: allTools({ modes: builtInModes, data }) });
  expect((await commandsOf(server)).map(({ name }) => name)).toEqual(['plain']);
});
