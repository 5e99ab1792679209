import type {
  HomeKeyRequest,
  LinkTokenRequest,
  PutCredentialRequest,
  PutDeviceRequest,
  PutWrappedRequest,
  RenameCredentialRequest,
  SealChatRequest,
  UnlockRequest,
  VaultState,
} from '@millrace/engine/run';
import { keyIdOf } from '@millrace/engine/vault';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type RunningServer, startServer } from '../../../../../fixtures/running-server.ts';
import { signInWith } from '../../../../../fixtures/sign-in.ts';
import { talker } from '../../../../../fixtures/talker.ts';
import {
  bytesIn,
  makePair,
  print,
  sealedTo,
  unlockOf,
  type VaultDeviceUnderTest,
  vaultDevice,
} from '../../../../../fixtures/vault-device.ts';
import type { WholeStore } from '../../../../../fixtures/whole-store.ts';

let server: RunningServer;
let store: WholeStore;
let laptop: VaultDeviceUnderTest;
let phone: VaultDeviceUnderTest;

beforeEach(async () => {
  server = await startServer([talker(0)], async (given) => {
    store = given;
  });
  laptop = vaultDevice(server, server.device);
  phone = vaultDevice(server, await server.signIn());
});
afterEach(async () => {
  vi.useRealTimers();
  await server.close();
});

/** As long as a loaded machine needs. */
const waitFor = <T>(check: () => T | Promise<T>): Promise<T> => vi.waitFor(check, { timeout: 30_000 });

const codeOf = async (answer: Response): Promise<string> =>
  `${answer.status} ${((await answer.json()) as { code?: string }).code ?? ''}`;

/** "Only my devices", with the laptop and a recovery code. */
async function onlyDevices(): Promise<{ recovery: ReturnType<typeof makePair> }> {
  await laptop.register();
  const recovery = makePair();
  const wrapped = sealedTo(recovery, await laptop.vaultKey());
  const body: PutCredentialRequest = {
    ...{ kind: 'recovery', public_key: print(recovery.publicKey), wrapped },
  };
  expect((await laptop.api('PUT', '/api/vault/credentials', body)).status).toBe(200);
  const off: HomeKeyRequest = { on: false };
  expect((await laptop.api('PUT', '/api/vault/home', off)).status).toBe(200);
  return { recovery };
}

async function say(device: VaultDeviceUnderTest, text: string, chatId = 'c1'): Promise<Response> {
  await device.api('POST', '/api/chats', { id: chatId });
  return device.api('POST', `/api/chats/${chatId}/messages`, { command_id: text, text });
}

const messages = (device: VaultDeviceUnderTest, chatId = 'c1') =>
  device.api('GET', `/api/chats/${chatId}/messages`);

test('F110 a browser that has just signed in gets the vault key unasked, sealed to its own public half', async () => {
  expect(await laptop.state()).toMatchObject({
    ...{ home_key: 'on', locked: false, device: null, credentials: [], can_switch_off: false },
  });
  const { id, wrapped } = await laptop.register({ name: 'Laptop', form: 'computer' });
  expect(id).toBe(laptop.pair.keyId);
  expect(wrapped).not.toBeNull();
  const state = await laptop.state();
  expect(state.device).toBe(id);
  expect(state.credentials).toMatchObject([
    { id, kind: 'device', name: 'Laptop', form: 'computer', wrapped },
  ]);
  // The same key opens on every device.
  await phone.register({ name: 'Phone' });
  expect(await phone.vaultKey()).toEqual(await laptop.vaultKey());
  expect(await laptop.register()).toEqual({ id, wrapped });
  expect((await phone.state()).credentials.map(({ name }) => name)).toEqual(['Laptop', 'Phone']);
});

test('F110 a session that is not fresh is told of nothing but its own key', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31 * 60_000 });
  expect(await laptop.register()).toEqual({ id: laptop.pair.keyId, wrapped: null });
  for (const [method, path, body] of [
    ['PUT', '/api/vault/home', { on: false }],
    ['POST', '/api/vault/links', {}],
    ['DELETE', '/api/vault/credentials/0123456789abcdef', undefined],
  ] as const)
    expect(await codeOf(await laptop.api(method, path, body))).toBe('403 not_fresh');
});

