import { createHash } from 'node:crypto';
import { type ChatChanges, KEY_HEADER, type PeopleList } from '@millrace/engine/run';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { type RunningServer, startServer } from '../../../../fixtures/running-server.ts';
import { type DeviceHeaders, deviceHeaders } from '../../../../fixtures/sign-in.ts';
import { talker } from '../../../../fixtures/talker.ts';
import type { WholeStore } from '../../../../fixtures/whole-store.ts';
import { createProviderCatalog } from '../models/catalog/provider-catalog.ts';
import { FIRST_ACCOUNT, type Role } from '../store/account.ts';
import { fillStore } from '../store/contract/filled-contract.ts';
import { createMcp } from '../tools/mcp/create-mcp.ts';
import { createGuardedFetch } from '../tools/web/guarded-fetch.ts';
import { createPinnedFetch } from '../tools/web/pinned-fetch.ts';

let server: RunningServer;
let store: WholeStore;
const removed: string[] = [];
const mcp = createMcp({ servers: {} });

/** A server, whose store is filled before it starts. */
function start(fill: (store: WholeStore) => Promise<void>): Promise<RunningServer> {
  const models = createProviderCatalog({
    guard: createPinnedFetch(),
    environment: {},
    keys: { read: () => ({}), write: () => {} },
    builtIn: [talker(0)],
  });
  return startServer(models, fill, () => ({
    ...{ mcp, previews: createGuardedFetch(), roomOf: () => ({ mcp }) },
    limits: { commands: 10_000, allCommands: 10_000, decisions: 10_000, previews: 10_000 },
    removeRoom: async (account) => void removed.push(account),
  }));
}

/** Gives an account something of each kind. */
async function fillRoom(given: WholeStore, account: string): Promise<void> {
  await fillStore(given.of(account));
  await given.putPasskey({
    ...{ id: 'key-1', account, name: 'Phone', credential: 'c', publicKey: 'p', counter: 1 },
    ...{ host: 'localhost', transports: [], prf: false, createdAt: 1, usedAt: 0 },
  });
  await given.putPassphrase({ id: 'w', account, name: 'otter', secretHash: 'h', createdAt: 1 });
  // Nobody works on what is only looked at.
  await given.of(account).requestCancel({ commandId: 'c', runId: 'run-2', ts: 1 });
  const facts = { hash: 'h', account, name: 'first text', createdAt: 1, expiresAt: null };
  await given.putApiToken({ ...facts, id: 'token-1', scopes: ['read'] });
}

beforeEach(async () => {
  removed.length = 0;
  server = await start(async (given) => {
    store = given;
    await fillRoom(given, FIRST_ACCOUNT);
  });
});
afterEach(() => server.close());

const ask = (
  device: DeviceHeaders,
  method: string,
  path: string,
  body?: unknown,
  at = server,
): Promise<Response> =>
  fetch(`${at.url}${path}`, {
    method,
    headers: { ...device, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(20_000),
  });

const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64url');

const NOBODY: DeviceHeaders = { cookie: '', [KEY_HEADER]: '' };

/** Invites a person and lets them in, by the routes that do so. */
async function join(
  role: 'admin' | 'member',
  name = 'Bea',
  by = server.device,
  at = server,
): Promise<DeviceHeaders> {
  const invited = await ask(by, 'POST', '/api/people/invitations', { name, role }, at);
  const { path } = (await invited.json()) as { readonly path: string };
  const token = path.split('#')[1];
  return deviceHeaders(await ask(NOBODY, 'POST', '/api/session', { token, name }, at));
}

interface Schema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly items?: Schema;
  readonly minItems?: number;
  readonly minimum?: number;
  readonly pattern?: string;
  readonly minLength?: number;
}

interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: { readonly content: { readonly 'application/json'?: { readonly schema: Schema } } };
  readonly security?: readonly unknown[];
}

