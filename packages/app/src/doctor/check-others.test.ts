import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { createServer as createMillrace, createSealer, openSqliteStore } from '@millrace/server';
import { expect, onTestFinished, test } from 'vitest';
import { mini } from '../../../../fixtures/mcp-servers.ts';
import { silentModel } from '../../../../fixtures/silent-model.ts';
import { send, serveWeb } from '../../../../fixtures/web-server.ts';
import { makeAuthority, makeCertificate } from '../lan/make-certificate.ts';
import { readSettings } from '../settings.ts';
import type { Check, Checked } from './check.ts';
import { addressChecks } from './check-address.ts';
import { mcpChecks } from './check-mcp.ts';
import { providerChecks } from './check-providers.ts';
import { checkServer } from './check-server.ts';
import { runChecks } from './run-checks.ts';
import { runDoctor } from './run-doctor.ts';

const { signal } = new AbortController();
/** Long enough for what answers. */
const PATIENT_MS = 60_000;

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-doctor-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** An address where nothing listens any more. */
async function nobodyAt(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on a port has such an address.
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return `http://127.0.0.1:${port}`;
}

async function onlyOf(checks: readonly Check[], limitMs = PATIENT_MS): Promise<Checked | undefined> {
  const found = await runChecks(checks, limitMs);
  expect(found).toHaveLength(1);
  return found[0];
}

/** The check of Anthropic at an address. */
const anthropicAt = (url: string, limitMs?: number) =>
  onlyOf(
    providerChecks(
      readSettings({ MILLRACE_DATA: makeFolder(), ANTHROPIC_API_KEY: 'k-secret', ANTHROPIC_BASE_URL: url }),
      undefined,
    ),
    limitMs,
  );

test('O22 a provider that takes the key is fine; one that refuses it is told with the fix', async () => {
  const takes = await serveWeb((_, response) => send(response, 'application/json', '{"data":[]}'));
  expect(await anthropicAt(takes.url)).toEqual({
    id: 'provider:anthropic',
    status: 'ok',
    message: 'Anthropic accepted the key.',
  });
  const refuses = await serveWeb((_, response) => {
    response.writeHead(401, { 'content-type': 'application/json' });
    response.end('{"error":{"type":"authentication_error","message":"invalid x-api-key"}}');
  });
  const refused = await anthropicAt(refuses.url);
  expect(refused).toMatchObject({
    id: 'provider:anthropic',
    status: 'failed',
    message: expect.stringContaining('invalid x-api-key'),
    fix: expect.stringContaining('ANTHROPIC_API_KEY'),
  });
  expect(JSON.stringify(refused)).not.toContain('k-secret');
});

test('O22 a provider that hangs is given up, and one that is not there is told with the fix', async () => {
  const hangs = await serveWeb(() => {});
  expect(await anthropicAt(hangs.url, 200)).toMatchObject({
    status: 'failed',
    message: 'The check did not end within 0.2 seconds.',
  });
  expect(await anthropicAt(await nobodyAt())).toMatchObject({
    status: 'failed',
    fix: 'Check the network and ANTHROPIC_BASE_URL.',
  });
});

test('O22 without a provider nothing is asked, and keys that can not be read are told with the fix', async () => {
  const data = makeFolder();
  const settings = readSettings({ MILLRACE_DATA: data });
  expect(await onlyOf(providerChecks(settings, undefined))).toMatchObject({
    id: 'providers',
    status: 'skipped',
  });
  writeFileSync(join(data, 'provider-keys.json'), '{');
  expect(await onlyOf(providerChecks(settings, undefined))).toMatchObject({
    id: 'providers',
    status: 'failed',
    fix: 'Fix it, or delete it and enter the keys again.',
  });
});

/** The checks of a configuration, in its order. */
async function checkMcpJson(config: unknown, limitMs = PATIENT_MS): Promise<Checked[]> {
  const data = makeFolder();
  writeFileSync(
    join(data, 'mcp.json'),
    typeof config === 'string' ? config : JSON.stringify({ servers: config }),
  );
  const { checks, close } = mcpChecks(readSettings({ MILLRACE_DATA: data }), undefined, limitMs);
  const found = await runChecks(checks, limitMs);
  await close();
  return found;
}