test('F111 hostile keys and sealed texts are refused and change nothing', async () => {
  for (const public_key of [print(new Uint8Array(32)), print(new Uint8Array(31)), '=='.repeat(21), ''])
    expect((await laptop.api('PUT', '/api/vault/device', { public_key })).status, public_key).toBe(400);
  await laptop.register();
  const other = makePair();
  const key = await laptop.vaultKey();
  const kind = 'recovery';
  for (const body of [
    { kind, public_key: print(other.publicKey), wrapped: sealedTo(makePair(), key) },
    { kind, public_key: print(other.publicKey), wrapped: print(new Uint8Array(90)) },
    { kind, public_key: print(other.publicKey), wrapped: print(new Uint8Array(62).fill(2)) },
    { kind: 'home', public_key: print(other.publicKey), wrapped: sealedTo(other, key) },
    { kind: 'token', public_key: print(other.publicKey), wrapped: sealedTo(other, key) },
  ])
    expect((await laptop.api('PUT', '/api/vault/credentials', body)).status).toBe(400);
  expect((await laptop.state()).credentials).toHaveLength(1);
});

test('F112 with only devices content is locked for each session that has not shown the key', async () => {
  await say(laptop, 'Hello');
  await onlyDevices();
  expect(await laptop.state()).toMatchObject({ home_key: 'off', locked: false });
  expect((await messages(laptop)).status).toBe(200);
  // The phone is signed in, and that is not enough.
  expect(await phone.state()).toMatchObject({ locked: true, device: null });
  const refused = await messages(phone);
  expect(refused.status).toBe(423);
  expect(await refused.json()).toMatchObject({
    code: 'locked',
    unlock_key: (await phone.state()).unlock_key,
  });
  for (const path of [
    '/api/chats',
    '/api/sync',
    '/api/memories',
    '/api/projects',
    '/api/account/settings',
    '/api/rules',
  ])
    expect((await phone.api('GET', path)).status, path).toBe(423);
  for (const path of [
    '/api/vault',
    '/api/models',
    '/api/modes',
    '/api/account',
    '/api/devices',
    '/api/credentials',
    '/api/tokens',
  ])
    expect((await phone.api('GET', path)).status, path).toBe(200);
  // A device that registers now waits for somebody to give it the key.
  expect(await phone.register()).toEqual({ id: phone.pair.keyId, wrapped: null });
  const wrapped = sealedTo(phone.pair, await laptop.vaultKey());
  const given = await laptop.api('PUT', `/api/vault/devices/${phone.pair.keyId}/wrapped`, { wrapped });
  expect(given.status).toBe(204);
  expect((await phone.unlock()).status).toBe(204);
  expect((await messages(phone)).status).toBe(200);
});

test('F112 the home key is switched off only where something else opens the vault', async () => {
  expect(await codeOf(await laptop.api('PUT', '/api/vault/home', { on: false }))).toBe('409 no_other_way');
  await laptop.register();
  expect((await laptop.state()).can_switch_off).toBe(false);
  expect(await codeOf(await laptop.api('PUT', '/api/vault/home', { on: false }))).toBe('409 no_other_way');
  await phone.register();
  expect((await laptop.state()).can_switch_off).toBe(true);
  const before = await laptop.vaultKey();
  expect((await laptop.api('PUT', '/api/vault/home', { on: false })).status).toBe(200);
  // The vault key that the home key opened before opens nothing new.
  expect(await laptop.vaultKey()).not.toEqual(before);
  expect(await phone.vaultKey()).toEqual(await laptop.vaultKey());
  // And back again, with the key of a device.
  const { unlock_key } = await laptop.state();
  const unlock = unlockOf(unlock_key, await laptop.vaultKey());
  expect((await laptop.api('PUT', '/api/vault/home', { on: true, unlock })).status).toBe(200);
  expect(await phone.state()).toMatchObject({ home_key: 'on', locked: false });
});

test('F113 a lock is at once, for everybody, and what was sealed before it opens nothing', async () => {
  await say(laptop, 'Hello');
  await onlyDevices();
  const { unlock_key } = await laptop.state();
  const key = await laptop.vaultKey();
  const old = unlockOf(unlock_key, key);
  const stream = await laptop.api('GET', '/api/sync');
  const reader = stream.body?.getReader();
  await reader?.read();
  expect((await laptop.api('POST', '/api/vault/lock', {})).status).toBe(204);
  // The stream breaks off.
  await expect(
    (async () => {
      for (;;) {
        const read = await reader?.read();
        if (read === undefined || read.done) throw new Error('ended');
      }
    })(),
  ).rejects.toThrow();
  expect((await messages(laptop)).status).toBe(423);
  expect(await codeOf(await laptop.api('POST', '/api/vault/unlock', { unlock: old }))).toBe(
    '409 key_changed',
  );
  expect((await laptop.unlock()).status).toBe(204);
  expect((await messages(laptop)).status).toBe(200);
});