/** The ids of things that the owner has, by the name that a route or a body gives them. */
const OWNED: Readonly<Record<string, string>> = {
  chats: 'chat-1',
  runs: 'run-1',
  projects: 'project-1',
  sheets: 'v1',
  queue: 'waits-1',
  devices: 'a-device',
  people: 'a-person',
  invitations: 'an-invitation',
  tokens: 'token-1',
  servers: 'a-server',
  mcp: 'a-server',
  passkeys: 'key-1',
  files: 'file-1',
};
const FIELDS: Readonly<Record<string, string>> = {
  chat_id: 'chat-1',
  conversation_id: 'chat-1',
  run_id: 'run-1',
  project_id: 'project-1',
  message_id: 'msg-1',
  instead_of: 'msg-1',
  approval_id: 'bad',
  app: 'a',
};

/** A value that fits a schema, with the owner's ids where a field names one. */
function sample(schema: Schema, field = ''): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  const [first] = schema.anyOf ?? schema.oneOf ?? [];
  if (first !== undefined) return sample(first, field);
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(([name]) => schema.required?.includes(name) || name in FIELDS)
          .map(([name, each]) => [name, sample(each, name)]),
      );
    case 'array':
      return [sample(schema.items ?? {}, field === 'ids' ? 'chat_id' : field)];
    case 'string':
      return FIELDS[field] ?? 'a'.repeat(Math.max(1, schema.minLength ?? 1));
    case 'number':
    case 'integer':
      return Math.max(1, schema.minimum ?? 1);
    case 'boolean':
      return true;
    default:
      return null;
  }
}

/** Bodies that no schema describes in full. */
const BODIES: Readonly<Record<string, unknown>> = {
  'POST /api/ai-sdk/chat': {
    id: 'chat-1',
    messages: [{ id: 'msg-1', role: 'user', parts: [{ type: 'text', text: 'Hi' }] }],
  },
  'POST /api/chats/{id}/restore': { command_id: 'c', what: 'conversation', run_id: 'run-1' },
  'POST /api/rules': { scope: 'chat', chat_id: 'chat-1', tool: 'read_file', verdict: 'allow' },
  'PUT /api/chats/{id}/sheets/{version}': {
    ...{ embed: 'run-1:0:0', base: 'a'.repeat(64), step: 2, cells: [[0, 0, 'mine']] },
  },
  'PATCH /api/chats/{id}': { title: 'Stolen' },
  'PATCH /api/chats': { ids: ['chat-1', 'chat-2'], deleted: true },
  'POST /api/chats': { id: 'chat-1' },
  'PATCH /api/credentials/passkeys/{id}': { name: 'Stolen' },
  'PUT /api/credentials/passphrase': { name: 'of chat-1', secret: 'a'.repeat(43) },
};

interface Route {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}

/** Every route of the description with the owner's ids in it, so that a new one is tried unasked. */
async function routes(owned: Readonly<Record<string, string>> = OWNED): Promise<Route[]> {
  const { paths } = (await (await server.api('GET', '/api/openapi.json')).json()) as {
    paths: Record<string, Record<string, Operation>>;
  };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      if (operation.security?.length === 0) return [];
      const parts = path.split('/');
      const filled = parts.map((part, i) => {
        if (!part.startsWith('{')) return part;
        const id = owned[parts[i - 1] ?? ''] ?? FIELDS[part.slice(1, -1)];
        return id ?? (part.includes('tool') || part.includes('call') ? 'call-safe' : 'chat-1');
      });
      const query = (operation.parameters ?? [])
        .filter((parameter) => parameter.in === 'query' && parameter.name in FIELDS)
        .map(({ name }) => `${name}=${FIELDS[name]}`);
      const name = `${method.toUpperCase()} ${path}`;
      const schema = operation.requestBody?.content['application/json']?.schema;
      return [
        {
          name,
          method: method.toUpperCase(),
          path: filled.join('/') + (query.length > 0 ? `?${query.join('&')}` : ''),
          body: BODIES[name] ?? (schema === undefined ? undefined : sample(schema)),
        },
      ];
    }),
  );
}