test('O23 each MCP server is connected and its tools are counted; one that dies is told with its last words', async () => {
  const dies = { command: process.execPath, args: ['-e', "console.error('no luck'); process.exit(3)"] };
  const off = { command: 'never', disabled: true };
  expect(await checkMcpJson({ good: mini(), dies, off, missing: { command: '/nowhere/mcp' } })).toEqual([
    { id: 'mcp:good', status: 'ok', message: 'good offers 2 tools.' },
    {
      id: 'mcp:dies',
      status: 'failed',
      message: expect.stringMatching(/^dies could not be reached: .* Its last output: no luck/),
      fix: 'Correct its entry in mcp.json or in the settings, or disable it there.',
    },
    { id: 'mcp:off', status: 'skipped', message: 'off is disabled.' },
    {
      id: 'mcp:missing',
      status: 'failed',
      message: expect.stringContaining('The program /nowhere/mcp or its working folder was not found.'),
      fix: expect.any(String),
    },
  ]);
});

test('O23 an MCP server that says nothing is given up, and a file that is no JSON is told with the fix', async () => {
  const mute = { command: process.execPath, args: ['-e', 'process.stdin.resume()'] };
  expect(await checkMcpJson({ mute }, 600)).toMatchObject([{ id: 'mcp:mute', status: 'failed' }]);
  expect(await checkMcpJson('{')).toMatchObject([
    { id: 'mcp', status: 'failed', fix: expect.stringContaining('Fix the JSON') },
  ]);
});

const well = '{"status":"ok"}';
const trouble = (code: string, message: string): string => JSON.stringify({ code, message });

test('O24 the server that runs is asked how it is', async () => {
  expect(await checkServer(undefined, signal)).toMatchObject({ status: 'skipped' });
  const runs = await serveWeb((_, response) => send(response, 'application/json', well));
  expect(await checkServer(runs.url, signal)).toMatchObject({ status: 'ok' });
  const full = await serveWeb((_, response) => {
    response.writeHead(507).end(trouble('store_full', 'Free some space.'));
  });
  expect(await checkServer(full.url, signal)).toEqual({
    status: 'failed',
    message: `The server at ${full.url} has trouble (store_full).`,
    fix: 'Free some space.',
  });
  const other = await serveWeb((_, response) => send(response, 'text/html', 'hello'));
  expect(await checkServer(other.url, signal)).toMatchObject({
    status: 'failed',
    fix: 'Start the server again.',
  });
  expect(await checkServer(await nobodyAt(), signal)).toMatchObject({
    status: 'warning',
    message: expect.stringContaining('ECONNREFUSED'),
    fix: 'Start it again.',
  });
});

test('O25 each public address is asked from outside, and a refused host is told with the fix', async () => {
  expect(await onlyOf(addressChecks(undefined))).toMatchObject({ status: 'skipped' });
  const runs = await serveWeb((_, response) => send(response, 'application/json', well));
  expect(await onlyOf(addressChecks(runs.url))).toMatchObject({ id: `address:${runs.url}`, status: 'ok' });
  const refuses = await serveWeb((_, response) => {
    response.writeHead(403).end(trouble('foreign_host', 'This server answers only at …'));
  });
  expect(await onlyOf(addressChecks(refuses.url))).toMatchObject({
    status: 'failed',
    message: `The server refuses the host ${refuses.host} (foreign_host).`,
    fix: expect.stringContaining('pass on the Host header'),
  });
  const portal = await serveWeb((_, response) => {
    response.writeHead(302, { location: 'https://sign-in.example/' }).end();
  });
  const [first, second] = await runChecks(addressChecks(`${portal.url}, ${await nobodyAt()}`), PATIENT_MS);
  expect(first).toMatchObject({
    status: 'failed',
    message: expect.stringContaining('status 302, to https://sign-in.example/'),
  });
  expect(second).toMatchObject({ status: 'failed', message: expect.stringContaining('Nothing answers') });
  for (const wrong of ['chat.example', 'ftp://chat.example', 'https://chat.example/path'])
    expect(await onlyOf(addressChecks(wrong))).toMatchObject({
      status: 'failed',
      fix: expect.stringContaining('https://chat.example'),
    });
});

