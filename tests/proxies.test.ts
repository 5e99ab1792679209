import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isLong } from '../fixtures/long.ts';
import { type RunningServer, startServer } from '../fixtures/running-server.ts';
import { type Certified, makeAuthority, makeCertificate } from '../packages/app/src/lan/make-certificate.ts';
import { createSseDecoder } from '../packages/engine/src/index.ts';
import { KEY_HEADER } from '../packages/engine/src/run.ts';
import type { SseEvent } from '../packages/engine/src/sse.ts';
import type { Model } from '../packages/server/src/index.ts';
import { findProxies } from './support/debian-proxies.ts';
import { root } from './support/project-files.ts';

// The real programs, with the very configurations of docs/reach.md. Only names of files and ports are replaced.

/** Ten minutes of silence, a heartbeat every 15 seconds. */
const BEATS = isLong ? 41 : 1;
const HOST = 'chat.example';
const document = readFileSync(join(root, 'docs/reach.md'), 'utf8');
const snippet = (language: string): string =>
  new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(document)?.[1] ?? '';

let folder: string;
let server: RunningServer;
let proxy: ChildProcess | undefined;
let authority: Certified;
let port: number;
let words: Words;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'millrace-proxy-'));
  words = createWords();
  server = await startServer([words.model], undefined, () => ({
    urls: [`https://${HOST}`],
    trustProxy: 1,
    limits: { wrongSignIns: 3 },
  }));
  authority = await makeAuthority('Test', [HOST], Date.now());
  const { cert, key } = await makeCertificate(authority, [HOST], Date.now());
  writeFileSync(join(folder, 'cert.pem'), cert);
  writeFileSync(join(folder, 'key.pem'), key);
  port = await freePort();
});
afterEach(async () => {
  if (proxy?.exitCode === null) {
    const gone = once(proxy, 'exit');
    proxy.kill('SIGTERM');
    await gone;
  }
  proxy = undefined;
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Words {
  readonly model: Model;
  /** Lets the model say its next word. */
  next(): void;
}

/** A model that says a word each time it is told to, so that nothing comes because of time. */
function createWords(): Words {
  let waiting: (() => void) | undefined;
  let allowed = 0;
  return {
    next() {
      allowed += 1;
      waiting?.();
    },
    model: {
      id: 'test/words',
      name: 'Words',
      async *stream(_request, signal) {
        yield { type: 'message_start', message: { id: 'm', model: 'words' } };
        yield { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } };
        for (let i = 0; i < 6; i++) {
          if (allowed <= i)
            await new Promise<void>((resolve, reject) => {
              waiting = resolve;
              signal.addEventListener('abort', () => reject(signal.reason));
            });
          yield { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: `word${i} ` } };
        }
        yield { type: 'content_block_stop', index: 0 };
        yield { type: 'message_stop' };
      },
    },
  };
}

async function freePort(): Promise<number> {
  const holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  const { port } = holder.address() as AddressInfo;
  holder.close();
  await once(holder, 'close');
  return port;
}

/** The folder with the programs and their own files. */
const debian = findProxies() ?? '';
const PROGRAMS = { nginx: join(debian, 'usr/sbin/nginx'), caddy: join(debian, 'usr/bin/caddy') } as const;
const isMissing = debian === '';

const upstream = (text: string): string => text.replace('127.0.0.1:4141', new URL(server.url).host);

