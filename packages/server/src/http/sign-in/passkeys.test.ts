import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type RunningServer, startServer } from '../../../../../fixtures/running-server.ts';
import { deviceHeaders } from '../../../../../fixtures/sign-in.ts';
import { openPage, type Page, refused } from '../../../../../fixtures/signed-in.ts';
import { createSoftAuthenticator } from '../../../../../fixtures/soft-authenticator.ts';
import { talker } from '../../../../../fixtures/talker.ts';
import type { WholeStore } from '../../../../../fixtures/whole-store.ts';
import { createServer, type Server } from '../create-server.ts';
import { passkeyHost } from './passkey-host.ts';

let server: RunningServer;
let second: Server;
let store: WholeStore;
let page: Page;
beforeEach(async () => {
  server = await startServer(
    [talker(0)],
    async (given) => {
      store = given;
    },
    () => ({ urls: ['https://chat.example'] }),
  );
  second = await createServer({ store, models: [talker(0)], port: 0 });
  page = openPage(server.url);
});
afterEach(async () => {
  vi.useRealTimers();
  await second.close();
  await server.close();
});

const BAD = [401, 'bad_passkey'];

test('F70 a passkey signs in without a name, is listed, renamed and removed', async () => {
  const { device } = server;
  expect(await (await fetch(`${page.origin}/api/session/ways`)).json()).toEqual({
    passkey: false,
    passphrase: false,
  });
  const phone = await page.addPasskey(device);
  expect(await (await fetch(`${page.origin}/api/session/ways`)).json()).toMatchObject({ passkey: true });
  const asked = await page.challenge();
  // Nothing in it says whose passkeys there are.
  expect(asked).toEqual({
    ...{ rpId: 'localhost', challenge: expect.stringMatching(/^[\w-]{43}$/), timeout: 300_000 },
    userVerification: 'required',
  });
  const own = await page.comeIn({ passkey: phone.use(asked), prf: true });
  expect(await (await page.ask(own, 'GET', '/api/account')).json()).toMatchObject({ role: 'owner' });
  const { passkeys, host } = await page.credentials(own);
  expect(host).toBe('localhost');
  expect(passkeys).toMatchObject([
    { name: 'Phone', host: 'localhost', prf: true, used_at: expect.any(Number) },
  ]);
  const path = `/api/credentials/passkeys/${passkeys[0]?.id}`;
  expect((await page.ask(own, 'PATCH', path, { name: 'Pixel' })).status).toBe(204);
  expect((await page.credentials(own)).passkeys).toMatchObject([{ name: 'Pixel' }]);
  expect((await page.ask(own, 'DELETE', path)).status).toBe(204);
  expect(await refused(page.ask(own, 'DELETE', path))).toEqual([404, 'no_passkey']);
  expect(await refused(page.signIn({ passkey: phone.use(await page.challenge()) }))).toEqual(BAD);
});

test('F70 the options for a new passkey ask for a finger or a PIN, a name in the device, and none that is there', async () => {
  const phone = await page.addPasskey(server.device);
  const answer = await page.ask(server.device, 'POST', '/api/credentials/passkeys/challenge', {});
  expect(await answer.json()).toMatchObject({
    rp: { id: 'localhost', name: 'Millrace' },
    user: { id: store.handleOf('first') },
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: [{ id: phone.id }],
  });
  const again = createSoftAuthenticator(page.origin);
  const asked = await page.ask(server.device, 'POST', '/api/credentials/passkeys/challenge', {});
  const body = { name: 'Phone', passkey: again.make(await asked.json(), { verified: false }), prf: false };
  expect(await refused(page.ask(server.device, 'POST', '/api/credentials/passkeys', body))).toEqual(BAD);
});