test('F113 an unlock counts once, for its account alone, and only with the key of the account', async () => {
  await onlyDevices();
  await laptop.api('POST', '/api/vault/lock', {});
  const { unlock_key } = await laptop.state();
  const key = await laptop.vaultKey();
  const send = async (unlock: string) => codeOf(await laptop.api('POST', '/api/vault/unlock', { unlock }));
  expect(await send(unlockOf(unlock_key, new Uint8Array(32).fill(1)))).toBe('403 wrong_key');
  expect(await send(unlockOf(unlock_key, key, 'somebody'))).toBe('403 wrong_key');
  expect(await send(unlockOf(print(makePair().publicKey), key))).toBe('409 key_changed');
  expect(
    await send(sealedTo({ publicKey: bytesIn(unlock_key), keyId: keyIdOf(bytesIn(unlock_key)) }, key)),
  ).toBe('403 wrong_key');
  expect((await messages(laptop)).status).toBe(423);
  const right = unlockOf(unlock_key, key);
  const unlock: UnlockRequest = { unlock: right };
  expect((await laptop.api('POST', '/api/vault/unlock', unlock)).status).toBe(204);
  // Another signed-in browser that has seen it can't use it.
  expect(await codeOf(await phone.api('POST', '/api/vault/unlock', { unlock: right }))).toBe('409 used');
  expect((await messages(phone)).status).toBe(423);
});

test('F114 the recovery code brings an account back on an empty browser', async () => {
  await say(laptop, 'Hello');
  const { recovery } = await onlyDevices();
  await laptop.api('POST', '/api/vault/lock', {});
  const empty = vaultDevice(server, await server.signIn());
  const { credentials } = await empty.state();
  const wrapped = credentials.find(({ kind }) => kind === 'recovery')?.wrapped ?? '';
  const asRecovery = vaultDevice(server, empty.headers, recovery);
  expect(wrapped).not.toBe('');
  const key = await asRecovery.vaultKey();
  expect((await empty.unlock(key)).status).toBe(204);
  await empty.register({ name: 'New laptop' });
  const own = sealedTo(empty.pair, key);
  const given: PutWrappedRequest = { wrapped: own };
  const put = (to: string) => empty.api('PUT', `/api/vault/devices/${to}/wrapped`, given);
  expect((await put(empty.pair.keyId)).status).toBe(204);
  expect(await codeOf(await put(empty.pair.keyId))).toBe('409 has_key');
  expect(await empty.vaultKey()).toEqual(key);
  expect((await messages(empty)).status).toBe(200);
});

test('F115 a revoked device is signed out, and its key opens nothing new', async () => {
  await say(laptop, 'Hello');
  await laptop.register();
  await phone.register();
  const stolen = await phone.vaultKey();
  expect(await codeOf(await laptop.api('DELETE', `/api/vault/credentials/${laptop.pair.keyId}`))).toBe(
    '409 own_device',
  );
  const revoked = await laptop.api('DELETE', `/api/vault/credentials/${phone.pair.keyId}`);
  expect(revoked.status).toBe(202);
  expect((await phone.api('GET', '/api/vault')).status).toBe(401);
  expect(await laptop.vaultKey()).not.toEqual(stolen);
  await waitFor(async () => expect((await laptop.state()).rotation).toBeNull());
  await say(laptop, 'New', 'c2');
  const list = (await laptop.state()).credentials;
  expect(list.map(({ id }) => id)).toEqual([laptop.pair.keyId]);
  expect((await messages(laptop)).status).toBe(200);
  expect(await store.vaultOf('first').unlock(stolen)).toBe(false);
});

test('F115 a passkey and a passphrase that are removed open nothing new, and the last way in stays', async () => {
  await laptop.register();
  const key = await laptop.vaultKey();
  const [passkey, passphrase] = [makePair(), makePair()];
  const add = (kind: string, pair: typeof passkey, more = {}) =>
    laptop.api('PUT', '/api/vault/credentials', {
      ...{ kind, public_key: print(pair.publicKey), wrapped: sealedTo(pair, key), ...more },
    });
  expect((await add('passkey', passkey, { passkey_id: 'p1' })).status).toBe(200);
  expect((await add('passphrase', passphrase)).status).toBe(200);
  const secret = print(new Uint8Array(32).fill(9));
  expect((await laptop.api('PUT', '/api/credentials/passphrase', { name: 'otter', secret })).status).toBe(
    204,
  );
  const kinds = async () => (await laptop.state()).credentials.map(({ kind }) => kind).sort();
  expect(await kinds()).toEqual(['device', 'passkey']);
  expect(await laptop.vaultKey()).not.toEqual(key);
  // The passkey signs nobody in, and opens nothing either.
  expect((await laptop.api('DELETE', '/api/credentials/passkeys/p1')).status).toBe(404);
  expect(await kinds()).toEqual(['device']);
  expect((await laptop.api('DELETE', '/api/credentials/passphrase')).status).toBe(204);
});