const PROXIES = {
  /** Debian's own main file, with the site of the document in it. */
  nginx() {
    const site = upstream(snippet('nginx'))
      .replace('listen 443', `listen 127.0.0.1:${port}`)
      .replace(/\/etc\/letsencrypt\/\S+\/fullchain\.pem/, join(folder, 'cert.pem'))
      .replace(/\/etc\/letsencrypt\/\S+\/privkey\.pem/, join(folder, 'key.pem'));
    const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
    const own = places.map((name) => `${name}_temp_path ${join(folder, name)};`).join('\n');
    writeFileSync(join(folder, 'site'), `${own}\n${site}`);
    const main = readFileSync(join(debian, 'etc/nginx/nginx.conf'), 'utf8')
      .replace(/^pid .*$/m, `pid ${join(folder, 'pid')};`)
      .replace(/^(\s*)(access|error)_log .*$/gm, `$1$2_log ${join(folder, 'log')};`)
      .replace(/^include \/etc\/nginx\/modules-enabled.*$/m, '')
      .replace(/^\s*include \/etc\/nginx\/conf\.d.*$/m, '')
      .replace('/etc/nginx/sites-enabled/*', join(folder, 'site'))
      .replaceAll(/(?<=include )\/etc\/nginx/g, join(debian, 'etc/nginx'));
    writeFileSync(join(folder, 'nginx.conf'), `daemon off;\n${main}`);
    return ['-c', join(folder, 'nginx.conf'), '-e', join(folder, 'log')];
  },
  caddy() {
    const own = `https://${HOST}:${port} {\n\tbind 127.0.0.1\n\ttls ${join(folder, 'cert.pem')} ${join(folder, 'key.pem')}`;
    const site = upstream(snippet('caddyfile')).replace(`${HOST} {`, own);
    writeFileSync(join(folder, 'Caddyfile'), `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${site}`);
    return ['run', '--config', join(folder, 'Caddyfile')];
  },
} as const;

