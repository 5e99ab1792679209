import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type RunningServer, startServer } from '../../../../../fixtures/running-server.ts';
import type { DeviceHeaders } from '../../../../../fixtures/sign-in.ts';
import { openPage, type Page, refused, secretOf } from '../../../../../fixtures/signed-in.ts';
import { talker } from '../../../../../fixtures/talker.ts';
import type { WholeStore } from '../../../../../fixtures/whole-store.ts';
import { createServer, type Server } from '../create-server.ts';
import { networkOf } from './attempts.ts';

let server: RunningServer;
let second: Server;
let page: Page;
let store: WholeStore;
/** The verbs of the store that requests used, in their order. */
const used: string[] = [];
beforeEach(async () => {
  server = await startServer(
    [talker(0)],
    async (given) => {
      store = given;
    },
    () => ({ store: noting(store) }),
  );
  second = await createServer({ store, models: [talker(0)], port: 0 });
  page = openPage(server.url, '127.0.0.1');
});
afterEach(async () => {
  vi.useRealTimers();
  await second.close();
  await server.close();
});

const noting = (given: WholeStore): WholeStore =>
  new Proxy(given, {
    ownKeys: (target) => Reflect.ownKeys(target),
    get(target, name) {
      const verb: unknown = Reflect.get(target, name);
      if (typeof verb !== 'function') return verb;
      return (...args: unknown[]) => {
        used.push(String(name));
        return Reflect.apply(verb, target, args) as unknown;
      };
    },
  });

const WRONG = [401, 'wrong_passphrase'];
const keep = (device: DeviceHeaders, name: string, letter: string): Promise<Response> =>
  page.ask(device, 'PUT', '/api/credentials/passphrase', { name, secret: secretOf(letter) });
const body = (name: string, letter: string) => ({ sign_in_name: name, secret: secretOf(letter) });

async function invite(name: string): Promise<DeviceHeaders> {
  const invited = await server.api('POST', '/api/people/invitations', { name, role: 'member' });
  const { path } = (await invited.json()) as { readonly path: string };
  return page.comeIn({ token: path.split('#')[1], name });
}

test('F74 a sign-in name and the secret of its passphrase sign in; both can be changed and removed', async () => {
  expect((await keep(server.device, 'Dana', 'a')).status).toBe(204);
  expect(await (await fetch(`${page.origin}/api/session/ways`)).json()).toEqual({
    passkey: false,
    passphrase: true,
  });
  const own = await page.comeIn(body(' DANA', 'a'));
  expect(await page.credentials(own)).toMatchObject({ passphrase: { name: 'Dana' } });
  expect((await keep(own, 'Dana O', 'b')).status).toBe(204);
  expect(await refused(page.signIn(body('dana', 'a')))).toEqual(WRONG);
  expect((await page.signIn(body('dana o', 'b'))).status).toBe(200);
  expect((await page.ask(own, 'DELETE', '/api/credentials/passphrase')).status).toBe(204);
  expect(await refused(page.ask(own, 'DELETE', '/api/credentials/passphrase'))).toEqual([
    404,
    'no_passphrase',
  ]);
  expect(await refused(page.signIn(body('dana o', 'b')))).toEqual(WRONG);
});

test('F74 a name that is taken is told only to a signed-in person who wants it', async () => {
  const bea = await invite('Bea');
  await keep(server.device, 'Dana', 'a');
  expect(await refused(keep(bea, 'dana', 'b'))).toEqual([409, 'name_taken']);
  expect((await keep(bea, 'bea', 'b')).status).toBe(204);
  expect((await page.signIn(body('dana', 'a'))).status).toBe(200);
});

test('F74 a suspended person can’t sign in, and is told what anybody is told', async () => {
  const bea = await invite('Bea');
  await keep(bea, 'bea', 'b');
  const [, person] = await store.listAccounts();
  await store.changeAccount(person?.id ?? '', { status: 'suspended' });
  expect(await refused(page.signIn(body('bea', 'b')))).toEqual(WRONG);
});

