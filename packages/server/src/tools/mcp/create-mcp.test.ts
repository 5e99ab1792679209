import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { McpServerConfig } from '@millrace/engine/run';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import {
  everything,
  everythingOverHttp,
  filesystem,
  type HttpServer,
  mini,
} from '../../../../../fixtures/mcp-servers.ts';
import { toolContext } from '../../../../../fixtures/tool-context.ts';
import type { FormAnswer, Tool, ToolContext, ToolForm, ToolInput, ToolOutcome } from '../define/tool.ts';
import { type AllowedHosts, allowedHosts } from '../web/allowed-hosts.ts';
import { createMcp, type Mcp, type McpOptions } from './create-mcp.ts';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'millrace-mcp-')));
const START_MS = 60_000;
let http: HttpServer;
let mcp: Mcp | undefined;
beforeAll(async () => {
  http = await everythingOverHttp();
});
afterEach(async () => {
  await mcp?.close();
  mcp = undefined;
});
afterAll(async () => {
  await http.close();
  rmSync(folder, { recursive: true, force: true });
});

type Servers = Readonly<Record<string, McpServerConfig>>;

function start(servers: Servers, more: Partial<McpOptions> = {}): Mcp {
  mcp = createMcp({ servers, startMs: START_MS, workspace: folder, ...more });
  return mcp;
}
async function toolOf(of: Mcp, name: string): Promise<Tool> {
  const tools = await of.tools();
  return (
    tools.find((tool) => tool.name === name) ??
    expect.fail(`There is no ${name} among ${tools.map((t) => t.name)}`)
  );
}
async function call(
  of: Mcp,
  name: string,
  input: ToolInput = {},
  ctx: Partial<ToolContext> = {},
): Promise<ToolOutcome> {
  return (await toolOf(of, name)).run(input, toolContext(ctx));
}
const stateOf = (of: Mcp, name: string) => of.list().servers.find((server) => server.name === name);
/** A shell that notes its process and becomes the program. */
const noted = (file: string, program: { command: string; args: readonly string[] }, first = 'true') => ({
  command: '/bin/sh',
  args: ['-c', `echo $$ > ${file}; ${first}; exec "$@"`, 'sh', program.command, ...program.args],
});
const pidIn = (file: string): number => Number(readFileSync(file, 'utf8'));
const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

const over: readonly (readonly [string, () => McpServerConfig])[] = [
  ['stdio', () => everything],
  ['streamable HTTP', () => ({ url: http.url, headers: { 'x-key': 'k' } })],
];

test.each(over)(
  'X12 over %s tools are offered under their own names and called under both',
  async (_, server) => {
    const made = start({ all: server() });
    const names = (await made.tools()).map(({ name }) => name);
    expect(names.slice(0, 3)).toEqual(['use_mcp_tool', 'access_mcp_resource', 'mcp__all__echo']);
    const sum = await toolOf(made, 'mcp__all__get-sum');
    expect(sum.input_schema).toMatchObject({ type: 'object', required: ['a', 'b'] });
    expect(sum.description).toMatch(/^Returns the sum of two numbers/);
    expect((await sum.run({ a: 2, b: 40 }, toolContext())).content).toContain('42');
    for (const args of [{ message: 'hi' }, '{"message": "hi"}']) {
      const used = { server_name: 'all', tool_name: 'echo', arguments: args };
      expect(await call(made, 'use_mcp_tool', used)).toEqual({ content: 'Echo: hi' });
    }
    expect(stateOf(made, 'all')).toMatchObject({
      state: 'connected',
      headers: server() === everything ? [] : ['x-key'],
    });
  },
);

test.each(over)(
  'X19 over %s a resource is read, and the model is told which there are',
  async (_, server) => {
    const made = start({ all: server() });
    const tool = await toolOf(made, 'access_mcp_resource');
    expect(tool.description).toContain('demo://resource/static/document/features.md');
    const text = { server_name: 'all', uri: 'demo://resource/dynamic/text/7' };
    expect((await tool.run(text, toolContext())).content).toMatch(/Resource 7/);
    const blob = { server_name: 'all', uri: 'demo://resource/dynamic/blob/7' };
    expect((await tool.run(blob, toolContext())).content).toMatch(/^\[.*, \d+ bytes\]$/);
    await expect(tool.run({ ...text, uri: 'demo://none' }, toolContext())).rejects.toThrow(/none/);
  },
);

test('X12 a server of the older kind over HTTP is reached as well', async () => {
  const older = await everythingOverHttp('sse');
  const made = start({ old: { url: older.url } });
  expect(await call(made, 'mcp__old__echo', { message: 'hi' })).toEqual({ content: 'Echo: hi' });
  await made.close();
  await older.close();
});

