import 'fake-indexeddb/auto';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { type RunningServer, startServer } from '../fixtures/running-server.ts';
import { signInWith } from '../fixtures/sign-in.ts';
import { talker } from '../fixtures/talker.ts';
import { openSqliteStore } from '../fixtures/whole-store.ts';
import { ApiError } from '../packages/react/src/client/api-error.ts';
import { type Client, createClient } from '../packages/react/src/client/create-client.ts';
import { createVault, type Vault } from '../packages/react/src/vault/create-vault.ts';
import { openKeyStore } from '../packages/react/src/vault/key-store.ts';
import { credentialPair } from '../packages/react/src/vault/keys.ts';
import { VaultError } from '../packages/react/src/vault/vault-error.ts';
import { readAsk } from '../packages/react/src/vault/vault-links.ts';
import { createServer } from '../packages/server/src/http/create-server.ts';
import { createSealer } from '../packages/server/src/store/seal/sealer.ts';
import { personalKeyFiles } from '../packages/server/src/store/sqlite/personal-key-files.ts';

/** A browser: its session, its requests, and its keys in IndexedDB. */
interface Browser {
  readonly client: Client;
  readonly vault: Vault;
  /** The requests that it sent: their paths, and all bodies and addresses as one text. */
  readonly sent: { readonly paths: string[]; text: string };
  readonly name: string;
}

const ADDRESS = 'https://chat.example';
let server: RunningServer;

beforeEach(async () => {
  server = await startServer([talker(0)], undefined, () => ({ urls: [ADDRESS] }));
});
afterEach(() => server.close());

/** Opens a browser that is signed in. One with the name of another has its keys: it is that one after a reload. */
async function open(
  name: string = randomUUID(),
  headers?: Readonly<Record<string, string>>,
  baseUrl = server.url,
): Promise<Browser> {
  const session = headers ?? { ...(await server.signIn()) };
  const sent = { paths: [] as string[], text: '' };
  const client: Client = createClient({
    baseUrl,
    onLocked: () => vault.unlock(),
    fetch(address, options) {
      const given = new Headers(options?.headers);
      for (const [key, value] of Object.entries(session)) given.set(key, value);
      sent.paths.push(new URL(String(address)).pathname);
      sent.text += `${String(address)} ${String(options?.body ?? '')}\n`;
      return fetch(address, { ...options, headers: given });
    },
  });
  let keys: ReturnType<typeof openKeyStore> | undefined;
  const vault = createVault({
    client,
    keys() {
      keys ??= openKeyStore(name);
      return keys;
    },
  });
  return { client, vault, sent, name };
}

/** A browser with a key, a recovery code, and no key on the server's computer. */
async function onlyDevices(): Promise<Browser & { readonly code: string }> {
  const browser = await open();
  await browser.client.createChat('c1');
  const made = await browser.vault.newRecoveryCode();
  await made.keep();
  await browser.vault.keepOnlyOnDevices();
  return { ...browser, code: made.code };
}

const read = ({ client }: Browser) => client.readMessages('c1', 0);
const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) =>
      error instanceof VaultError || error instanceof ApiError ? error.code : String(error),
  );
const groups = (code: string): string[] => code.split(' ');

test('S162 a browser that has just signed in has a key, unasked, and keeps it over a reload', async () => {
  const browser = await open();
  await browser.vault.enroll();
  const { server: state, device, status } = browser.vault.getState();
  expect([status, state?.home_key]).toEqual(['open', 'on']);
  await browser.vault.refresh();
  expect(browser.vault.getState().server?.credentials).toMatchObject([{ id: device, kind: 'device' }]);
  const again = await open(browser.name);
  await again.vault.enroll();
  expect(again.vault.getState().device).toBe(device);
  expect(await again.vault.hasKey()).toBe(true);
  // Nothing of it is asked a second time.
  again.sent.paths.length = 0;
  await again.vault.enroll();
  expect(again.sent.paths).toEqual(['/api/vault']);
});

test('S163 with only devices a browser with a key reads on, and after the server forgot, too: once for requests that come at once', async () => {
  const browser = await onlyDevices();
  await read(browser);
  await browser.client.vault.lock();
  browser.sent.paths.length = 0;
  await Promise.all([read(browser), read(browser), read(browser)]);
  expect(browser.sent.paths.filter((path) => path === '/api/vault/unlock')).toHaveLength(1);
  expect(browser.vault.getState().status).toBe('open');
});

