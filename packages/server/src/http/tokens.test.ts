import { Chat } from '@ai-sdk/react';
import {
  type ApiTokenList,
  KEY_HEADER,
  type MadeApiToken,
  type PeopleList,
  TOKEN_SCOPES,
  type TokenScope,
} from '@millrace/engine/run';
import { DefaultChatTransport, type UIMessage } from 'ai';
import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type RunningServer, readEvents, startServer } from '../../../../fixtures/running-server.ts';
import { deviceHeaders } from '../../../../fixtures/sign-in.ts';
import { TALK, talker } from '../../../../fixtures/talker.ts';
import type { WholeStore } from '../../../../fixtures/whole-store.ts';
import { createBus } from '../agent/log/bus.ts';
import type { Model } from '../models/adapter/model.ts';
import { createProviderCatalog } from '../models/catalog/provider-catalog.ts';
import { FIRST_ACCOUNT } from '../store/account.ts';
import { decision, lease, message, request } from '../store/contract/place-contract.ts';
import { MOST_TOKENS } from '../store/token-store.ts';
import { createMcp } from '../tools/mcp/create-mcp.ts';
import { createGuardedFetch } from '../tools/web/guarded-fetch.ts';
import { createPinnedFetch } from '../tools/web/pinned-fetch.ts';
import { createServer } from './create-server.ts';
import { issueApiToken } from './request/api-tokens.ts';
import { requireScope } from './request/scopes.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const MANY = { commands: 10_000, allCommands: 10_000, decisions: 10_000, previews: 10_000 };
const mcp = createMcp({ servers: {} });
/** Begins an answer and never ends it. */
const endless: Model = {
  id: 'test/endless',
  name: 'Endless',
  async *stream(_request, signal) {
    yield { type: 'message_start', message: { id: 'm', model: 'endless' } };
    await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  },
};
/** How often the server has looked whether somebody was signed out. */
let looks: number;
let server: RunningServer;
let store: WholeStore;
/** A server with every route that there is. */
beforeEach(async () => {
  const models = createProviderCatalog({
    guard: createPinnedFetch(),
    environment: {},
    keys: { read: () => ({}), write: () => {} },
    builtIn: [talker(0), endless],
  });
  looks = 0;
  server = await startServer(
    models,
    async (given) => {
      store = given;
    },
    (given) => ({
      ...{ mcp, previews: createGuardedFetch(), roomOf: () => ({ mcp }), limits: MANY },
      store: {
        ...given,
        doors() {
          looks += 1;
          return given.doors();
        },
      },
    }),
  );
});
afterEach(async () => {
  vi.useRealTimers();
  await server.close();
});

/** A token, as the page makes it. */
async function make(scopes: readonly TokenScope[], more: object = {}, by = server.device) {
  const answer = await ask('POST', '/api/tokens', { name: 'Script', scopes, ...more }, by);
  expect(answer.status).toBe(200);
  return (await answer.json()) as MadeApiToken;
}
const bearer = ({ token }: { readonly token: string }) => ({ authorization: `Bearer ${token}` });

/** A request with these headers alone: nobody is signed in. */
const ask = (
  method: string,
  path: string,
  body: unknown,
  headers: object,
  url = server.url,
): Promise<Response> =>
  fetch(`${url}${path}`, {
    method,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(20_000),
  });
const codeOf = async (answer: Response): Promise<string> =>
  ((await answer.json()) as { readonly code: string }).code;

interface Route {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  /** The scope that the description names; undefined where it names none. */
  readonly scope: string | undefined;
}

/** Every route of the description that is not open to everybody, so that a new one is tried unasked. */
async function routes(): Promise<Route[]> {
  const { paths } = (await (await server.api('GET', '/api/openapi.json')).json()) as {
    paths: Record<string, Record<string, { security?: { readonly token?: readonly string[] }[] }>>;
  };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { security }]) =>
      security?.length === 0
        ? []
        : [
            {
              name: `${method.toUpperCase()} ${path}`,
              method: method.toUpperCase(),
              path: path.replace(/\{\w+\}/g, 'x'),
              scope: security?.find(({ token }) => token)?.token?.[0],
            },
          ],
    ),
  );
}