test('O28 a proxy that holds streams back is told with the fix, and one that passes them on is fine', async () => {
  const sealer = createSealer(randomBytes(32));
  const store = openSqliteStore(join(makeFolder(), 'millrace.sqlite'), { sealer });
  const server = await createMillrace({ store, models: [silentModel], port: 0 });
  onTestFinished(async () => {
    await server.close();
    await store.close();
  });
  /** Asks the server and passes its answer on as it comes, or as a whole. */
  const proxy = (isWhole: boolean) =>
    serveWeb(({ headers: { accept = '' }, url }, response) => {
      const passOn = (answer: IncomingMessage): void => {
        response.writeHead(answer.statusCode ?? 0, { 'content-type': answer.headers['content-type'] });
        if (isWhole) void buffer(answer).then((whole) => response.end(whole));
        else answer.pipe(response);
      };
      const asked = request(`${server.url}${url}`, { headers: { accept } }, passOn).end();
      response.on('close', () => asked.destroy());
    });
  const holds = await proxy(true);
  expect(await onlyOf(addressChecks(holds.url))).toMatchObject({
    status: 'failed',
    message: expect.stringContaining('holds streams back'),
    fix: expect.stringContaining('proxy_buffering off'),
  });
  const passes = await proxy(false);
  expect(await onlyOf(addressChecks(passes.url))).toMatchObject({
    status: 'ok',
    message: expect.stringContaining('streams come through'),
  });
});

/** A real server behind a proxy that writes `X-Forwarded-For` its own way. */
async function forwardedBy(
  trustProxy: number | readonly string[] | undefined,
  write: (said: string) => string | undefined,
): Promise<Checked | undefined> {
  const store = openSqliteStore(join(makeFolder(), 'millrace.sqlite'), {
    sealer: createSealer(randomBytes(32)),
  });
  const server = await createMillrace({
    ...{ store, models: [silentModel], port: 0 },
    ...(trustProxy !== undefined && { trustProxy }),
  });
  onTestFinished(async () => {
    await server.close();
    await store.close();
  });
  const { url } = await serveWeb(({ headers, url: path }, response) => {
    const { accept = '', 'x-forwarded-for': said = '' } = headers;
    const told = write(String(said));
    const passed = { accept, ...(told !== undefined && { 'x-forwarded-for': told }) };
    const asked = request(`${server.url}${path}`, { headers: passed }, (answer) => {
      response.writeHead(answer.statusCode ?? 0, { 'content-type': answer.headers['content-type'] });
      answer.pipe(response);
    }).end();
    response.on('close', () => asked.destroy());
  });
  return onlyOf(addressChecks(url));
}

const adds = (said: string): string => `${said}, 198.51.100.7`;
const replaces = (): string => '198.51.100.7';
const passesOn = (said: string): string => said;
const drops = (): undefined => undefined;

test.each([
  ['by one proxy that adds', 1, adds],
  ['by one proxy that replaces', 1, replaces],
  ['by a proxy of a trusted network', ['127.0.0.0/8'], adds],
  ['where nobody is between', undefined, passesOn],
  ['by a tunnel that says nothing', undefined, drops],
])('O32 what is told about clients is fine %s', async (_, trust, write) => {
  expect(await forwardedBy(trust, write)).toMatchObject({ status: 'ok' });
});