test('F115 the last way into a vault without a home key stays', async () => {
  const { recovery } = await onlyDevices();
  const state = await laptop.state();
  expect(state.credentials).toHaveLength(2);
  // A browser that was let in by the code, and has no key of its own, revokes the laptop, and then nothing is left but the code.
  const other = vaultDevice(server, await server.signIn());
  await other.unlock(await laptop.vaultKey());
  expect((await other.api('DELETE', `/api/vault/credentials/${laptop.pair.keyId}`)).status).toBe(202);
  expect(await codeOf(await other.api('DELETE', `/api/vault/credentials/${recovery.keyId}`))).toBe(
    '409 last_way',
  );
});

test('F116 a device comes by a link: signed in, and with the key once the other one has sealed it', async () => {
  await say(laptop, 'Hello');
  await onlyDevices();
  const link = (await (await laptop.api('POST', '/api/vault/links', {})).json()) as {
    id: string;
    token: string;
  };
  const look = await fetch(`${server.url}/api/session/look`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: server.url },
    body: JSON.stringify({ token: link.token }),
  });
  expect(await look.json()).toMatchObject({ adds_device: true, account_name: '' });
  const linkState = async () => (await laptop.api('GET', `/api/vault/links/${link.id}`)).json();
  expect(await linkState()).toMatchObject({ state: 'waiting' });
  const tablet = vaultDevice(server, await signInWith(`${server.url}/start#${link.token}`));
  const mac = print(new Uint8Array(32).fill(5));
  const offer: Partial<PutDeviceRequest> = {
    name: 'Tablet',
    form: 'tablet',
    link: { token: link.token, mac },
  };
  expect(await tablet.register(offer)).toEqual({ id: tablet.pair.keyId, wrapped: null });
  // Heard twice is heard once; another device by the same link is refused.
  expect(await tablet.register(offer)).toEqual({ id: tablet.pair.keyId, wrapped: null });
  const again = await phone.api('PUT', '/api/vault/device', {
    ...{ public_key: print(phone.pair.publicKey), link: { token: link.token, mac } },
  });
  expect(await codeOf(again)).toBe('409 link_used');
  expect(await linkState()).toMatchObject({
    state: 'asked',
    device: {
      id: tablet.pair.keyId,
      name: 'Tablet',
      form: 'tablet',
      mac,
      public_key: print(tablet.pair.publicKey),
    },
  });
  const wrapped = sealedTo(tablet.pair, await laptop.vaultKey());
  const answer = (by: VaultDeviceUnderTest) =>
    by.api('POST', `/api/vault/links/${link.id}/answer`, { wrapped });
  expect((await answer(phone)).status).toBe(423);
  expect((await answer(laptop)).status).toBe(204);
  expect((await tablet.unlock()).status).toBe(204);
  expect((await messages(tablet)).status).toBe(200);
  expect(await linkState()).toMatchObject({ state: 'done' });
});