/** Each scope alone, and all but each. */
const SCOPE_SETS = TOKEN_SCOPES.flatMap((one) => [[one], TOKEN_SCOPES.filter((each) => each !== one)]);

test('F85 every route lets in exactly the tokens that have its scope', async () => {
  const all = await routes();
  expect(all.length).toBeGreaterThan(60);
  for (const scopes of SCOPE_SETS) {
    const headers = bearer(await make(scopes));
    for (const { name, method, path, scope } of all) {
      const hasBody = method !== 'GET' && method !== 'DELETE';
      const answer = await ask(method, path, hasBody ? {} : undefined, headers);
      const isRefused = answer.status === 403;
      const why = isRefused ? await codeOf(answer) : undefined;
      if (!isRefused) await answer.body?.cancel();
      const expected =
        scope === undefined
          ? 'session_only'
          : scopes.some((each) => each === scope)
            ? undefined
            : 'missing_scope';
      expect([name, scopes, why]).toEqual([name, scopes, expected]);
      expect([name, scopes, answer.status]).not.toEqual([name, scopes, 401]);
    }
  }
  // None of them has signed the device out.
  expect((await server.api('GET', '/api/chats')).status).toBe(200);
}, 180_000);

test('F85 tokens, devices, sessions and links that sign in are closed to every token, and each scope has its own routes', async () => {
  const all = await routes();
  const namesOf = (scope?: TokenScope) => all.filter((each) => each.scope === scope).map(({ name }) => name);
  expect(namesOf().sort()).toEqual([
    'DELETE /api/credentials/passkeys/{id}',
    'DELETE /api/credentials/passphrase',
    'DELETE /api/devices',
    'DELETE /api/devices/{id}',
    'DELETE /api/session',
    'DELETE /api/tokens/{id}',
    'DELETE /api/vault/credentials/{id}',
    'DELETE /api/vault/links/{id}',
    'GET /api/credentials',
    'GET /api/devices',
    'GET /api/tokens',
    'GET /api/vault',
    'GET /api/vault/links/{id}',
    'PATCH /api/credentials/passkeys/{id}',
    'PATCH /api/vault/credentials/{id}',
    'POST /api/credentials/passkeys',
    'POST /api/credentials/passkeys/challenge',
    'POST /api/people/invitations',
    'POST /api/session/confirm',
    'POST /api/session/confirm/challenge',
    'POST /api/session/link',
    'POST /api/tokens',
    'POST /api/vault',
    'POST /api/vault/links',
    'POST /api/vault/links/{id}/answer',
    'POST /api/vault/lock',
    'POST /api/vault/unlock',
    'PUT /api/credentials/passphrase',
    'PUT /api/vault/chats/{id}',
    'PUT /api/vault/credentials',
    'PUT /api/vault/device',
    'PUT /api/vault/devices/{id}/wrapped',
    'PUT /api/vault/home',
  ]);
  expect(namesOf('read').filter((name) => !name.startsWith('GET '))).toEqual([]);
  expect(namesOf('decide')).toEqual([
    'POST /api/runs/{id}/decisions',
    'POST /api/runs/{id}/preview',
    'POST /api/files/{id}/save',
    'POST /api/files/{id}/attach',
  ]);
  const settings = /^\w+ \/api\/(people|settings|mcp|rules|memories|workspace|account\/settings)\b/;
  expect(all.filter(({ name }) => settings.test(name)).map(({ scope }) => scope)).not.toContain('read');
  expect(namesOf('admin').filter((name) => !settings.test(name))).toEqual(['PATCH /api/account']);
  for (const name of ['POST /api/chat', 'POST /api/ai-sdk/chat', 'POST /api/chats/{id}/messages'])
    expect(namesOf('chat')).toContain(name);
  for (const name of ['GET /api/models', 'GET /api/chats', 'GET /api/sync', 'GET /api/runs/{id}/events'])
    expect(namesOf('read')).toContain(name);
});