test('S163 a browser without a key stays locked, and its requests say so', async () => {
  await onlyDevices();
  const other = await open();
  expect(await codeOf(read(other))).toBe('locked');
  expect(other.vault.getState().status).toBe('locked');
  expect(await codeOf(other.vault.keepOnServer())).toBe('no_key');
});

test('S164 a recovery code counts when it is kept, opens an empty browser, and gives that a key of its own', async () => {
  const { code } = await onlyDevices();
  const other = await open();
  expect(await codeOf(read(other))).toBe('locked');
  await other.vault.openByCode(code.toLowerCase().replaceAll('-', ''));
  expect(other.vault.getState().status).toBe('open');
  await read(other);
  // From now on it needs no code.
  await other.client.vault.lock();
  const again = await open(other.name);
  await read(again);
  expect(again.sent.text).not.toContain(groups(code)[0]);
});

test('S164 a code that was typed wrong names its groups; another account’s code opens nothing; one that was replaced neither', async () => {
  const { code, vault } = await onlyDevices();
  const other = await open();
  const [one = '', two = '', three = '', four = ''] = groups(code);
  const flip = (text: string): string => (text.startsWith('A') ? 'B' : 'A') + text.slice(1);
  const wrong = other.vault.openByCode([flip(one), two, flip(three), four].join(' '));
  await expect(wrong).rejects.toMatchObject({ code: 'wrong_groups', groups: [1, 3] });
  const foreign = await other.vault.newRecoveryCode();
  expect(await codeOf(other.vault.openByCode(foreign.code))).toBe('other_secret');
  expect(await codeOf(read(other))).toBe('locked');
  const next = await vault.newRecoveryCode();
  expect([next.fits(2, groups(next.code)[1]?.toLowerCase() ?? ''), next.fits(2, one)]).toEqual([true, false]);
  await next.keep();
  expect(await codeOf(other.vault.openByCode(code))).toBe('other_secret');
  await other.vault.openByCode(next.code);
});

test('S165 a passphrase or a passkey opens a browser, also when it came with signing in', async () => {
  const { vault } = await onlyDevices();
  const pair = await credentialPair(new Uint8Array(32).fill(3), 'passphrase');
  await vault.keepWay({ kind: 'passphrase', pair, name: 'Dana' });
  const other = await open();
  expect(await codeOf(other.vault.openBy(await credentialPair(new Uint8Array(32), 'passphrase')))).toBe(
    'other_secret',
  );
  other.vault.offer(pair);
  await read(other);
  expect(await other.vault.hasKey()).toBe(true);
});

test('S166 a device that comes by a link gets the key; the secret of the link is never sent', async () => {
  const { vault, sent } = await onlyDevices();
  const link = await vault.addDevice();
  const [token = '', secret = ''] = new URL(link.url ?? '').hash.slice(1).split('.');
  expect(await link.look()).toEqual({ state: 'waiting' });
  const phone = await open(undefined, { ...(await signInWith(`${server.url}/start#${token}`)) });
  expect(await codeOf(read(phone))).toBe('locked');
  const bytes = new Uint8Array(Buffer.from(secret, 'base64url'));
  await phone.vault.joinByLink({ token, secret: bytes, name: 'Pixel 9' });
  expect(await phone.vault.hasKey()).toBe(false);
  expect(await link.look()).toEqual({ state: 'done', name: 'Pixel 9' });
  expect(await phone.vault.hasKey()).toBe(true);
  await read(phone);
  for (const text of [sent.text, phone.sent.text])
    for (const form of [secret, Buffer.from(bytes).toString('hex'), Buffer.from(bytes).toString('base64')])
      expect(text).not.toContain(form);
});

