import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type RunningServer, startServer } from '../../../../../fixtures/running-server.ts';
import type { DeviceHeaders } from '../../../../../fixtures/sign-in.ts';
import { openPage, type Page, refused, secretOf } from '../../../../../fixtures/signed-in.ts';
import { talker } from '../../../../../fixtures/talker.ts';
import type { WholeStore } from '../../../../../fixtures/whole-store.ts';

let server: RunningServer;
let store: WholeStore;
let page: Page;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  server = await startServer(
    [talker(0)],
    async (given) => {
      store = given;
    },
    () => ({ urls: ['https://chat.example'] }),
  );
  page = openPage(server.url);
});
afterEach(async () => {
  vi.useRealTimers();
  await server.close();
});

const wait = (ms: number): unknown => vi.setSystemTime(Date.now() + ms);
const invite = (device: DeviceHeaders): Promise<Response> =>
  page.ask(device, 'POST', '/api/people/invitations', { name: 'Bea', role: 'member' });
const confirm = (device: DeviceHeaders, body: unknown): Promise<Response> =>
  page.ask(device, 'POST', '/api/session/confirm', body);
const newToken = async (): Promise<string | undefined> => (await server.startLink()).split('#')[1];
const phoneToken = async (device: DeviceHeaders): Promise<string | undefined> => {
  const link = await page.ask(device, 'POST', '/api/session/link', {});
  return ((await link.json()) as { readonly url: string }).url.split('#')[1];
};
const STALE = [403, 'not_fresh'];

test('F73 a device that came in by a link may change who comes in, for 30 minutes', async () => {
  const { device } = server;
  expect((await invite(device)).status).toBe(200);
  wait(30 * MINUTE - 1);
  expect((await invite(device)).status).toBe(200);
  wait(1);
  expect(await refused(invite(device))).toEqual(STALE);
  const { paths } = (await (await page.ask(device, 'GET', '/api/openapi.json')).json()) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  };
  let changed = 0;
  for (const [path, methods] of Object.entries(paths)) {
    if (!/^\/api\/(people|credentials|tokens)\b/.test(path)) continue;
    for (const method of Object.keys(methods)) {
      const isReading = method === 'get';
      changed += isReading ? 0 : 1;
      const answer = await page.ask(
        device,
        method.toUpperCase(),
        path.replace('{id}', 'x'),
        isReading || method === 'delete' ? undefined : {},
      );
      expect([method, path, answer.status]).toEqual([method, path, isReading ? 200 : 403]);
    }
  }
  expect(changed).toBeGreaterThan(8);
  // Everything else goes on as before.
  expect((await page.ask(device, 'POST', '/api/chats', {})).status).toBe(200);
});

test('F75 a session is confirmed by a passkey, a passphrase or a new link of its account, and by nothing else', async () => {
  const { device } = server;
  const phone = await page.addPasskey(device);
  const secret = secretOf('a');
  await page.ask(device, 'PUT', '/api/credentials/passphrase', { name: 'dana', secret });
  const bea = await page.comeIn({
    token: ((await (await invite(device)).json()) as { readonly path: string }).path.split('#')[1],
    name: 'Bea',
  });
  const passkey = async (): Promise<object> => {
    const asked = await page.ask(device, 'POST', '/api/session/confirm/challenge', {});
    return { passkey: phone.use(await asked.json()) };
  };
  for (const proof of [async () => ({ token: await newToken() }), passkey, async () => ({ secret })]) {
    wait(31 * MINUTE);
    expect(await refused(invite(device))).toEqual(STALE);
    const given = await proof();
    expect((await confirm(device, given)).status).toBe(204);
    expect((await invite(device)).status).toBe(200);
    if (!('secret' in given)) expect((await confirm(device, given)).status).toBe(401);
  }
  wait(31 * MINUTE);
  const [wrong, theirs] = [{ secret: secretOf('x') }, { token: await phoneToken(bea) }];
  expect(await refused(confirm(device, wrong))).toEqual([401, 'wrong_passphrase']);
  expect(await refused(confirm(device, theirs))).toEqual([401, 'bad_token']);
  expect(await refused(confirm(device, { passkey: phone.use(await page.challenge()) }))).toEqual([
    ...[401, 'bad_passkey'],
  ]);
  expect(await refused(confirm(bea, { secret }))).toEqual([404, 'no_passphrase']);
  expect(await refused(invite(device))).toEqual(STALE);
});

test('F76 a link for another device hands on the freshness of the one that made it, and never more', async () => {
  const { device } = server;
  wait(20 * MINUTE);
  const other = await page.comeIn({ token: await phoneToken(device) });
  expect((await invite(other)).status).toBe(200);
  wait(10 * MINUTE);
  expect(await refused(invite(other))).toEqual(STALE);
  // A stale device can't confirm itself by a link of its own, nor by a second one.
  const token = await phoneToken(device);
  expect(await refused(confirm(device, { token }))).toEqual([409, 'stale_link']);
  const third = await page.comeIn({ token: await phoneToken(other) });
  expect(await refused(invite(third))).toEqual(STALE);
  expect((await confirm(third, { token: await newToken() })).status).toBe(204);
  expect((await invite(third)).status).toBe(200);
});

test('F76 a browser at a number of this machine gets a link to its name, as fresh as it is', async () => {
  const there = openPage(server.url, '127.0.0.1');
  const ask = async (at: Page): Promise<{ readonly url?: string }> => {
    const link = await at.ask(server.device, 'POST', '/api/session/link', { named: true });
    return (await link.json()) as { readonly url?: string };
  };
  expect(await ask(page)).toEqual({ reachable: false });
  wait(31 * MINUTE);
  const { url = '' } = await ask(there);
  expect(url.split('#')[0]).toBe(`${page.origin}/start`);
  expect(await refused(invite(await page.comeIn({ token: url.split('#')[1] })))).toEqual(STALE);
});

test('F72 a session ends after 30 days without a visit, and after 180 days in any case', async () => {
  const [idle, busy] = [server.device, await server.signIn()];
  const look = async (device: DeviceHeaders): Promise<number> =>
    (await page.ask(device, 'GET', '/api/account')).status;
  const begin = Date.now();
  wait(29 * DAY);
  expect([await look(idle), await look(busy)]).toEqual([200, 200]);
  for (let day = 29; day < 179; day += 25) {
    vi.setSystemTime(begin + day * DAY);
    expect(await look(busy)).toBe(200);
  }
  expect(await look(idle)).toBe(401);
  vi.setSystemTime(begin + 180 * DAY - 1000);
  expect(await look(busy)).toBe(200);
  vi.setSystemTime(begin + 180 * DAY);
  expect(await look(busy)).toBe(401);
});

test('F72 signing in sets how fresh a session is, by each way', async () => {
  const phone = await page.addPasskey(server.device);
  const secret = secretOf('a');
  await page.ask(server.device, 'PUT', '/api/credentials/passphrase', { name: 'dana', secret });
  wait(60 * MINUTE);
  for (const proof of [
    { token: await newToken() },
    { passkey: phone.use(await page.challenge()) },
    { sign_in_name: 'dana', secret },
  ])
    expect((await invite(await page.comeIn(proof))).status).toBe(200);
  expect((await store.listSessions('first', Date.now())).length).toBeGreaterThan(3);
});