/** Routes that stream whatever is asked; what they send is tested by itself. */
const STREAMS = new Set(['GET /api/sync']);
/** The own session ends with it. */
const ENDS = new Set(['DELETE /api/session']);
/** Sessions have such ids. */
const NO_DEVICE = 'x'.repeat(43);

/** The id of a device that is signed in to an account. */
async function deviceOf(account: string): Promise<string> {
  const [session] = await store.listSessions(account, Date.now());
  expect(session?.hash).toHaveLength(NO_DEVICE.length);
  return session?.hash ?? '';
}

/** The answer to a request, without what names it or its time. */
async function answerOf(device: DeviceHeaders, { method, path, body }: Route, at = server): Promise<string> {
  const answer = await ask(device, method, path, body, at);
  const text = (await answer.text())
    .replace(/"[0-9a-f]{8}-[0-9a-f-]{27}"/g, '"uuid"')
    .replace(/\b1[0-9]{12}\b/g, 'now')
    .replace(/(?:mr_)?[\w-]{43}/g, 'secret')
    .replace(/"[0-9a-f]{16}"/g, '"id"');
  return `${answer.status} ${text}`;
}

/** The same request about things that nobody has. */
const elsewhere = (route: Route): Route =>
  JSON.parse(
    JSON.stringify(route)
      .replace(/\b(chat|run|project|msg|token|key|file)-1\b/g, '$1-0')
      .replace(/(?<=\/devices\/)[\w-]{43}/, NO_DEVICE),
  ) as Route;
const sameIds = (text: string): string =>
  text.replace(/\b(chat|run|project|msg|token|key|file)-[01]\b/g, '$1');

async function rows(account = FIRST_ACCOUNT): Promise<unknown> {
  const own = store.of(account);
  return {
    chats: await own.listChats(),
    messages: [await own.readMessages('chat-1', 0), await own.readMessages('chat-2', 0)],
    events: [await own.readEvents('run-1', 0, 99)],
    approvals: [await own.readApprovals('run-1')],
    projects: await own.listProjects(),
    rules: await own.listRules(),
    memories: await own.listMemories(),
    sheets: await own.listSheets('chat-1'),
    queue: await own.listQueue('chat-2'),
    files: [await own.findFile('file-1'), await own.readPiece('file-1', 0)],
    credentials: [await store.listPasskeys(account), await store.passphraseOf(account)],
    devices: (await store.listSessions(account, Date.now())).map(({ hash }) => hash),
    answers: [await own.readAnswers(), await own.readAnswers('chat-1')],
    tokens: await store.listApiTokens(account),
  };
}

/** Waits until the room of an account has ended the run that somebody stopped. */
async function isQuiet(account: string): Promise<void> {
  await expect.poll(async () => (await store.of(account).getRun('run-2'))?.status).toBe('cancelled');
}

test.each<Exclude<Role, 'owner'>>(['member', 'admin'])(
  'F48 every route answers a %s about things of the owner as about things that nobody has, and changes none of them',
  async (role) => {
    // Two people, so that what one of them makes does not answer the other.
    const [device, other] = [await join(role), await join(role)];
    const all = await routes({ ...OWNED, devices: await deviceOf(FIRST_ACCOUNT) });
    expect(all.length).toBeGreaterThan(50);
    await isQuiet(FIRST_ACCOUNT);
    const before = await rows();
    for (const route of all) {
      if (STREAMS.has(route.name) || ENDS.has(route.name)) continue;
      const theirs = await answerOf(device, route);
      const nobodys = await answerOf(other, elsewhere(route));
      expect(`${route.name}: ${sameIds(theirs)}`).toBe(`${route.name}: ${sameIds(nobodys)}`);
      expect(theirs, route.name).not.toMatch(/Question|Answer 1|first text|second text|old-allow/);
    }
    expect(await rows()).toEqual(before);
  },
);