test.each([
  ['more proxies are trusted than there are', 2, adds],
  ['the proxy passes on what the client wrote', 1, passesOn],
  ['a proxy of a trusted network does so', ['127.0.0.0/8'], passesOn],
])('O32 a server that believes the word of a client is told with the fix: %s', async (_, trust, write) => {
  expect(await forwardedBy(trust, write)).toMatchObject({
    status: 'failed',
    message: expect.stringContaining('believes the X-Forwarded-For that a client writes itself'),
    fix: expect.stringContaining('MILLRACE_TRUST_PROXY'),
  });
});

test('O32 a proxy whose word is not read, or that says none, is a warning with the fix', async () => {
  expect(await forwardedBy(undefined, adds)).toMatchObject({
    status: 'warning',
    fix: expect.stringContaining('MILLRACE_TRUST_PROXY'),
  });
  expect(await forwardedBy(1, drops)).toMatchObject({
    status: 'warning',
    fix: expect.stringContaining('proxy_set_header X-Forwarded-For'),
  });
});

test('O34 a server with a certificate for other names is asked all the same, and an address with one is not fine', async () => {
  const authority = await makeAuthority('Test', ['chat.example'], Date.now());
  const tls = await makeCertificate(authority, ['chat.example'], Date.now());
  let answer: readonly [number, string] = [200, well];
  const server = createHttpsServer(tls, (_, response) => {
    response.writeHead(answer[0]).end(answer[1]);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  // A server that listens on a port has such an address.
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  expect(await checkServer(url, signal)).toMatchObject({ status: 'ok' });
  expect(await onlyOf(addressChecks(url))).toEqual({
    id: `address:${url}`,
    status: 'failed',
    message: expect.stringMatching(/^The certificate at https:.* does not count here \([A-Z_]+\)\.$/),
    fix: expect.stringContaining('NODE_EXTRA_CA_CERTS'),
  });
  answer = [507, trouble('store_full', 'Free some space.')];
  expect(await checkServer(url, signal)).toMatchObject({ status: 'failed', fix: 'Free some space.' });
});

test('O26 a variable that makes no sense is a failed check with the fix, and the rest is looked at', async () => {
  const found = await runDoctor({ PATH: process.env['PATH'], MILLRACE_KEY: 'short' }, PATIENT_MS);
  expect(found).toContainEqual({
    id: 'settings',
    status: 'failed',
    message: 'MILLRACE_KEY must be 32 bytes in base64.',
    fix: '"openssl rand -base64 32" creates such a key.',
  });
  expect(found.map(({ id }) => id)).toEqual(['settings', 'node', 'git', 'ripgrep']);
});

test('O29 nothing that a data folder of a git repository names is started or asked', async () => {
  const data = makeFolder();
  const trace = join(makeFolder(), 'started');
  const leaves = {
    command: process.execPath,
    args: ['-e', `fs.writeFileSync(${JSON.stringify(trace)}, '')`],
  };
  writeFileSync(join(data, 'mcp.json'), JSON.stringify({ servers: { leaves } }));
  const env = { PATH: process.env['PATH'], PORT: '0', MILLRACE_DATA: data };
  const idsOf = (found: readonly Checked[]): string[] => found.map(({ id }) => id);
  expect(idsOf(await runDoctor(env, PATIENT_MS))).toContain('mcp:leaves');
  expect(existsSync(trace)).toBe(true);
  const asked = await serveWeb((_, response) => send(response, 'application/json', well));
  writeFileSync(join(data, 'server.json'), JSON.stringify({ url: asked.url }));
  await runDoctor(env, PATIENT_MS);
  expect(asked.requests.splice(0)).not.toEqual([]);
  execFileSync('git', ['init', '-q'], { cwd: data });
  execFileSync('git', ['add', 'mcp.json'], { cwd: data });
  rmSync(trace);
  const found = await runDoctor(env, PATIENT_MS);
  const others = new Set(['providers', 'mcp', 'server']);
  expect(found.filter(({ id }) => others.has(id)).map(({ status }) => status)).toEqual(
    Array.from(others, () => 'skipped'),
  );
  expect(asked.requests).toEqual([]);
  expect(idsOf(found)).not.toContain('mcp:leaves');
  expect(existsSync(trace)).toBe(false);
});
