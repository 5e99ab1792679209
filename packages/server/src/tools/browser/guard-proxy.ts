import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, request as requestHttp, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { portOf } from '../web/allowed-hosts.ts';
import { checkTarget, type Target, type TargetOptions } from '../web/check-target.ts';

/** The proxy that all traffic of a browser goes through. */
export interface GuardProxy {
  readonly url: string;
  readonly username: string;
  readonly password: string;
  /** The refusals since the last time, without repeats. */
  takeRefused(): readonly string[];
  close(): void;
}

const CONNECT_MS = 15_000;
const MOST_TOLD = 20;
const USERNAME = 'millrace';
/** Headers between two hops, which are not passed on. */
const HOP_HEADERS = ['proxy-authorization', 'proxy-connection', 'connection', 'keep-alive', 'te', 'upgrade'];

/**
 * Starts a proxy for a browser that looks names up itself, refuses what is not public or allowed, and connects to exactly what
 * it checked. So pages, frames, workers and sockets of the browser all obey the guard, and no name can change its address
 * between the check and the connection. Only who knows its password can use it.
 */
export async function startGuardProxy(options: TargetOptions): Promise<GuardProxy> {
  const password = randomBytes(24).toString('base64url');
  const expected = Buffer.from(`Basic ${Buffer.from(`${USERNAME}:${password}`).toString('base64')}`);
  const refused = new Set<string>();
  const sockets = new Set<Duplex>();
  const keep = <T extends Duplex>(socket: T): T => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
    return socket;
  };

  function isKnown({ headers }: IncomingMessage): boolean {
    const given = Buffer.from(headers['proxy-authorization'] ?? '');
    return given.length === expected.length && timingSafeEqual(given, expected);
  }

  async function check(url: string): Promise<Target | undefined> {
    try {
      return await checkTarget(url, options);
    } catch (error) {
      if (refused.size < MOST_TOLD)
        refused.add(`${url.slice(0, 200)}: ${error instanceof Error ? error.message : String(error)}`);
      return undefined;
    }
  }

  /** A plain request, with the whole address in its first line. */
  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!isKnown(request)) return refuse(response, 407);
    const target = await check(request.url ?? '');
    if (target?.url.protocol !== 'http:') return refuse(response, 403);
    const { url, addresses } = target;
    const passed = Object.entries(request.headers).filter(([name]) => !HOP_HEADERS.includes(name));
    const headers = { ...Object.fromEntries(passed), host: url.host };
    const onward = requestHttp(
      {
        host: addresses[0],
        port: portOf(url),
        method: request.method,
        path: url.pathname + url.search,
        headers,
        agent: false,
      },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    onward.setTimeout(CONNECT_MS, () => onward.destroy());
    onward.on('error', () => (response.headersSent ? response.destroy() : refuse(response, 502)));
    response.on('close', () => onward.destroy());
    request.pipe(onward);
  }

  /** A tunnel, for https and for sockets. */
  async function tunnel(request: IncomingMessage, client: Duplex, head: Buffer): Promise<void> {
    const say = (line: string): void => void client.end(`HTTP/1.1 ${line}\r\ncontent-length: 0\r\n\r\n`);
    if (!isKnown(request)) {
      client.end(
        'HTTP/1.1 407 Proxy Authentication Required\r\nproxy-authenticate: Basic realm="guard"\r\ncontent-length: 0\r\n\r\n',
      );
      return;
    }
    const target = await check(`https://${request.url ?? ''}/`);
    if (target === undefined || client.destroyed) return say('403 Forbidden');
    const server: Socket = keep(connect(portOf(target.url), target.addresses[0]));
    server.setTimeout(CONNECT_MS, () => server.destroy());
    server.once('connect', () => {
      server.setTimeout(0);
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      server.write(head);
      server.pipe(client).pipe(server);
    });
    server.once('error', () => say('502 Bad Gateway'));
    server.on('close', () => client.destroy());
    client.on('close', () => server.destroy());
  }

  const http = createServer((request, response) => void pass(request, response));
  http.on('connect', (request, client, head) => void tunnel(request, keep(client), head));
  http.on('upgrade', (_, socket) => socket.destroy());
  http.on('connection', keep);
  http.unref();
  await new Promise<void>((resolve, reject) => http.once('error', reject).listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has such an address.
  const { port } = http.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    username: USERNAME,
    password,
    takeRefused() {
      const told = [...refused];
      refused.clear();
      return told;
    },
    close() {
      http.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

function refuse(response: ServerResponse, status: 403 | 407 | 502): void {
  const ask = status === 407 ? { 'proxy-authenticate': 'Basic realm="guard"' } : {};
  response
    .writeHead(status, { ...ask, 'content-type': 'text/plain' })
    .end("This address can't be reached from here.");
}
