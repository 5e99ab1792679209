import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../../../../../fixtures/running-server.ts';
import { signInWith } from '../../../../../fixtures/sign-in.ts';
import { talker } from '../../../../../fixtures/talker.ts';
import { defineAction } from '../../tools/define/define-action.ts';
import type { ServerOptions } from '../server-options.ts';
import { LIMITS } from './limits.ts';

let server: RunningServer;
let startLink: () => Promise<string>;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await server.close();
});

async function start(limits: ServerOptions['limits'] = {}): Promise<void> {
  server = await startServer([talker(0)], undefined, () => ({ limits }));
  ({ startLink } = server);
}

const tryToken = (token: string): Promise<Response> =>
  fetch(`${server.url}/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });

/** All of them at once: what is refused is not a matter of time. */
async function statuses(
  count: number,
  ask: (i: number) => Promise<Response>,
): Promise<Record<number, number>> {
  const answers = await Promise.all(Array.from({ length: count }, (_, i) => ask(i)));
  const found: Record<number, number> = {};
  for (const { status } of answers) found[status] = (found[status] ?? 0) + 1;
  return found;
}

test('H44 wrong sign-in links are refused after a few, with when to try again, and a good one still lets in', async () => {
  await start({ wrongSignIns: 3 });
  expect(await statuses(20, (i) => tryToken(`wrong-token-${i}`))).toEqual({ 401: 3, 429: 17 });
  const refused = await tryToken('x'.repeat(43));
  expect([refused.status, await refused.json()]).toEqual([
    429,
    {
      code: 'too_often',
      message: expect.stringMatching(/^Too many wrong sign-ins\. Try again in \d+ seconds;/),
      retry_after: expect.any(Number),
    },
  ]);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  // Nobody guesses a random token, so its owner comes in no matter who else tries.
  expect(await signInWith(await startLink())).toMatchObject({ cookie: expect.stringMatching(/^millrace_/) });
});

test('H44 a token that a person chose can be guessed, so it is not even looked at after many wrong ones', async () => {
  await start({ wrongSignIns: 3 });
  await server.startLink('chosen-by-a-person');
  await statuses(5, (i) => tryToken(`wrong-token-${i}`));
  expect((await tryToken('chosen-by-a-person')).status).toBe(429);
});

test('H44 what is no sign-in at all, or comes from another site, uses up nothing', async () => {
  await start({ wrongSignIns: 1 });
  for (let i = 0; i < 5; i++) {
    expect(
      (await server.api('POST', '/api/session', { token: 'x' }, { origin: 'http://evil.example' })).status,
    ).toBe(403);
    expect((await server.api('POST', '/api/session', { nothing: 1 })).status).toBe(400);
  }
  expect((await tryToken('wrong-token')).status).toBe(401);
});

test('H45 new chats, messages and other commands have a limit for each device, and one for each account', async () => {
  // One more than is counted below: the invitation.
  await start({ commands: 6, allCommands: 9 });
  const invited = await server.api('POST', '/api/people/invitations', { name: 'Bea', role: 'member' });
  const { path } = (await invited.json()) as { readonly path: string };
  const bea = await signInWith(`${server.url}${path}`, 'Bea');
  const create = (): Promise<Response> => server.api('POST', '/api/chats', {});
  expect(await statuses(12, create)).toEqual({ 200: 5, 429: 7 });
  const refused = await create();
  expect(await refused.json()).toEqual({
    code: 'too_often',
    message: expect.stringMatching(/^Too many requests in one minute\. Try again in \d+ seconds\.$/),
  });
  expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
  // Another device has its own, within what the account may.
  const other = await server.signIn();
  expect(await statuses(6, () => server.api('POST', '/api/chats', {}, { ...other }))).toEqual({
    200: 3,
    429: 3,
  });
  // Somebody else is not held up.
  expect(await statuses(7, () => server.api('POST', '/api/chats', {}, { ...bea }))).toEqual({
    200: 6,
    429: 1,
  });
  // Reading goes on, and nothing of what was refused was done.
  expect((await server.api('GET', '/api/chats')).status).toBe(200);
});

test('H45 decisions are counted apart, so that a busy device can still say no', async () => {
  await start({ commands: 1, decisions: 2 });
  await server.api('POST', '/api/chats', {});
  expect((await server.api('POST', '/api/chats', {})).status).toBe(429);
  const decide = (): Promise<Response> => server.api('POST', '/api/runs/none/decisions', {});
  expect(await statuses(4, decide)).toEqual({ 400: 2, 429: 2 });
});

test('H45 what a person and the page do in a minute is far below the limits', () => {
  expect(LIMITS.commands).toBeGreaterThanOrEqual(120);
  expect(LIMITS.allCommands).toBeGreaterThan(LIMITS.commands);
});

test('H46 a device holds so many streams open and no more; one that it closes makes room', async () => {
  await start({ streams: 3 });
  const open = (): Promise<Response> => server.api('GET', '/api/sync');
  const held = [await open(), await open(), await open()];
  const refused = await open();
  expect([refused.status, await refused.json()]).toEqual([
    429,
    { code: 'too_many_streams', message: expect.stringMatching(/already has 3 open streams\. Close some/) },
  ]);
  const other = await server.signIn();
  const theirs = await server.api('GET', '/api/sync', undefined, { ...other });
  expect(theirs.status).toBe(200);
  await held[0]?.body?.cancel();
  await expect
    .poll(async () => {
      const again = await open();
      held.push(again);
      return again.status;
    })
    .toBe(200);
  for (const each of [...held, theirs]) await each.body?.cancel();
});

function dial(sent: string): Socket {
  const { port } = new URL(server.url);
  const socket = connect(Number(port), '127.0.0.1', () => socket.write(sent));
  sockets.push(socket);
  return socket;
}
async function closedWith(socket: Socket): Promise<string> {
  let text = '';
  socket.on('data', (bytes) => {
    text += String(bytes);
  });
  socket.on('error', () => {});
  await once(socket, 'close');
  return text;
}

test('H47 a connection that does not bring its request is closed: silent, slow headers, a slow body', async () => {
  await start({ slowMs: 500 });
  const { host } = new URL(server.url);
  const silent = closedWith(dial(''));
  const headers = closedWith(dial(`GET / HTTP/1.1\r\nHost: ${host}\r\nX-Slow: `));
  const trickle = dial(
    `POST /api/session HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n`,
  );
  // Something comes all the time, and never enough.
  const drops = setInterval(() => trickle.write(' '), 20);
  expect(await silent).not.toContain('200');
  expect(await headers).toMatch(/^(HTTP\/1\.1 408 |$)/);
  expect(await closedWith(trickle)).toMatch(/^(HTTP\/1\.1 4\d\d |$)/);
  clearInterval(drops);
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
});

test('H47 a reader that does not take its stream is cut off, and one that does is not', async () => {
  await start({ slowMs: 400 });
  const { host } = new URL(server.url);
  const chat = await server.api('POST', '/api/chat', { message: 'Hello' });
  await chat.text();
  const run = chat.headers.get('x-run-id');
  const { cookie, 'x-millrace-key': key } = server.device;
  // Answers pile up until no more go out.
  const asked = `GET /api/runs/${run}/events HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookie}\r\nX-Millrace-Key: ${key}\r\n\r\n`;
  const deaf = dial(asked.repeat(3000));
  deaf.pause();
  const gone = new Promise((resolve) => {
    deaf.on('error', resolve);
    deaf.on('close', resolve);
    // A socket that is not read hears of its end only by writing.
    const knock = setInterval(() => deaf.write(asked), 50);
    deaf.on('close', () => clearInterval(knock));
  });
  await gone;
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
});

test('H47 there are only so many connections, and those that say nothing make room', async () => {
  await start({ connections: 20, slowMs: 500 });
  const idle = Array.from({ length: 60 }, () => dial(''));
  await Promise.all(idle.map((socket) => closedWith(socket)));
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
});

test('H47 a request that the server is at work on may take longer', async () => {
  let go = (): void => {};
  const begun = new Promise<void>((resolve) => {
    go = resolve;
  });
  let done = (): void => {};
  const action = defineAction({
    name: 'slow',
    async run() {
      go();
      await new Promise<void>((resolve) => {
        done = resolve;
      });
      return 'Done.';
    },
  });
  server = await startServer([talker(0)], undefined, () => ({ limits: { slowMs: 500 }, actions: [action] }));
  await server.api('POST', '/api/chats', { id: 'chat' });
  const answer = server.api('POST', '/api/actions', { command_id: 'c', chat_id: 'chat', action: 'slow' });
  await begun;
  // Others are closed meanwhile.
  await closedWith(dial(''));
  await closedWith(dial(''));
  done();
  expect((await answer).status).toBe(200);
});
