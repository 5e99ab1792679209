import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mcpServerInfo, mcpServerList } from '@millrace/engine/run';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { everything, mini } from '../../../../../fixtures/mcp-servers.ts';
import { type RunningServer, startServer } from '../../../../../fixtures/running-server.ts';
import { silentModel } from '../../../../../fixtures/silent-model.ts';
import { createMcp, type Mcp } from '../../tools/mcp/create-mcp.ts';

let folder: string;
let mcp: Mcp;
let server: RunningServer;
const file = () => join(folder, 'mcp.json');
async function start(): Promise<void> {
  mcp = createMcp({ file: file() });
  server = await startServer([silentModel], undefined, () => ({ mcp }));
}
async function stop(): Promise<void> {
  await server.close();
  await mcp.close();
}
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'millrace-mcp-'));
  await start();
});
afterEach(async () => {
  await stop();
  rmSync(folder, { recursive: true, force: true });
});

async function ask(method: string, path: string, body?: unknown): Promise<{ status: number; told: unknown }> {
  const response = await server.api(method, `/api/mcp${path}`, body);
  return { status: response.status, told: await response.json() };
}
const list = async () => mcpServerList.parse((await ask('GET', '')).told).servers;

test('X30 a server is added, connected, changed and removed, and its secrets never come back', async () => {
  expect(await list()).toEqual([]);
  const added = await ask('PUT', '/My%20tools', { ...everything, env: { TOKEN: 'hush-hush' } });
  expect(added.status).toBe(200);
  const [info] = mcpServerList.parse(added.told).servers;
  expect(info).toMatchObject({ name: 'My tools', state: 'connected', env: ['TOKEN'], approval: 'ask' });
  expect(info?.tools.find(({ name }) => name === 'echo')).toMatchObject({
    call_name: expect.stringMatching(/^mcp__My_tools__echo_[0-9a-f]{8}$/),
    approval: 'ask',
  });
  expect(JSON.stringify(added.told)).not.toContain('hush-hush');
  expect(JSON.parse(readFileSync(file(), 'utf8'))).toEqual({
    servers: { 'My tools': { ...everything, env: { TOKEN: 'hush-hush' } } },
  });

  await ask('PUT', '/My%20tools', { disabled: true });
  expect(await list()).toMatchObject([{ state: 'disabled', env: ['TOKEN'], tools: [] }]);
  expect(await mcp.tools()).toEqual([]);
  // The saved server is still there after a restart.
  await stop();
  await start();
  expect(await list()).toMatchObject([{ name: 'My tools', state: 'disabled', env: ['TOKEN'] }]);
  expect(await ask('DELETE', '/My%20tools')).toMatchObject({ status: 200, told: { servers: [] } });
  expect(await ask('DELETE', '/My%20tools')).toMatchObject({ status: 404, told: { code: 'no_server' } });
});

test('X30 a server that does not connect is kept and says why; it can be tried again', async () => {
  const missing = join(folder, 'later');
  const added = await ask('PUT', '/a', { command: missing });
  expect(added).toMatchObject({
    status: 200,
    told: { servers: [{ state: 'failed', problem: expect.stringMatching(/Check "command"/) }] },
  });
  const { command, args } = mini();
  writeFileSync(missing, `#!/bin/sh\nexec "${command}" "${args[0]}"\n`, { mode: 0o755 });
  const checked = await ask('POST', '/a/check', {});
  expect(mcpServerInfo.parse(checked.told)).toMatchObject({
    state: 'connected',
    tools: [{ name: 'sample' }, {}],
  });
  expect(await ask('POST', '/b/check', {})).toMatchObject({ status: 404, told: { code: 'no_server' } });
});

test.each([
  ['a server that is none', '/a', { disabled: true }, 400, 'bad_server', /a: needs a "command"/],
  ['a bad name', '/a%2Fb', { command: 'x' }, 400, 'bad_server', /name must be 1 to 64/],
  ['two kinds at once', '/a', { command: 'x', url: 'http://x' }, 400, 'bad_server', /Leave out one/],
  ['a key that is none', '/a', { comand: 'x' }, 400, 'bad_body', /comand/],
])('X262 %s is refused with what is wrong', async (_, path, body, status, code, message) => {
  expect(await ask('PUT', path, body)).toMatchObject({
    status,
    told: { code, message: expect.stringMatching(message) },
  });
  expect(await list()).toEqual([]);
});

test('X261 a file with a mistake is told, and never overwritten', async () => {
  await stop();
  writeFileSync(file(), '{"servers": {"a": {"comand": "x"}}}');
  await start();
  expect((await ask('GET', '')).told).toMatchObject({
    servers: [],
    problems: [expect.stringMatching(/mcp\.json: servers\.a: needs/)],
  });
  expect(await ask('PUT', '/b', { command: 'x' })).toMatchObject({ status: 409, told: { code: 'bad_file' } });
  expect(readFileSync(file(), 'utf8')).toContain('comand');
});

test('X262 only who is signed in, and only from this server’s own pages, may run programs', async () => {
  const send = (headers: Record<string, string>) =>
    fetch(`${server.url}/api/mcp/a`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ command: 'x' }),
    });
  expect((await send({})).status).toBe(401);
  expect((await send({ ...server.device, origin: 'http://evil.example' })).status).toBe(403);
  expect((await server.api('PUT', '/api/mcp/a', undefined, { 'content-type': 'text/plain' })).status).toBe(
    415,
  );
  expect(await list()).toEqual([]);
});

test('H15 the routes of MCP servers are described, too', async () => {
  const { paths } = (await (await server.api('GET', '/api/openapi.json')).json()) as { paths: object };
  expect(JSON.stringify(paths)).toContain('/api/mcp/{name}/check');
  expect(JSON.stringify(paths)).not.toContain('"summary":""');
});
