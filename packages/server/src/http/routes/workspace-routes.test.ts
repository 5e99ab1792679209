import { workspaceInfo } from '@millrace/engine/run';
import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { expect, test } from 'vitest';
import { openMemoryStore } from '../../../../../fixtures/whole-store.ts';
import { makeWorkFolder, type WorkFolder } from '../../../../../fixtures/work-folder.ts';
import { createExecuteCommand } from '../../tools/command/execute-command.ts';
import type { Tool } from '../../tools/define/tool.ts';
import { openWorkspace } from '../../tools/workspace/workspace.ts';
import { workspaceRoutes } from './workspace-routes.ts';

function appOn({ root }: WorkFolder, tools: readonly Tool[] = []): Hono {
  const app = new Hono();
  app.route(
    '/api/workspace',
    workspaceRoutes({ store: openMemoryStore(), workspace: openWorkspace(root), tools }),
  );
  app.onError((error) => (error instanceof HTTPException ? error.getResponse() : Promise.reject(error)));
  return app;
}
const get = async (app: Hono) => workspaceInfo.parse(await (await app.request('/api/workspace')).json());
const use = (app: Hono, body: object) =>
  app.request('/api/workspace/instructions', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

test('A235 the files that would instruct models are told with their texts, and used once the person says so', async () => {
  const work = makeWorkFolder({
    '.millrace/rules/a.md': 'A',
    '.millrace/modes/b.md': 'B',
    '.millrace/focus/c.md': 'C',
    '.millrace/commands/d.md': 'D',
    '.millrace/instructions/e.md': 'E',
    '.millrace/rules/no.txt': 'no',
    '.millrace/other/no.md': 'no',
    'rules/no.md': 'no',
  });
  const app = appOn(work);
  const { instructions } = await get(app);
  expect(instructions.map(({ path, text, used }) => [path, text, used])).toEqual([
    ['.millrace/rules/a.md', 'A', false],
    ['.millrace/modes/b.md', 'B', false],
    ['.millrace/focus/c.md', 'C', false],
    ['.millrace/commands/d.md', 'D', false],
    ['.millrace/instructions/e.md', 'E', false],
  ]);
  const files = instructions.map(({ path, version }) => ({ path, version }));
  // One that changes while the person reads stays out.
  work.write({ '.millrace/rules/a.md': 'evil' });
  const said = workspaceInfo.parse(await (await use(app, { files })).json());
  expect(said.instructions.map(({ used }) => used)).toEqual([false, true, true, true, true]);
  const dropped = await app.request('/api/workspace/instructions', { method: 'DELETE' });
  expect(workspaceInfo.parse(await dropped.json()).instructions.some(({ used }) => used)).toBe(false);
});

test.each([
  {},
  { files: [{ path: 'a' }] },
  { files: [{ path: 'a', version: 'b', text: 'c' }] },
  { files: 'all' },
])('A235 a body that is no list of files is refused: %j', async (body) => {
  expect((await use(appOn(makeWorkFolder()), body)).status).toBe(400);
});

test('A224 it is told how commands run', async () => {
  expect((await get(appOn(makeWorkFolder()))).commands).toBe('none');
  expect((await get(appOn(makeWorkFolder(), [createExecuteCommand()]))).commands).toBe('person');
});