test('F48 every route answers the owner about things of a member as a server where that member has none', async () => {
  const name = 'Bea';
  const empty = async (): Promise<void> => {};
  const bare = await start(empty);
  onTestFinished(bare.close);
  await server.close();
  server = await start(async (given) => {
    store = given;
  });
  const device = await join('member', name);
  await join('member', name, bare.device, bare);
  expect((await ask(device, 'GET', '/api/chats')).status).toBe(200);
  const member = (await store.listAccounts()).at(-1)?.id ?? '';
  await fillRoom(store, member);
  const all = await routes({ ...OWNED, devices: await deviceOf(member) });
  await isQuiet(member);
  const before = await rows(member);
  for (const route of all) {
    if (STREAMS.has(route.name) || ENDS.has(route.name)) continue;
    const theirs = await answerOf(server.device, route);
    const nobodys = await answerOf(bare.device, route, bare);
    expect(`${route.name}: ${theirs.replaceAll(server.url, '')}`).toBe(
      `${route.name}: ${nobodys.replaceAll(bare.url, '')}`,
    );
    expect(theirs, route.name).not.toMatch(/Question|Answer 1|first text|second text|old-allow/);
  }
  expect(await rows(member)).toEqual(before);
});

/** Fields that a careless route could take from a body as they come. */
const GREEDY = {
  role: 'owner',
  status: 'active',
  account: FIRST_ACCOUNT,
  account_id: FIRST_ACCOUNT,
  owner: true,
};

test.each<Exclude<Role, 'owner'>>(['member', 'admin'])(
  'F57 no route raises the role of a person, here %s, whatever a body says beside what it asks for',
  async (role) => {
    const device = await join(role);
    const people = async (): Promise<unknown> => ({
      accounts: await store.listAccounts(),
      owners: (await store.listSessions(FIRST_ACCOUNT, Date.now())).map(({ hash }) => hash),
      invited: (await store.listInvitations(Date.now()))
        .map((each) => each.role)
        .filter((each) => each !== 'admin'),
    });
    const before = await people();
    for (const { name, method, path, body } of await routes()) {
      if (STREAMS.has(name) || ENDS.has(name)) continue;
      const greedy =
        typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...body, ...GREEDY } : body;
      await (
        await ask(
          device,
          method,
          `${path}${path.includes('?') ? '&' : '?'}account_id=${FIRST_ACCOUNT}`,
          greedy,
        )
      ).text();
    }
    expect(await people()).toEqual(before);
    const { role: own } = (await (await ask(device, 'GET', '/api/account')).json()) as {
      readonly role: Role;
    };
    expect(own).toBe(role);
  },
);

test('F49 the list of chats that a member follows has nothing of the owner', async () => {
  const device = await join('member');
  const answer = await ask(device, 'GET', '/api/sync');
  const reader = answer.body?.getReader();
  const { value } = (await reader?.read()) ?? {};
  await reader?.cancel();
  const line = new TextDecoder()
    .decode(value)
    .split('\n')
    .find((each) => each.startsWith('data: '));
  expect((JSON.parse(line?.slice(6) ?? '{}') as ChatChanges).chats).toEqual([]);
});

test('F50 a member finds nothing where the owner and admins manage the server', async () => {
  const [member, admin] = [await join('member'), await join('admin', 'Cem')];
  for (const path of ['/api/settings', '/api/mcp', '/api/people']) {
    const refused = await ask(member, 'GET', path);
    expect([refused.status, await refused.json()]).toEqual([
      404,
      { code: 'not_found', message: `There is nothing at ${path}.` },
    ]);
    expect((await ask(admin, 'GET', path)).status).toBe(200);
  }
  const { people } = (await (await server.api('GET', '/api/people')).json()) as PeopleList;
  const bea = people.find(({ name }) => name === 'Bea')?.id ?? '';
  for (const [method, path, body] of [
    ['POST', '/api/people/invitations', { name: '', role: 'admin' }],
    ['PATCH', `/api/people/${bea}`, { role: 'admin' }],
    ['DELETE', `/api/people/${FIRST_ACCOUNT}`, undefined],
  ] as const)
    expect((await ask(member, method, path, body)).status).toBe(404);
});