test('F85 a new route that declares no scope is closed to a token that has all of them', async () => {
  const app = new Hono();
  app.use((c, next) => {
    const token = { type: 'token', id: 'i', name: 'n', scopes: TOKEN_SCOPES, expiresAt: null } as const;
    c.set('pass', token);
    return next();
  });
  app.use('/api/*', requireScope('refuse'));
  app.get('/api/new', (c) => c.text('open'));
  app.get('/api/models', (c) => c.text('open'));
  app.all('/api/any', (c) => c.text('open'));
  app.onError((error) => (error instanceof HTTPException ? error.getResponse() : Promise.reject(error)));
  expect(await codeOf(await app.request('/api/new'))).toBe('session_only');
  expect(await (await app.request('/api/models')).text()).toBe('open');
  expect((await app.request('/api/models', { method: 'HEAD' })).status).toBe(200);
  expect((await app.request('/api/new', { method: 'HEAD' })).status).toBe(403);
  expect((await app.request('/api/any')).status).toBe(404);
});

test('F86 a request with a Bearer is judged by that alone, whatever session it brings', async () => {
  const reader = await make(['read']);
  const status = async (headers: object, method = 'GET'): Promise<number> =>
    (await ask(method, '/api/chats', method === 'GET' ? undefined : {}, headers)).status;
  expect(await status(bearer(reader))).toBe(200);
  expect(await status({ authorization: `bearer  ${reader.token} ` })).toBe(200);
  expect(await status({ ...server.device, ...bearer(reader) }, 'POST')).toBe(403);
  const wrong = [
    'Bearer',
    'Bearer ',
    `Bearer mr_${'A'.repeat(43)}`,
    `Bearer ${reader.token}x`,
    `Bearer ${reader.token.slice(3)}`,
    `Bearer ${reader.token} ${reader.token}`,
    `Bearer ${server.device[KEY_HEADER]}`,
  ];
  for (const authorization of wrong) {
    const answer = await ask('GET', '/api/chats', undefined, { ...server.device, authorization });
    expect([authorization, answer.status, await codeOf(answer)]).toEqual([
      authorization,
      401,
      'unknown_token',
    ]);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
  }
  // The word of a proxy before us is none of ours.
  expect(await status({ ...server.device, authorization: 'Basic YTpi' })).toBe(200);
  // A token is no session, and no sign-in link.
  expect(await status({ cookie: server.device.cookie, [KEY_HEADER]: reader.token })).toBe(401);
  expect((await ask('POST', '/api/session', { token: reader.token }, {})).status).toBe(401);
});

test('F86 a token in the address, in a body or in another header is never read', async () => {
  const { token } = await make([...TOKEN_SCOPES]);
  for (const name of ['token', 'access_token', 'authorization', 'bearer', 'key'])
    expect((await ask('GET', `/api/chats?${name}=${token}`, undefined, {})).status).toBe(401);
  expect((await ask('POST', '/api/chat', { message: 'Hi', access_token: token }, {})).status).toBe(401);
  for (const headers of [{ cookie: `token=${token}` }, { 'x-api-key': token }, { authorization: token }])
    expect((await ask('GET', '/api/chats', undefined, headers)).status).toBe(401);
});