test('F70 a secret that a device made for the page is refused by the server', async () => {
  const phone = await page.addPasskey(server.device);
  const used = phone.use(await page.challenge());
  const clientExtensionResults = { prf: { results: { first: 'c2VjcmV0' } } };
  expect(await refused(page.signIn({ passkey: { ...used, clientExtensionResults } }))).toEqual([
    400,
    'bad_body',
  ]);
});

test('F70 a challenge of one server is good at another server of the store, once', async () => {
  const phone = await page.addPasskey(server.device);
  const elsewhere = openPage(second.url);
  const asked = await page.challenge();
  // The page is at one address, whichever server answers behind it.
  const used = phone.use(asked, { origin: elsewhere.origin });
  expect((await elsewhere.signIn({ passkey: used })).status).toBe(200);
  expect(await refused(page.signIn({ passkey: phone.use(asked) }))).toEqual(BAD);
});

test('F70 at an IP address there are no passkeys, and the way out is told', async () => {
  const there = openPage(server.url, '127.0.0.1');
  expect((await there.credentials(server.device)).host).toBeNull();
  for (const path of ['/api/credentials/passkeys/challenge', '/api/session/challenge']) {
    const answer = await there.ask(server.device, 'POST', path, {});
    expect([answer.status, await answer.json()]).toEqual([
      409,
      {
        code: 'no_passkeys_here',
        message: expect.stringMatching(
          /Open this server at http:\/\/localhost with its port, or at a domain/,
        ),
      },
    ]);
  }
  const hosts = ['https://chat.example', 'http://localhost:1', 'http://chat.example', 'https://10.0.0.1'];
  expect([...hosts, 'https://[::1]', ''].map(passkeyHost)).toEqual([
    ...['chat.example', 'localhost', undefined, undefined, undefined, undefined],
  ]);
});

test('F71 signing in by passkey refuses a challenge that was used, has expired or is for something else', async () => {
  const phone = await page.addPasskey(server.device);
  const sendIn = (asked: unknown) => page.signIn({ passkey: phone.use(asked) });
  const asked = await page.challenge();
  const used = phone.use(asked);
  expect((await page.signIn({ passkey: used })).status).toBe(200);
  expect(await refused(page.signIn({ passkey: used }))).toEqual(BAD);
  for (const path of ['/api/session/confirm/challenge', '/api/credentials/passkeys/challenge']) {
    const other = await page.ask(server.device, 'POST', path, {});
    expect(await refused(sendIn(await other.json()))).toEqual(BAD);
  }
  expect(await refused(sendIn({ challenge: 'x'.repeat(43) }))).toEqual(BAD);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  const late = await page.challenge();
  vi.setSystemTime(Date.now() + 5 * 60_000);
  expect(await refused(sendIn(late))).toEqual(BAD);
  expect((await sendIn(await page.challenge())).status).toBe(200);
});

test('F71 signing in by passkey refuses another origin, host, kind, handle, key or counter, and one without a finger or a PIN', async () => {
  const phone = await page.addPasskey(server.device);
  const stranger = createSoftAuthenticator(page.origin);
  const wrong = [
    { origin: 'https://evil.example' },
    { origin: page.origin.replace('localhost', '127.0.0.1') },
    { host: 'evil.example' },
    { type: 'webauthn.create' },
    { verified: false },
    { handle: store.handleOf('somebody') },
    { handle: undefined },
    // As often as at the first sign-in, and once less.
    { counter: 2 },
    { counter: 1 },
  ];
  expect((await page.signIn({ passkey: phone.use(await page.challenge()) })).status).toBe(200);
  for (const options of wrong) {
    const used = phone.use(await page.challenge(), options);
    expect([options, await refused(page.signIn({ passkey: used }))]).toEqual([options, BAD]);
  }
  const { response } = stranger.use(await page.challenge(), { handle: store.handleOf('first'), counter: 99 });
  const forged = { ...phone.use({ challenge: '' }), response };
  for (const expected of [BAD, [429, 'too_often']])
    expect(await refused(page.signIn({ passkey: forged }))).toEqual(expected);
  // Ten were wrong at this address by now, and a right one still comes in.
  expect((await page.signIn({ passkey: phone.use(await page.challenge()) })).status).toBe(200);
});