test('F51 nobody makes themselves more than they are, and nobody changes the owner', async () => {
  const admin = await join('admin');
  const { people } = (await (await ask(admin, 'GET', '/api/people')).json()) as PeopleList;
  const own = people.find(({ name }) => name === 'Bea')?.id ?? '';
  const statuses = async (id: string): Promise<number[]> => [
    (await ask(admin, 'PATCH', `/api/people/${id}`, { role: 'member' })).status,
    (await ask(admin, 'PATCH', `/api/people/${id}`, { status: 'suspended' })).status,
    (await ask(admin, 'PATCH', `/api/people/${id}`, { role: 'owner' })).status,
    (await ask(admin, 'DELETE', `/api/people/${id}`)).status,
  ];
  expect(await statuses(own)).toEqual([409, 409, 400, 409]);
  expect(await statuses(FIRST_ACCOUNT)).toEqual([409, 409, 400, 409]);
  expect((await ask(admin, 'PATCH', '/api/account', { name: 'Bea', role: 'owner' })).status).toBe(400);
});

test('F52 an invitation asks for a name, lets one person in, and not twice', async () => {
  const invited = await server.api('POST', '/api/people/invitations', { name: 'Bea', role: 'member' });
  const { path, id } = (await invited.json()) as { readonly path: string; readonly id: string };
  const token = path.split('#')[1];
  const first = await ask(NOBODY, 'POST', '/api/session', { token });
  expect([first.status, await first.json()]).toMatchObject([
    409,
    { code: 'invitation', name: 'Bea', role: 'member' },
  ]);
  const device = await deviceHeaders(await ask(NOBODY, 'POST', '/api/session', { token, name: 'Beatrix' }));
  expect(await (await ask(device, 'GET', '/api/account')).json()).toMatchObject({
    name: 'Beatrix',
    role: 'member',
  });
  const again = await ask(NOBODY, 'POST', '/api/session', { token, name: 'Mallory' });
  expect(again.status).toBe(401);
  expect((await server.api('DELETE', `/api/people/invitations/${id}`)).status).toBe(404);
});

test('F100 a link of another account changes nobody who is signed in, until they say so', async () => {
  const member = await join('member');
  const id = (await store.listAccounts()).at(-1)?.id ?? '';
  const token = 'a'.repeat(43);
  await store.putToken(sha256(token), id, Date.now() + 60_000);
  const refused = await ask(server.device, 'POST', '/api/session', { token });
  expect([refused.status, refused.headers.get('set-cookie'), await refused.json()]).toEqual([
    409,
    null,
    { code: 'other_account', message: expect.stringContaining('switch_account'), here: '', name: 'Bea' },
  ]);
  expect((await server.api('GET', '/api/chats')).status).toBe(200);
  // One's own link is no other's, and a half of a session is nobody's.
  const own = (await server.startLink()).split('#')[1];
  expect((await ask(server.device, 'POST', '/api/session', { token: own })).status).toBe(200);
  const half = { ...member, [KEY_HEADER]: 'guess' };
  const another = (await server.startLink()).split('#')[1];
  expect((await ask(half, 'POST', '/api/session', { token: another })).status).toBe(200);
  // The link is still there.
  const device = await server.signIn();
  const switched = await ask(device, 'POST', '/api/session', { token, switch_account: true });
  expect(
    (await (await ask(await deviceHeaders(switched), 'GET', '/api/account')).json()) as unknown,
  ).toMatchObject({ id });
});

test('F100 somebody who is signed in guesses a short token no faster than anybody else', async () => {
  const member = await join('member');
  await store.putToken(sha256('short-token'), FIRST_ACCOUNT, Date.now() + 60_000);
  for (let i = 0; i < 10; i++)
    expect((await ask(member, 'POST', '/api/session', { token: `guess-${i}` })).status).toBe(401);
  expect((await ask(member, 'POST', '/api/session', { token: 'short-token' })).status).toBe(429);
});