test('F87 no page of another site can use a token: no preflight is answered, and its requests are refused', async () => {
  const headers = bearer(await make([...TOKEN_SCOPES]));
  const foreign = { origin: 'https://evil.example' };
  const asks = {
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization, content-type',
  };
  const expectNoLeave = (answer: Response): void =>
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
  for (const path of ['/api/chat', '/api/ai-sdk/chat', '/api/runs/x/events', '/api/chats', '/api/session']) {
    for (const more of [foreign, { origin: 'null' }, { ...foreign, 'sec-fetch-site': 'cross-site' }]) {
      const preflight = await ask('OPTIONS', path, undefined, { ...more, ...asks });
      expect([path, preflight.status]).toEqual([path, 403]);
      expectNoLeave(preflight);
      const sent = await ask('POST', path, {}, { ...more, ...headers });
      expect([path, sent.status]).toEqual([path, 403]);
      expectNoLeave(sent);
    }
    // Not even our own page needs one.
    const own = await ask('OPTIONS', path, undefined, { origin: server.url, ...asks });
    expect(own.ok).toBe(false);
    expectNoLeave(own);
  }
  // A program names no origin, and a page of ours its own.
  for (const more of [{}, { origin: server.url }])
    expect((await ask('GET', '/api/chats', undefined, { ...headers, ...more })).status).toBe(200);
});

test('F88 a program with nothing but a token asks, reads the answer, and reads the run again', async () => {
  const headers = bearer(await make(['read', 'chat']));
  const answer = await ask('POST', '/api/chat', { message: 'Hi' }, headers);
  expect(answer.status).toBe(200);
  const last = (await readEvents(answer)).at(-1);
  expect(JSON.parse(last?.data ?? '')).toMatchObject({ type: 'complete', payload: { message: TALK } });
  const run = answer.headers.get('x-run-id');
  const again = await readEvents(await ask('GET', `/api/runs/${run}/events?format=chat`, undefined, headers));
  expect(again.at(-1)).toEqual(last);
});

test('F88 useChat of the AI SDK needs one header with a token', async () => {
  const headers = bearer(await make(['chat']));
  const transport = new DefaultChatTransport({ api: `${server.url}/api/ai-sdk/chat`, headers });
  const chat = new Chat<UIMessage>({ transport });
  await chat.sendMessage({ text: 'Hi' });
  expect(chat.status).toBe('ready');
  expect(chat.messages.at(-1)?.parts.find(({ type }) => type === 'text')).toMatchObject({ text: TALK });
});

/** A stream that was opened, and its end. */
async function streamOf(headers: object, url = server.url): Promise<{ readonly end: Promise<string> }> {
  const answer = await ask('GET', '/api/sync', undefined, headers, url);
  expect(answer.status).toBe(200);
  return { end: answer.text() };
}
/** The status of a request with a token now. */
const statusOf = async (headers: object): Promise<number> =>
  (await ask('GET', '/api/chats', undefined, headers)).status;

test('F89 a revoked token reads no further, and its streams end on every server', async () => {
  const other = await createServer({ store, models: [talker(0)], bus: createBus(), port: 0 });
  try {
    const [token, kept] = [await make(['read']), await make(['read'])];
    const keptStream = await ask('GET', '/api/sync', undefined, bearer(kept));
    const [here, there] = [await streamOf(bearer(token)), await streamOf(bearer(token), other.url)];
    expect((await server.api('DELETE', `/api/tokens/${token.id}`)).status).toBe(204);
    await Promise.all([here.end, there.end]);
    expect(await statusOf(bearer(token))).toBe(401);
    expect(await statusOf(bearer(kept))).toBe(200);
    // The stream of another token goes on.
    await server.api('POST', '/api/chats', { id: 'news' });
    await server.api('POST', '/api/chats/news/messages', { command_id: 'c', text: 'Hi' });
    const reader = keptStream.body?.pipeThrough(new TextDecoderStream()).getReader();
    let told = '';
    while (!told.includes('"news"')) {
      const { value, done } = (await reader?.read()) ?? { done: true };
      expect(done).toBe(false);
      told += value;
    }
    await reader?.cancel();
    expect(await codeOf(await server.api('DELETE', `/api/tokens/${token.id}`))).toBe('no_token');
  } finally {
    await other.close();
  }
});