test('X12 a program that ends when it is asked for the newer protocol is asked for the older one', async () => {
  const made = start({ old: mini('old') });
  expect((await call(made, 'mcp__old__first')).content).toBe('changed');
});

test('X13 an input is checked by the schema of its tool, under both names', async () => {
  const made = start({ all: everything });
  const sum = await toolOf(made, 'mcp__all__get-sum');
  expect(sum.check?.({ a: 1, b: 2 })).toBeUndefined();
  expect(sum.check?.({ a: 'x' })).toMatch(/'b'.*\/a must be number/);
  const use = await toolOf(made, 'use_mcp_tool');
  const used = (input: object) => use.check?.({ server_name: 'all', tool_name: 'get-sum', ...input });
  expect(used({ arguments: { a: 1, b: 2 } })).toBeUndefined();
  expect(used({ arguments: { a: 1 } })).toMatch(/'b'/);
  expect(used({ arguments: 'no json' })).toMatch(/arguments/);
  expect(used({ server_name: 'none' })).toMatch(/no MCP server none\. Available servers: all/);
  expect((await toolOf(made, 'access_mcp_resource')).check?.({ server_name: 'none', uri: 'a' })).toMatch(
    /none/,
  );
  // The server itself refuses a tool that is not known there.
  expect(await call(made, 'use_mcp_tool', { server_name: 'all', tool_name: 'nope' })).toMatchObject({
    is_error: true,
    content: expect.stringMatching(/nope/),
  });
});

test('X14 hints make an effect but no permission: only the configuration does', async () => {
  const made = start({
    asks: everything,
    allows: { ...everything, approval: 'allow', tools: { echo: 'ask' } },
  });
  const of = async (name: string) => {
    const { effect, approval } = await toolOf(made, name);
    return [effect, approval];
  };
  expect(await of('mcp__asks__get-sum')).toEqual(['read', 'ask']);
  expect(await of('mcp__asks__trigger-elicitation-request')).toEqual(['unsafe', 'ask']);
  expect(await of('mcp__allows__get-sum')).toEqual(['read', 'allow']);
  expect(await of('mcp__allows__echo')).toEqual(['read', 'ask']);
  const use = await toolOf(made, 'use_mcp_tool');
  const asks = (server_name: string, tool_name: string) =>
    typeof use.approval === 'function' && use.approval({ server_name, tool_name });
  expect([
    asks('asks', 'get-sum'),
    asks('allows', 'get-sum'),
    asks('allows', 'echo'),
    asks('x', 'y'),
  ]).toEqual(['ask', 'allow', 'ask', 'ask']);
  expect(use.standsFor?.({ server_name: 'asks', tool_name: 'echo', arguments: '{"message":"a"}' })).toEqual({
    name: 'mcp__asks__echo',
    input: { message: 'a' },
  });
});