test.each(['\u001b]0;owned\u0007Bea', 'Bea\n', 'Bea\u0000', '\u202eaeB', '\u2066Bea', 'Bea\u2028'])(
  'F99 a name that others read can’t be %j',
  async (name) => {
    const member = await join('member');
    const invited = await server.api('POST', '/api/people/invitations', { name: '', role: 'member' });
    const token = ((await invited.json()) as { readonly path: string }).path.split('#')[1];
    for (const asked of [
      ask(member, 'PATCH', '/api/account', { name }),
      ask(NOBODY, 'POST', '/api/session', { token, name }),
      server.api('POST', '/api/people/invitations', { name, role: 'member' }),
      server.api('POST', '/api/tokens', { name, scopes: ['read'] }),
    ])
      expect((await asked).status).toBe(400);
    expect((await ask(member, 'PATCH', '/api/account', { name: 'Béa Ⅳ 李 👩‍🚀' })).status).toBe(200);
  },
);

test('F53 a device that is signed out, suspended or removed reads no further, and its streams end', async () => {
  /** A stream that was opened, and what it says until its end. */
  const streamOf = async (device: DeviceHeaders): Promise<{ readonly end: Promise<string> }> => {
    const answer = await ask(device, 'GET', '/api/sync');
    return { end: answer.text() };
  };
  const [own, second] = [await server.signIn(), await server.signIn()];
  const { end } = await streamOf(second);
  const { devices } = (await (await ask(own, 'GET', '/api/devices')).json()) as {
    devices: { readonly id: string; readonly current: boolean }[];
  };
  expect(devices.filter(({ current }) => current)).toHaveLength(1);
  expect((await ask(own, 'DELETE', '/api/devices')).status).toBe(204);
  await end;
  expect((await ask(second, 'GET', '/api/chats')).status).toBe(401);
  expect((await ask(own, 'GET', '/api/chats')).status).toBe(200);

  const member = await join('member', 'Bea', own);
  const { people } = (await (await ask(own, 'GET', '/api/people')).json()) as PeopleList;
  const bea = people.find(({ name }) => name === 'Bea')?.id ?? '';
  const reading = await streamOf(member);
  expect((await ask(own, 'PATCH', `/api/people/${bea}`, { status: 'suspended' })).status).toBe(200);
  await reading.end;
  expect((await ask(member, 'GET', '/api/chats')).status).toBe(401);
  expect((await ask(own, 'DELETE', `/api/people/${bea}`)).status).toBe(204);
  expect(removed).toEqual([bea]);
});

test('F55 signing in makes a session of its own, whatever cookie and key the browser brings', async () => {
  const [name = '', fixed = ''] = server.device.cookie.split('=');
  const planted = { cookie: `${name}=chosen-by-a-thief`, [KEY_HEADER]: 'chosen-by-a-thief' };
  for (const brought of [planted, server.device]) {
    const token = (await server.startLink()).split('#')[1];
    const device = await deviceHeaders(await ask(brought, 'POST', '/api/session', { token }));
    const value = device.cookie.split('=')[1] ?? '';
    expect([fixed, 'chosen-by-a-thief']).not.toContain(value);
    expect(value.length).toBeGreaterThan(40);
    expect((await ask(device, 'GET', '/api/chats')).status).toBe(200);
    expect((await ask({ ...device, cookie: brought.cookie }, 'GET', '/api/chats')).status).toBe(401);
    expect((await ask({ ...device, [KEY_HEADER]: brought[KEY_HEADER] }, 'GET', '/api/chats')).status).toBe(
      401,
    );
  }
});

test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', ''])(
  'F56 a form of another site can send nothing as %j, though the browser adds the cookie and even knew the key',
  async (type) => {
    for (const { method, path, body } of await routes()) {
      if (body === undefined) continue;
      const answer = await fetch(`${server.url}${path}`, {
        method,
        headers: { ...server.device, ...(type !== '' && { 'content-type': type }) },
        body: new TextEncoder().encode(JSON.stringify(body)),
      });
      expect([method, path, answer.status]).toEqual([method, path, 415]);
    }
  },
);