test('F64 a name that nobody has is answered as one that somebody has, after the same steps', async () => {
  await keep(server.device, 'dana', 'a');
  const [known, unknown] = [await page.salt('dana'), await page.salt('nobody')];
  expect(known).toEqual({ salt: expect.stringMatching(/^[\w-]{22}$/), memory_kib: 65_536, passes: 3 });
  expect({ ...unknown, salt: '' }).toEqual({ ...known, salt: '' });
  expect(unknown.salt).toMatch(/^[\w-]{22}$/);
  expect(await page.salt('nobody')).toEqual(unknown);
  expect(await openPage(second.url, '127.0.0.1').salt('NOBODY ')).toEqual(unknown);
  /** A request: all that is said about it, and the verbs that answered it. */
  const watch = async (ask: () => Promise<Response>): Promise<unknown> => {
    used.length = 0;
    const answer = await ask();
    const headers = [...answer.headers.keys()].filter((name) => name !== 'date');
    return [answer.status, (await answer.text()).replace(/"[\w-]{22}"/, '""'), headers, [...used]];
  };
  const salt = (name: string) => page.ask(server.device, 'POST', '/api/session/salt', { name });
  expect(await watch(() => salt('dana'))).toEqual(await watch(() => salt('other')));
  expect(await watch(() => page.signIn(body('dana', 'x')))).toEqual(
    await watch(() => page.signIn(body('other', 'x'))),
  );
  expect(used).toEqual(['takeAttempt', 'findPassphrase']);
});

test('F68 ten wrong sign-ins hold a name and an address on every server of the store, longer each time', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  await keep(server.device, 'dana', 'a');
  const elsewhere = openPage(second.url, '127.0.0.1');
  for (let i = 0; i < 10; i++)
    expect(await refused((i % 2 ? page : elsewhere).signIn(body('dana', 'x')))).toEqual(WRONG);
  for (const [seconds, at] of [
    [30, page],
    [60, elsewhere],
  ] as const) {
    // Also the right words must wait, or the answer would tell that they are right.
    for (const letter of ['x', 'a']) {
      const held = await at.signIn(body('dana', letter));
      expect([held.status, held.headers.get('retry-after')]).toEqual([429, String(seconds)]);
      expect(await held.json()).toMatchObject({ code: 'too_often', retry_after: seconds });
    }
    vi.setSystemTime(Date.now() + seconds * 1000);
    expect(await refused(page.signIn(body('dana', 'x')))).toEqual(WRONG);
  }
  vi.setSystemTime(Date.now() + 120_000);
  expect((await page.signIn(body('dana', 'a'))).status).toBe(200);
});

test('F68 wrong links count with the rest of their address; a good link still lets in', async () => {
  for (let i = 0; i < 5; i++) expect((await page.signIn({ token: `wrong-${i}` })).status).toBe(401);
  const elsewhere = openPage(second.url, '127.0.0.1');
  for (let i = 0; i < 5; i++) expect((await elsewhere.signIn(body(`name-${i}`, 'x'))).status).toBe(401);
  expect((await page.signIn({ token: 'x'.repeat(43) })).status).toBe(429);
  expect((await page.signIn(body('another', 'x'))).status).toBe(429);
  const token = (await server.startLink()).split('#')[1];
  expect((await page.signIn({ token })).status).toBe(200);
});

test('F68 the addresses of one IPv6 network count as one', () => {
  expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe(networkOf('2001:db8:1:2::9'));
  expect(networkOf('2001:db8:1:3::9')).not.toBe(networkOf('2001:db8:1:2::9'));
  expect([networkOf('::ffff:192.0.2.1'), networkOf('192.0.2.1')]).toEqual(['192.0.2.1', '192.0.2.1']);
  expect(networkOf('not an address')).toBe('not an address');
});
