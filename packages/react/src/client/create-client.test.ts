import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { encodeSse, type StoredEvent } from '@millrace/engine';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createClient } from './create-client.ts';

// A program without a page, and a real server that wants a cookie.

let server: Server;
let baseUrl: string;
const cookies: (string | undefined)[] = [];
const tokens: (string | undefined)[] = [];

beforeEach(async () => {
  cookies.length = 0;
  tokens.length = 0;
  server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

function answer({ url, headers }: IncomingMessage, response: ServerResponse): void {
  cookies.push(headers.cookie);
  tokens.push(headers.authorization);
  if (url === '/api/session') {
    response.setHeader('set-cookie', ['session=abc; HttpOnly; SameSite=Strict; Path=/', 'other=1']);
    response.writeHead(204).end();
  } else if (url === '/api/runs/r/events') {
    response.setHeader('content-type', 'text/event-stream');
    response.write(encodeSse({ id: '1-1', data: JSON.stringify({ seq: 1, type: 'ping' }) }));
    // It breaks once, and is taken up again.
    if (headers['last-event-id'] === undefined) setImmediate(() => response.destroy());
  } else {
    response.end(JSON.stringify({ models: [] }));
  }
}

test('W5 where nobody keeps cookies, the client keeps those of its server', async () => {
  const client = createClient({ baseUrl });
  await client.signIn('token');
  await client.models();
  expect(cookies).toEqual([undefined, 'session=abc; other=1']);
  await createClient({ baseUrl }).models();
  expect(cookies.at(-1)).toBeUndefined();
});

test('W5 a run is followed without a page, across a break, until it is enough', async () => {
  const client = createClient({ baseUrl });
  const events: StoredEvent[] = [];
  const connections: string[] = [];
  await new Promise<void>((resolve) => {
    const stop = client.watchRun('r', {
      onResync: () => {},
      onConnection: (connection) => connections.push(connection),
      onEvent(event) {
        if (events.push(event) < 2) return;
        stop();
        resolve();
      },
    });
  });
  expect(connections).toEqual(['open', 'lost', 'open']);
  expect(events).toHaveLength(2);
});

test('W5 the app may send the requests itself', async () => {
  const sent: string[] = [];
  const client = createClient({
    baseUrl,
    fetch: (address, options) => {
      sent.push(String(address).slice(baseUrl.length));
      return fetch(address, { ...options, headers: { ...options?.headers, cookie: 'mine=1' } });
    },
  });
  await client.models();
  await new Promise<void>((resolve) => {
    const stop = client.watchRun('r', { onResync: () => {}, onEvent: () => resolve(stop()) });
  });
  expect(sent).toEqual(['/api/models', '/api/runs/r/events']);
  expect(cookies).toEqual(['mine=1', 'mine=1']);
});

test('F88 a client with a token sends it with every request, streams too, and keeps no cookie', async () => {
  const client = createClient({ baseUrl, token: 'mr_secret\n' });
  // A server that sets a cookie all the same.
  await client.signIn('token');
  await client.models();
  await new Promise<void>((resolve) => {
    const stop = client.watchRun('r', { onResync: () => {}, onEvent: () => resolve(stop()) });
  });
  expect(tokens).toEqual(Array(3).fill('Bearer mr_secret'));
  expect(cookies).toEqual([undefined, undefined, undefined]);
});

test('F75 a request that needs a confirmation is sent again once it was given, and else told so', async () => {
  const sent: string[] = [];
  const refused = () => Response.json({ code: 'not_fresh', message: 'Confirm.' }, { status: 403 });
  let fresh = false;
  const asked: boolean[] = [];
  const fetching: typeof fetch = async (address, options) => {
    sent.push(`${options?.method} ${String(address)}`);
    return fresh ? Response.json({ id: 'x' }) : refused();
  };
  const client = createClient({
    fetch: fetching,
    async onNotFresh() {
      asked.push(fresh);
      fresh = sent.length > 1;
      return fresh;
    },
  });
  await expect(client.removePerson('b')).rejects.toMatchObject({ code: 'not_fresh' });
  await client.removePerson('b');
  expect(sent).toEqual(Array(3).fill('DELETE /api/people/b'));
  expect(asked).toEqual([false, false]);
  fresh = false;
  await expect(createClient({ fetch: fetching }).removePerson('b')).rejects.toMatchObject({ status: 403 });
});