async function startProxy(name: keyof typeof PROXIES): Promise<void> {
  const child = spawn(PROGRAMS[name], PROXIES[name](), {
    env: { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  proxy = child;
  let said = '';
  child.stderr.on('data', (bytes) => {
    said += String(bytes);
  });
  await expect
    .poll(
      async () => {
        if (child.exitCode !== null) return `${name} ended: ${said}`;
        return (await ask('GET', '/healthz').catch(() => undefined))?.statusCode;
      },
      { timeout: 10_000 },
    )
    .toBe(200);
}

/** A request to the public address, with the test's own authority. */
function ask(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  body?: object,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        ...{ host: '127.0.0.1', port, servername: HOST, ca: authority.cert, method, path, agent: false },
        headers: { host: HOST, origin: `https://${HOST}`, 'content-type': 'application/json', ...headers },
      },
      resolve,
    );
    sent.on('error', reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

async function textOf(answer: IncomingMessage): Promise<string> {
  let text = '';
  for await (const bytes of answer) text += String(bytes);
  return text;
}

async function signIn(): Promise<Record<string, string>> {
  const { hash } = new URL(await server.startLink());
  const answer = await ask('POST', '/api/session', {}, { token: hash.slice(1) });
  const [cookie = ''] = answer.headers['set-cookie'] ?? [];
  expect(cookie).toMatch(
    /^__Host-millrace_443=[\w-]+; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
  );
  expect(answer.headers['strict-transport-security']).toBe('max-age=31536000');
  const { key } = JSON.parse(await textOf(answer)) as { key: string };
  return { cookie: cookie.split(';', 1)[0] ?? '', [KEY_HEADER]: key };
}

/** Reads a stream until `isEnough`, then cuts the connection; all of it when that is never so. */
async function follow(
  answer: IncomingMessage,
  onEvent: (event: SseEvent) => void,
  isEnough: (beats: number) => boolean = () => false,
): Promise<void> {
  let beats = 0;
  const decoder = createSseDecoder({ onEvent });
  for await (const bytes of answer) {
    beats += String(bytes).match(/^: $/gm)?.length ?? 0;
    decoder.feed(bytes as Uint8Array);
    if (isEnough(beats)) break;
  }
  answer.destroy();
}

test.for(['nginx', 'caddy'] as const)(
  'N9 %s as Debian ships it: sign-in, a stream word by word, a cut and the rest',
  { timeout: 20_000 },
  async (name, { skip }) => {
    if (isMissing) skip('nginx and Caddy can not be had.');
    await startProxy(name);
    const device = await signIn();
    const created = await ask('POST', '/api/chats', device, { id: 'c' });
    expect(await textOf(created)).toBe('{"id":"c"}');
    const command = { command_id: 'one', text: 'Hello' };
    const sent = await ask('POST', '/api/chats/c/messages', device, command);
    const { run_id } = JSON.parse(await textOf(sent)) as { run_id: string };
    const events: SseEvent[] = [];
    const text = (): string => events.map(({ data }) => data).join();
    // Each word is said only when the one before has come through: a proxy that keeps anything back stops the test.
    words.next();
    let said = 1;
    const onEvent = (event: SseEvent): void => {
      events.push(event);
      if (event.data.includes(`word${said - 1} `)) {
        words.next();
        said += 1;
      }
    };
    const path = `/api/runs/${run_id}/events`;
    const stream = await ask('GET', path, device);
    expect(stream.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
    });
    await follow(stream, onEvent, () => text().includes('word2 '));
    const last = events.at(-1)?.id ?? '';
    await follow(await ask('GET', path, { ...device, 'last-event-id': last }), onEvent);
    for (let i = 0; i < 6; i++) expect(text().split(`word${i} `)).toHaveLength(2);
    expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
    expect(text()).toContain('"type":"complete"');
  },
);

test.for(['nginx', 'caddy'] as const)(
  'N9 %s passes heartbeats on, for ten minutes in the long run, and the next word after them',
  { timeout: isLong ? 900_000 : 30_000 },
  async (name, { skip }) => {
    if (isMissing) skip('nginx and Caddy can not be had.');
    await startProxy(name);
    const device = await signIn();
    await textOf(await ask('POST', '/api/chats', device, { id: 'c' }));
    const sent = await ask('POST', '/api/chats/c/messages', device, { command_id: 'one', text: 'Hello' });
    const { run_id } = JSON.parse(await textOf(sent)) as { run_id: string };
    let text = '';
    const onEvent = ({ data }: SseEvent): void => {
      text += data;
    };
    let hasSaid = false;
    const began = performance.now();
    await follow(await ask('GET', `/api/runs/${run_id}/events`, device), onEvent, (beats) => {
      if (beats >= BEATS && !hasSaid) {
        hasSaid = true;
        words.next();
      }
      return text.includes('word0 ');
    });
    expect(text).toContain('word0 ');
    if (isLong) expect(performance.now() - began).toBeGreaterThan(590_000);
  },
);

test.for(['nginx', 'caddy'] as const)(
  'N9 by %s a client gets no other address and no other host, whatever it forwards',
  { timeout: 20_000 },
  async (name, { skip }) => {
    if (isMissing) skip('nginx and Caddy can not be had.');
    await startProxy(name);
    const forged = (i: number): Record<string, string> => ({
      'x-forwarded-for': `9.9.9.${i}`,
      'x-forwarded-proto': 'http',
      forwarded: `for=9.9.9.${i};host=evil.example;proto=http`,
    });
    const statuses: (number | undefined)[] = [];
    for (let i = 0; i < 5; i++)
      statuses.push((await ask('POST', '/api/session', forged(i), { token: 'wrong' })).statusCode);
    expect(statuses).toEqual([401, 401, 401, 429, 429]);
    expect((await ask('GET', '/api/chats', { origin: 'https://evil.example' })).statusCode).toBe(403);
    expect((await ask('GET', '/api/chats', { origin: 'null' })).statusCode).toBe(403);
  },
);

test('N9 a tunnel that ends on this machine and passes bytes on needs only the address', async () => {
  await server.close();
  server = await startServer([words.model], undefined, () => ({ urls: [`https://${HOST}`] }));
  const { port: inner } = new URL(server.url);
  const files = { cert: readFileSync(join(folder, 'cert.pem')), key: readFileSync(join(folder, 'key.pem')) };
  const tunnel = createTlsServer(files, (outside) => {
    const inside = connect(Number(inner), '127.0.0.1');
    for (const [from, to] of [
      [outside, inside],
      [inside, outside],
    ] as const)
      from.on('error', () => to.destroy()).pipe(to);
  }).listen(port, '127.0.0.1');
  await once(tunnel, 'listening');
  const device = await signIn();
  expect(await textOf(await ask('POST', '/api/chats', device, { id: 'c' }))).toBe('{"id":"c"}');
  expect((await ask('GET', '/api/chats', { origin: 'https://evil.example' })).statusCode).toBe(403);
  tunnel.close();
});

test('N9 docs/reach.md has a configuration for each of the two', () => {
  expect(snippet('nginx')).toContain('proxy_pass http://127.0.0.1:4141;');
  expect(snippet('caddyfile')).toContain('reverse_proxy 127.0.0.1:4141');
});