test('F116 a link that was refused, replaced or is ten minutes old adds nobody', async () => {
  await laptop.register();
  const make = async () =>
    (await (await laptop.api('POST', '/api/vault/links', {})).json()) as { id: string; token: string };
  const signIn = (token: string) =>
    fetch(`${server.url}/api/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: server.url },
      body: JSON.stringify({ token }),
    });
  const offer = async ({ token }: { token: string }) =>
    codeOf(
      await phone.api('PUT', '/api/vault/device', {
        ...{ public_key: print(phone.pair.publicKey), link: { token, mac: print(new Uint8Array(32)) } },
      }),
    );
  const first = await make();
  const second = await make();
  expect((await signIn(first.token)).status).toBe(401);
  expect(await offer(first)).toBe('410 link_ended');
  // Somebody who has the token may say no, before they are signed in.
  const refused = await fetch(`${server.url}/api/session/refuse`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: server.url },
    body: JSON.stringify({ token: second.token } satisfies LinkTokenRequest),
  });
  expect(refused.status).toBe(204);
  expect((await signIn(second.token)).status).toBe(401);
  expect(await offer(second)).toBe('410 link_ended');
  const third = await make();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10 * 60_000 + 1 });
  expect((await signIn(third.token)).status).toBe(401);
  expect(await offer(third)).toBe('410 link_ended');
  expect(await (await laptop.api('GET', `/api/vault/links/${third.id}`)).json()).toMatchObject({
    state: 'ended',
  });
});

test('F117 an API token opens what its account keeps while its client asks, and no longer', async () => {
  await say(laptop, 'Hello');
  await laptop.register();
  const request = { name: 'Script', scopes: ['read', 'chat'] };
  const made = (await (await laptop.api('POST', '/api/tokens', request)).json()) as {
    id: string;
    token: string;
  };
  await onlyDevices();
  await say(laptop, 'Later', 'c2');
  const byToken = (path: string) =>
    fetch(`${server.url}${path}`, { headers: { authorization: `Bearer ${made.token}` } });
  await laptop.api('POST', '/api/vault/lock', {});
  // Also in a chat that was made after it.
  for (const chat of ['c1', 'c2']) expect((await byToken(`/api/chats/${chat}/messages`)).status).toBe(200);
  await waitFor(() => expect(store.vaultOf('first').isOpen()).toBe(false));
  expect((await messages(laptop)).status).toBe(423);
  // One that is made while nobody has the key opens as soon as a device was here.
  const late = (await (await laptop.api('POST', '/api/tokens', request)).json()) as {
    id: string;
    token: string;
  };
  const byLate = () =>
    fetch(`${server.url}/api/chats`, { headers: { authorization: `Bearer ${late.token}` } });
  expect((await byLate()).status).toBe(423);
  await laptop.unlock();
  await waitFor(async () => {
    await laptop.api('POST', '/api/vault/lock', {});
    expect((await byLate()).status).toBe(200);
  });
  // A token that was revoked opens nothing new. What the last program opened is forgotten first, so that it stays open for the device.
  await waitFor(() => expect(store.vaultOf('first').isOpen()).toBe(false));
  await laptop.unlock();
  const before = await laptop.vaultKey();
  expect((await laptop.api('DELETE', `/api/tokens/${made.id}`)).status).toBe(204);
  expect(await laptop.vaultKey()).not.toEqual(before);
  expect((await byToken('/api/chats')).status).toBe(401);
});

test('F112 only somebody who has shown the key renames what opens the vault and seals chats', async () => {
  await onlyDevices();
  const name: RenameCredentialRequest = { name: 'Work laptop' };
  expect((await laptop.api('PATCH', `/api/vault/credentials/${laptop.pair.keyId}`, name)).status).toBe(204);
  expect((await laptop.state()).credentials.map((each) => each.name)).toContain('Work laptop');
  await say(laptop, 'Hello');
  const sealed: SealChatRequest = { sealed: true };
  expect((await phone.api('PUT', '/api/vault/chats/c1', sealed)).status).toBe(423);
  expect((await laptop.api('PUT', '/api/vault/chats/c1', sealed)).status).toBe(204);
  expect(await codeOf(await laptop.api('PUT', '/api/vault/chats/none', sealed))).toBe('404 no_chat');
  expect((await laptop.state()).sealed_chats).toEqual(['c1']);
});

test('F118 the page hears of each change of the vault by its stream', async () => {
  const stream = await laptop.api('GET', '/api/sync');
  const reader = stream.body?.getReader();
  const decoder = new TextDecoder();
  let told = '';
  const wait = async (part: string): Promise<void> => {
    while (!told.includes(part)) {
      const read = await reader?.read();
      if (read === undefined || read.done) throw new Error(`Ended without ${part}: ${told}`);
      told += decoder.decode(read.value);
    }
  };
  await wait('data:');
  await phone.register();
  await wait('"vault_rev":');
  await reader?.cancel();
});

test('F119 a state of another account tells nothing of this one', async () => {
  await laptop.register();
  const state: VaultState = await laptop.state();
  const invited = await laptop.api('POST', '/api/people/invitations', { name: 'Ada', role: 'member' });
  const { path } = (await invited.json()) as { path: string };
  const ada = vaultDevice(server, await signInWith(`${server.url}${path}`, 'Ada'));
  expect((await ada.state()).credentials).toEqual([]);
  expect((await ada.state()).key).not.toEqual(state.key);
  for (const [method, path_, body] of [
    ['PATCH', `/api/vault/credentials/${laptop.pair.keyId}`, { name: 'Mine' }],
    ['DELETE', `/api/vault/credentials/${laptop.pair.keyId}`, undefined],
    [
      'PUT',
      `/api/vault/devices/${laptop.pair.keyId}/wrapped`,
      { wrapped: sealedTo(laptop.pair, new Uint8Array(32)) },
    ],
  ] as const)
    expect(await codeOf(await ada.api(method, path_, body))).toBe('404 no_credential');
});