test('F89 a stream that is opened after its token was revoked ends too', async () => {
  const token = await make(['chat']);
  // Somebody else reads, so that the server looks.
  const reading = await ask('GET', '/api/sync', undefined, server.device);
  let sendRest = (_body: string): void => {};
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"message":'));
      sendRest = (rest) => {
        controller.enqueue(new TextEncoder().encode(rest));
        controller.close();
      };
    },
  });
  const used = vi.waitUntil(async () => (await store.listApiTokens(FIRST_ACCOUNT))[0]?.usedAt);
  const slow = fetch(`${server.url}/api/chat`, {
    method: 'POST',
    headers: { ...bearer(token), 'content-type': 'application/json' },
    body,
    ...{ duplex: 'half' },
  });
  // It was let in before its body was there.
  await used;
  expect((await server.api('DELETE', `/api/tokens/${token.id}`)).status).toBe(204);
  // The server has heard of it and looked, before the answer begins.
  const before = looks;
  await vi.waitUntil(() => looks > before + 1, { timeout: 10_000 });
  sendRest('"Hi","model":"test/endless"}');
  await (await slow).text();
  await reading.body?.cancel();
});

test('F89 the streams of a token end when it expires, and when its account is suspended', async () => {
  const token = await make(['read']);
  const expiresAt = Date.now() + 700;
  const issued = await issueApiToken(
    { putApiToken: (kept) => store.putApiToken({ ...kept, expiresAt }), vaultOf: store.vaultOf },
    FIRST_ACCOUNT,
    { name: 'Soon over', scopes: ['read'] },
  );
  if (typeof issued === 'string') throw new Error(issued);
  const soon = await streamOf(bearer(issued));
  await soon.end;
  expect(Date.now()).toBeGreaterThanOrEqual(expiresAt);
  expect(await statusOf(bearer(issued))).toBe(401);
  expect(await statusOf(bearer(token))).toBe(200);

  const device = await join('member');
  const theirs = bearer(await make(['read'], {}, device));
  const reading = await streamOf(theirs);
  expect(
    (await server.api('PATCH', `/api/people/${await idOf('Bea')}`, { status: 'suspended' })).status,
  ).toBe(200);
  await reading.end;
  expect(await statusOf(theirs)).toBe(401);
});

/** Invites a person and lets them in. */
async function join(role: 'admin' | 'member') {
  const invited = await server.api('POST', '/api/people/invitations', { name: 'Bea', role });
  const { path } = (await invited.json()) as { readonly path: string };
  return deviceHeaders(await ask('POST', '/api/session', { token: path.split('#')[1], name: 'Bea' }, {}));
}
async function idOf(name: string): Promise<string> {
  const { people } = (await (await server.api('GET', '/api/people')).json()) as PeopleList;
  return people.find((person) => person.name === name)?.id ?? '';
}