test('S166 a device that has the token and not the secret, as a hostile server has, gets no key and ends the link', async () => {
  const { vault } = await onlyDevices();
  const link = await vault.addDevice();
  const [token = ''] = new URL(link.url ?? '').hash.slice(1).split('.');
  const thief = await open(undefined, { ...(await signInWith(`${server.url}/start#${token}`)) });
  await thief.vault.joinByLink({ token, secret: new Uint8Array(16) });
  expect(await codeOf(link.look())).toBe('forged_device');
  expect(await thief.vault.hasKey()).toBe(false);
  expect((await link.look()).state).not.toBe('asked');
  expect(await codeOf(read(thief))).toBe('locked');
});

test('S167 a locked browser shows its key, and another device that reads it gives it the vault key', async () => {
  const laptop = await onlyDevices();
  const other = await open();
  expect(await codeOf(read(other))).toBe('locked');
  const asking = readAsk(await other.vault.ask());
  if (asking === undefined) throw new Error('Nothing was asked.');
  await laptop.vault.give(asking);
  await read(other);
  // A key that no device of the account has asked with is given nothing.
  const foreign = readAsk(`give.${Buffer.from(new Uint8Array(32).fill(5)).toString('base64url')}`);
  expect(foreign && (await codeOf(laptop.vault.give(foreign)))).toBe('other_secret');
  for (const bad of ['', 'give.', 'give.AAAA', `give.${'A'.repeat(43)}`, 'storage'])
    expect(readAsk(bad)).toBeUndefined();
});

test('S168 a device that was revoked opens nothing new, and begins with another key; the others go on', async () => {
  const laptop = await onlyDevices();
  const phone = await open();
  await phone.vault.openByCode(laptop.code);
  const revoked = phone.vault.getState().device ?? '';
  const before = laptop.vault.getState().server?.key?.id;
  await laptop.vault.revoke(revoked);
  await expect.poll(async () => (await laptop.client.vault.state()).rotation).toBe(null);
  expect((await laptop.client.vault.state()).key?.id).not.toBe(before);
  await read(laptop);
  await laptop.client.vault.lock();
  await read(laptop);
  expect(await codeOf(phone.client.vault.state())).toBe('signed_out');
  const again = await open(phone.name);
  expect(await codeOf(read(again))).toBe('locked');
  await again.vault.openByCode(laptop.code);
  await read(again);
});

test('S169 the server’s computer gets a key back only from a device that has one', async () => {
  const laptop = await onlyDevices();
  const other = await open();
  await laptop.vault.keepOnServer();
  await read(other);
  expect(laptop.vault.getState().server?.home_key).toBe('on');
});

test('S170 where a browser can keep no keys, nothing is asked of it while the server has a key', async () => {
  const session = { ...(await server.signIn()) };
  const plain = createClient({
    baseUrl: server.url,
    fetch: (address, options) => {
      const given = new Headers(options?.headers);
      for (const [key, value] of Object.entries(session)) given.set(key, value);
      return fetch(address, { ...options, headers: given });
    },
  });
  const vault = createVault({ client: plain, keys: () => Promise.reject(new Error('No storage.')) });
  await vault.enroll();
  expect(vault.getState().status).toBe('open');
  await onlyDevices();
  expect(await vault.unlock()).toBe(false);
  expect(vault.getState().status).toBe('keyless');
  expect(await codeOf(vault.ask())).toBe('keyless');
});

test('S171 where the server makes no home keys, the first recovery code that is kept makes the vault', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-vault-'));
  const sealer = createSealer(new Uint8Array(32));
  const personal = personalKeyFiles(join(folder, 'keys'), sealer.keyId, false);
  const store = openSqliteStore(join(folder, 'millrace.sqlite'), { sealer, personal });
  const none = await createServer({ store, models: [talker(0)], port: 0 });
  onTestFinished(async () => {
    await none.close();
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const openThere = async () => open(undefined, { ...(await signInWith(await none.startLink())) }, none.url);
  const browser = await openThere();
  expect(await codeOf(browser.client.createChat('c1'))).toBe('locked');
  expect(browser.vault.getState().status).toBe('new');
  const made = await browser.vault.newRecoveryCode();
  expect(await codeOf(browser.client.createChat('c1'))).toBe('locked');
  await made.keep();
  await browser.client.createChat('c1');
  expect(await browser.vault.hasKey()).toBe(true);
  const other = await openThere();
  expect(await codeOf(read(other))).toBe('locked');
  await other.vault.openByCode(made.code);
  await read(other);
});