test('F71 a passkey counts at the host that it was made at, whatever a device says of another', async () => {
  const phone = await page.addPasskey(server.device);
  /** A request to the public address, as a proxy on this machine brings it. */
  const askPublic = (path: string, body: unknown): Promise<readonly [number, string]> =>
    new Promise((resolve, reject) => {
      const { port } = new URL(server.url);
      const headers = { host: 'chat.example', 'content-type': 'application/json' };
      const sent = request({ port, path, method: 'POST', headers }, (answer) => {
        text(answer).then((body) => resolve([answer.statusCode ?? 0, body]), reject);
      });
      sent.on('error', reject);
      sent.end(JSON.stringify(body));
    });
  const [, asked] = await askPublic('/api/session/challenge', {});
  const there = { origin: 'https://chat.example', host: 'chat.example' };
  const used = phone.use(JSON.parse(asked), there);
  const [status, told] = await askPublic('/api/session', { passkey: used });
  expect([status, JSON.parse(told)]).toMatchObject([401, { code: 'bad_passkey' }]);
});

test('F71 a passkey of one account confirms and adds nothing for another', async () => {
  const invited = await server.api('POST', '/api/people/invitations', { name: 'Bea', role: 'member' });
  const { path } = (await invited.json()) as { readonly path: string };
  const bea = await deviceHeaders(await page.signIn({ token: path.split('#')[1], name: 'Bea' }));
  const [mine, theirs] = [await page.addPasskey(server.device), await page.addPasskey(bea)];
  const confirm = async (asker: typeof bea, phone: typeof mine, by = asker) => {
    const asked = await (await page.ask(by, 'POST', '/api/session/confirm/challenge', {})).json();
    return page.ask(asker, 'POST', '/api/session/confirm', {
      passkey: phone.use(asked, { handle: undefined }),
    });
  };
  expect((await confirm(bea, theirs)).status).toBe(204);
  expect(await refused(confirm(bea, mine))).toEqual(BAD);
  expect(await refused(confirm(bea, theirs, server.device))).toEqual(BAD);
  const options = await page.ask(bea, 'POST', '/api/credentials/passkeys/challenge', {});
  const made = createSoftAuthenticator(page.origin).make(await options.json());
  const body = { name: 'Phone', passkey: made, prf: false };
  expect(await refused(page.ask(server.device, 'POST', '/api/credentials/passkeys', body))).toEqual(BAD);
  // A suspended person comes in by nothing.
  const [, person] = await store.listAccounts();
  await store.changeAccount(person?.id ?? '', { status: 'suspended' });
  expect(await refused(page.signIn({ passkey: theirs.use(await page.challenge()) }))).toEqual(BAD);
});

test('F77 signing in makes a new session and ends the one that the browser had', async () => {
  const phone = await page.addPasskey(server.device);
  const old = await page.comeIn({ passkey: phone.use(await page.challenge()) });
  const next = await page.comeIn({ passkey: phone.use(await page.challenge()) }, old);
  expect(next.cookie).not.toBe(old.cookie);
  expect((await page.ask(old, 'GET', '/api/account')).status).toBe(401);
  expect((await page.ask(next, 'GET', '/api/account')).status).toBe(200);
  // A cookie that somebody has planted, without its key, ends nothing of another account.
  const invited = await server.api('POST', '/api/people/invitations', { name: 'Bea', role: 'member' });
  const { path } = (await invited.json()) as { readonly path: string };
  const planted = { ...next, 'x-millrace-key': 'guess' };
  await page.comeIn({ token: path.split('#')[1], name: 'Bea' }, planted);
  expect((await page.ask(next, 'GET', '/api/account')).status).toBe(200);
});