test('X15 a result of many kinds is told in words', async () => {
  const made = start({ all: everything });
  expect((await call(made, 'mcp__all__get-tiny-image')).content).toMatch(/\[image: image\/png, [\d,]+ bytes/);
  const links = await call(made, 'mcp__all__get-resource-links', { count: 2 });
  expect(links.content.match(/\[link to a resource: demo:\/\//g)).toHaveLength(2);
});

test.each(over)(
  'X16 over %s progress is told, and a call that is stopped ends at once',
  async (_, server) => {
    const made = start({ all: server() });
    const notes: (number | null | undefined)[] = [];
    const long = (input: object, heard: () => void, signal?: AbortSignal) =>
      call(
        made,
        'mcp__all__trigger-long-running-operation',
        { ...input },
        {
          progress({ progress }) {
            notes.push(progress);
            heard();
          },
          ...(signal && { signal }),
        },
      );
    expect((await long({ duration: 0.2, steps: 4 }, () => {})).content).toMatch(/completed/);
    // The last one may come with the result, when nobody listens any more.
    expect(notes.slice(0, 3)).toEqual([0.25, 0.5, 0.75]);
    const stop = new AbortController();
    const halt = (): void => stop.abort(new Error('enough'));
    const stopped = long({ duration: 600, steps: 60_000 }, halt, stop.signal);
    await expect(stopped).rejects.toThrow('enough');
    // The connection is as good as before.
    expect((await call(made, 'mcp__all__echo', { message: 'hi' })).content).toBe('Echo: hi');
  },
);

test('X16 a server that gives no sign of life is given up, but not while a person is asked', async () => {
  const made = start({ all: { ...everything, timeout_ms: 1000 } });
  const quiet = call(made, 'mcp__all__trigger-long-running-operation', { duration: 600, steps: 1 });
  await expect(quiet).rejects.toThrow(/all did not respond for 1 seconds.*may have run/);
  const ask = async (): Promise<FormAnswer> => {
    await new Promise((resolve) => setTimeout(resolve, 1300));
    return { action: 'decline' };
  };
  expect((await call(made, 'mcp__all__trigger-elicitation-request', {}, { ask })).content).toMatch(
    /declined/,
  );
});

test('X17 a server that is killed in the middle of a call says so, and the next call starts it again', async () => {
  const file = join(folder, 'pid');
  const made = start({ all: noted(file, everything, 'echo "going down" >&2') });
  let begun = (): void => {};
  const running = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const long = call(
    made,
    'mcp__all__trigger-long-running-operation',
    { duration: 600, steps: 6000 },
    { progress: () => begun() },
  );
  await running;
  process.kill(pidIn(file), 'SIGKILL');
  await expect(long).rejects.toThrow(/all disconnected during this call.*Its last output: .*going down/);
  // Its tools are still offered.
  expect((await call(made, 'mcp__all__echo', { message: 'again' })).content).toBe('Echo: again');
});

test('X17 the last words of a server that dies are told, but not its secrets', async () => {
  const made = start({ m: { ...mini('dies'), env: { WHAT: 'hunter22' } } });
  await expect(call(made, 'mcp__m__first')).rejects.toThrow(
    /m disconnected.*Its last output: mini: out of •••/,
  );
});

test('X17 a server over HTTP that went away and came back is reached again', async () => {
  const first = await everythingOverHttp();
  const made = start({ all: { url: first.url } });
  expect((await call(made, 'mcp__all__echo', { message: 'a' })).content).toBe('Echo: a');
  await first.close();
  await expect(call(made, 'mcp__all__echo', { message: 'b' })).rejects.toThrow(
    /all (disconnected|could not be reached)/,
  );
  const second = await everythingOverHttp('streamableHttp', Number(new URL(first.url).port));
  expect((await call(made, 'mcp__all__echo', { message: 'c' })).content).toBe('Echo: c');
  await made.close();
  await second.close();
});

test('X17 a server that can’t be reached is told with the fix, and takes nothing from the others', async () => {
  const made = start({
    none: { command: join(folder, 'not-there') },
    ends: { command: '/bin/sh', args: ['-c', 'echo "no such option" >&2; exit 2'] },
    gone: { url: 'http://127.0.0.1:65533/mcp' },
    all: everything,
  });
  const names = (await made.tools()).map(({ name }) => name);
  expect(names).toContain('mcp__all__echo');
  expect(stateOf(made, 'none')).toMatchObject({
    state: 'failed',
    problem: expect.stringMatching(/not-there.*Check "command"/),
  });
  expect(stateOf(made, 'ends')).toMatchObject({
    state: 'failed',
    problem: expect.stringMatching(/last output: no such option/),
  });
  expect(stateOf(made, 'gone')).toMatchObject({
    state: 'failed',
    problem: expect.stringMatching(/ECONNREFUSED.*Check "url"/),
  });
  await expect(call(made, 'use_mcp_tool', { server_name: 'none', tool_name: 'x' })).rejects.toThrow(
    /none could not be reached/,
  );
});

test('X18 a program sees what its configuration gives it, and nothing of ours', async () => {
  vi.stubEnv('ANTHROPIC_API_KEY', 'ours');
  vi.stubEnv('MILLRACE_KEY', 'ours');
  const made = start({ all: { ...everything, env: { GIVEN: 'yes' } } });
  const { content } = await call(made, 'mcp__all__get-env');
  vi.unstubAllEnvs();
  expect(JSON.parse(content)).toMatchObject({ GIVEN: 'yes', PATH: process.env['PATH'] });
  expect(content).not.toContain('ours');
});

test.each(over)('X20 over %s a server asks the person in the middle of a call', async (_, server) => {
  const made = start({ all: server() });
  const forms: ToolForm[] = [];
  const answered = async (answer: FormAnswer): Promise<string> => {
    const ask = async (form: ToolForm): Promise<FormAnswer> => {
      forms.push(form);
      return answer;
    };
    return (await call(made, 'mcp__all__trigger-elicitation-request', {}, { ask })).content;
  };
  const content = { name: 'Ada', integer: 7, untitledMultipleSelectEnum: ['Drums'] };
  expect(await answered({ action: 'accept', content })).toMatch(/Name: Ada[\s\S]*Favorite Integer: 7/);
  expect(await answered({ action: 'decline' })).toMatch(/declined/);
  expect(await answered({ action: 'cancel' })).toMatch(/cancelled/);
  expect(forms[0]).toMatchObject({
    message: 'Please provide inputs for the following fields:',
    schema: { type: 'object', required: ['name'] },
    defaults: { integer: 42, untitledSingleSelectEnum: 'Monica' },
  });
});

test('X20 where two calls wait nobody can tell whom a server asks: it is told cancel', async () => {
  const made = start({ all: everything });
  let asked = 0;
  const ask = async (): Promise<FormAnswer> => {
    asked += 1;
    return { action: 'decline' };
  };
  const stop = new AbortController();
  const { signal } = stop;
  const other = call(made, 'mcp__all__trigger-long-running-operation', { duration: 600 }, { signal, ask });
  expect((await call(made, 'mcp__all__trigger-elicitation-request', {}, { ask })).content).toMatch(
    /cancelled/,
  );
  expect(asked).toBe(0);
  stop.abort();
  await other.catch(() => {});
});

test('X21 a server is told the workspace, and is refused the model', async () => {
  const made = start({ all: everything, m: mini(), files: filesystem(folder) });
  expect((await call(made, 'mcp__all__get-roots-list')).content).toContain(`file://${folder}`);
  expect((await call(made, 'mcp__m__sample')).content).toMatch(
    /-32601.*does not support sampling\/createMessage/,
  );
  writeFileSync(join(folder, 'note.txt'), 'kept here');
  expect((await call(made, 'mcp__files__read_text_file', { path: join(folder, 'note.txt') })).content).toBe(
    'kept here',
  );
});

test('X22 closing ends a server with all that it started', async () => {
  const file = join(folder, 'child');
  const made = start({
    all: {
      command: '/bin/sh',
      args: ['-c', `sleep 600 & echo $! > ${file}; exec "$@"`, 'sh', everything.command, ...everything.args],
    },
  });
  await made.tools();
  const child = pidIn(file);
  expect(isAlive(child)).toBe(true);
  await made.close();
  await expect.poll(() => isAlive(child)).toBe(false);
});

test('X23 what a server offers anew is offered at the next model call', async () => {
  const made = start({ m: mini() });
  expect((await made.tools()).map(({ name }) => name)).toContain('mcp__m__first');
  await call(made, 'mcp__m__first');
  await vi.waitFor(
    async () => {
      const names = (await made.tools()).map(({ name }) => name);
      expect(names).toContain('mcp__m__second');
      expect(names).not.toContain('mcp__m__first');
    },
    { timeout: 10_000 },
  );
});

test('H41 a server that is added on the page passes the guard, also after a restart; one of the owner does not need to', async () => {
  const file = join(folder, 'guarded.json');
  const open = (allowed?: AllowedHosts): Mcp => {
    mcp = createMcp({ file, connectMs: 20_000, ...(allowed && { allowed }) });
    return mcp;
  };
  const added = open();
  expect(await added.put('near', { url: http.url, headers: { 'x-key': 'k' } })).toBeUndefined();
  const refused = {
    state: 'failed',
    problem: expect.stringMatching(/public internet.*MILLRACE_ALLOW_HOSTS/),
  };
  expect(stateOf(added, 'near')).toMatchObject(refused);
  expect(stateOf(added, 'near')).not.toHaveProperty('guarded');
  await added.close();
  // The entry that the page wrote into the file is still the page's.
  const again = open();
  expect(await again.check('near')).toMatchObject(refused);
  // The page can change the rest of it, and not whose it is.
  await again.put('near', { approval: 'allow' });
  expect(stateOf(again, 'near')).toMatchObject(refused);
  await again.close();
  const named = open(allowedHosts(['127.0.0.1']));
  expect(await named.check('near')).toMatchObject({ state: 'connected' });
  expect(await call(named, 'mcp__near__echo', { message: 'hi' })).toEqual({ content: 'Echo: hi' });
  await named.close();
  writeFileSync(file, JSON.stringify({ servers: { own: { url: http.url } } }));
  const own = open();
  expect(await own.check('own')).toMatchObject({ state: 'connected' });
  await own.put('own', { approval: 'allow' });
  expect(stateOf(own, 'own')).toMatchObject({ state: 'connected' });
  // At another address it is not the owner's any more.
  await own.put('own', { url: http.url.replace('127.0.0.1', 'localhost') });
  expect(stateOf(own, 'own')).toMatchObject(refused);
});