test('F90 an address that goes on with a wrong token is told to wait, and a good one works all the same', async () => {
  const good = bearer(await make(['read']));
  const wrong = { authorization: `Bearer mr_${'A'.repeat(43)}` };
  const statuses: number[] = [];
  for (let i = 0; i < 12; i++) statuses.push(await statusOf(wrong));
  expect(statuses.slice(0, 10)).toEqual(Array(10).fill(401));
  const held = await ask('GET', '/api/chats', undefined, wrong);
  expect([held.status, await codeOf(held)]).toEqual([429, 'too_often']);
  expect(Number(held.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await statusOf(good)).toBe(200);
  // Sign-in links are counted by themselves.
  expect((await ask('POST', '/api/session', { token: 'guess' }, {})).status).toBe(401);
  expect((await server.signIn()).cookie).not.toBe('');
});

test('F91 a token is told once, kept as a hash, listed without its text, and noted when it is used', async () => {
  const now = Date.now();
  vi.useFakeTimers({ toFake: ['Date'], now });
  const made = await make(['chat', 'read', 'read'], { name: 'Nightly build' });
  expect(made.token).toMatch(/^mr_[\w-]{43}$/);
  expect(made).toMatchObject({
    ...{ name: 'Nightly build', scopes: ['read', 'chat'], used_at: null },
    expires_at: made.created_at + 90 * DAY_MS,
  });
  const endless = await make(['admin'], { days: null });
  expect(endless.expires_at).toBeNull();
  for (const days of [7, 30, 365])
    expect((await make(['read'], { days })).expires_at).toBe(Date.now() + days * DAY_MS);
  const list = async () => {
    const answer = await (await server.api('GET', '/api/tokens')).text();
    expect(answer).not.toContain(made.token.slice(3));
    return (JSON.parse(answer) as ApiTokenList).tokens.find(({ id }) => id === made.id);
  };
  expect(JSON.stringify(await store.listApiTokens(FIRST_ACCOUNT))).not.toContain(made.token.slice(3));
  const { token: _, ...info } = made;
  expect(await list()).toEqual(info);
  for (const [later, noted] of [
    [0, 0],
    [60_000, 0],
    [60_001, 60_001],
  ] as const) {
    vi.setSystemTime(now + later);
    expect(await statusOf(bearer(made))).toBe(200);
    expect((await list())?.used_at).toBe(now + noted);
  }
});

test('F91 a token without a name or a scope, with an unknown one or another life is refused, and so is one too many', async () => {
  const good = { name: 'Script', scopes: ['read'] };
  for (const wrong of [
    { name: '' },
    { name: 'x'.repeat(101) },
    { scopes: [] },
    { scopes: ['everything'] },
    { days: 0 },
    { days: 31 },
    { days: -1 },
    { account: FIRST_ACCOUNT },
  ])
    expect((await server.api('POST', '/api/tokens', { ...good, ...wrong })).status).toBe(400);
  for (let i = 0; i < MOST_TOKENS; i++)
    await issueApiToken(store, FIRST_ACCOUNT, { name: `${i}`, scopes: ['read'] });
  const full = await server.api('POST', '/api/tokens', good);
  expect([full.status, await codeOf(full)]).toEqual([409, 'too_many']);
});

test('F92 the scope admin opens nothing that the role of the account does not', async () => {
  const device = await join('admin');
  const token = bearer(await make([...TOKEN_SCOPES], {}, device));
  const people = async (): Promise<number> => (await ask('GET', '/api/people', undefined, token)).status;
  expect(await people()).toBe(200);
  const id = await idOf('Bea');
  expect((await server.api('PATCH', `/api/people/${id}`, { role: 'member' })).status).toBe(200);
  expect(await people()).toBe(404);
  for (const path of ['/api/settings', '/api/mcp'])
    expect((await ask('GET', path, undefined, token)).status).toBe(404);
  // The own settings are there for everybody.
  expect((await ask('GET', '/api/account/settings', undefined, token)).status).toBe(200);
  // Of the other account it sees nothing.
  await server.api('POST', '/api/chats', { id: 'of-the-owner' });
  const answer = await ask('GET', '/api/chats/of-the-owner/messages', undefined, token);
  expect([answer.status, await codeOf(answer)]).toEqual([404, 'no_chat']);
});

test('F93 a decision by a token has the name of the token', async () => {
  await store.createChat('chat-1', 1);
  await store.postMessage(message());
  await store.claimRun('run-1', lease());
  await store.ask({ runId: 'run-1', fence: 1 }, 0, [request('a')], 1, 1);
  await store.park({ runId: 'run-1', fence: 1 }, 1, null);
  const headers = bearer(await make(['decide'], { name: 'On-call bot' }));
  const sent = {
    ...{ command_id: 'c', approval_id: 'a', args_hash: decision('a').argsHash },
    decision: { type: 'reject' },
  };
  const answer = await ask('POST', '/api/runs/run-1/decisions', sent, headers);
  expect(await answer.json()).toMatchObject({ approval_id: 'a', from: 'On-call bot' });
});
