import type { TokenScope } from '@millrace/engine/run';
import { keyIdOf } from '@millrace/engine/vault';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../../../../../fixtures/running-server.ts';
import { talker } from '../../../../../fixtures/talker.ts';
import {
  makePair,
  print,
  sealedTo,
  type VaultDeviceUnderTest,
  vaultDevice,
} from '../../../../../fixtures/vault-device.ts';
import type { WholeStore } from '../../../../../fixtures/whole-store.ts';
import { createProviderCatalog } from '../../models/catalog/provider-catalog.ts';
import { createMcp } from '../../tools/mcp/create-mcp.ts';
import { createGuardedFetch } from '../../tools/web/guarded-fetch.ts';
import { createPinnedFetch } from '../../tools/web/pinned-fetch.ts';

const MANY = {
  commands: 10_000,
  allCommands: 10_000,
  decisions: 10_000,
  previews: 10_000,
  completions: 10_000,
};
const SECRET = 'qvaxolumbrenz';

let server: RunningServer;
let store: WholeStore;
let laptop: VaultDeviceUnderTest;
/** Somebody who is signed in by a link that was stolen, and has no key. */
let stranger: VaultDeviceUnderTest;

beforeEach(async () => {
  const models = createProviderCatalog({
    guard: createPinnedFetch(),
    environment: {},
    keys: { read: () => ({}), write: () => {} },
    builtIn: [talker(0)],
  });
  const mcp = createMcp({ servers: {} });
  server = await startServer(
    models,
    async (given) => {
      store = given;
    },
    () => ({ mcp, previews: createGuardedFetch(), roomOf: () => ({ mcp }), limits: MANY }),
  );
  laptop = vaultDevice(server, server.device);
  stranger = vaultDevice(server, await server.signIn());
  await laptop.api('POST', '/api/chats', { id: 'x' });
  await laptop.api('PATCH', '/api/chats/x', { title: SECRET });
  await laptop.api('PUT', '/api/memories', { app: 'Code', name: SECRET, value: SECRET });
  await laptop.register({ name: 'Laptop' });
  const recovery = makePair();
  const wrapped = sealedTo(recovery, await laptop.vaultKey());
  const way = { kind: 'recovery', public_key: print(recovery.publicKey), wrapped };
  expect((await laptop.api('PUT', '/api/vault/credentials', way)).status).toBe(200);
  expect((await laptop.api('PUT', '/api/vault/home', { on: false })).status).toBe(200);
});
afterEach(() => server.close());

const codeOf = async (answer: Response): Promise<string> =>
  `${answer.status} ${((await answer.json()) as { code?: string }).code ?? ''}`;

/** The routes that answer somebody who is signed in and has no key. A new route is locked unasked, and belongs here only with a reason. */
const OPEN = [
  // The page, signing in and out, and who is there.
  /^\w+ \/api\/(health|openapi\.json|session|account|devices|people|tokens|credentials)\b(?!\/settings)/,
  // The server's models, modes and settings.
  /^\w+ \/api\/(models|modes|settings|mcp)\b/,
  // The vault itself; what changes it asks for the key by itself.
  /^\w+ \/api\/vault\b/,
];

test('F112 no route tells or changes anything of the chats for a session that has not shown the key', async () => {
  const { paths } = (await (await server.api('GET', '/api/openapi.json')).json()) as {
    paths: Record<string, Record<string, { security?: { readonly token?: readonly TokenScope[] }[] }>>;
  };
  let locked = 0;
  const others: string[] = [];
  for (const [path, methods] of Object.entries(paths)) {
    for (const [name, { security }] of Object.entries(methods)) {
      const method = name.toUpperCase();
      // Those that sign out or remove somebody would end the walk.
      if (security?.length === 0 || method === 'DELETE') continue;
      const body = method === 'GET' ? undefined : {};
      const answer = await stranger.api(method, path.replace(/\{\w+\}/g, 'x'), body);
      const text = await answer.text();
      expect([method, path, text]).toEqual([method, path, expect.not.stringContaining(SECRET)]);
      if (answer.status === 423) locked += 1;
      else others.push(`${method} ${path}`);
    }
  }
  expect(locked).toBeGreaterThan(35);
  expect(others.filter((each) => !OPEN.some((open) => open.test(each)))).toEqual([]);
});

test('F112 a session that has not shown the key changes no way into the vault, and lends itself no name of another', async () => {
  const key = await laptop.vaultKey();
  const [passphrase, passkey] = [makePair(), makePair()];
  await laptop.api('PUT', '/api/credentials/passphrase', { name: 'dana', secret: 's'.repeat(43) });
  for (const [kind, pair, more] of [
    ['passphrase', passphrase, { name: 'dana' }],
    ['passkey', passkey, { passkey_id: 'p' }],
  ] as const) {
    const way = { kind, public_key: print(pair.publicKey), wrapped: sealedTo(pair, key), ...more };
    expect((await laptop.api('PUT', '/api/vault/credentials', way)).status).toBe(200);
  }
  const before = (await laptop.state()).credentials;
  expect(before).toHaveLength(4);
  const id = keyIdOf(passphrase.publicKey);
  const rest = { public_key: print(makePair().publicKey), wrapped: sealedTo(stranger.pair, key) };
  for (const [method, path, body] of [
    ['PATCH', `/api/vault/credentials/${laptop.pair.keyId}`, { name: 'Stolen phone' }],
    ['DELETE', `/api/vault/credentials/${id}`, undefined],
    ['PUT', '/api/vault/credentials', { kind: 'recovery', ...rest }],
    ['PUT', '/api/vault/home', { on: false }],
    ['PUT', '/api/vault/chats/x', { sealed: false }],
    ['POST', '/api/vault/links', {}],
    ['DELETE', '/api/credentials/passphrase', undefined],
    ['DELETE', '/api/credentials/passkeys/p', undefined],
    ['PUT', '/api/credentials/passphrase', { name: 'dana', secret: 't'.repeat(43) }],
  ] as const)
    expect([method, path, await codeOf(await stranger.api(method, path, body))]).toEqual([
      method,
      path,
      '423 locked',
    ]);
  expect((await laptop.state()).credentials).toEqual(before);
  expect((await store.passphraseOf('first'))?.name).toBe('dana');
  // A session that has shown the key may, as before.
  expect((await laptop.api('DELETE', '/api/credentials/passphrase')).status).toBe(204);
  expect((await laptop.state()).credentials.map(({ kind }) => kind)).not.toContain('passphrase');
});
