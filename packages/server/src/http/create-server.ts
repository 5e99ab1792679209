import {
  createServer as createHttpServer,
  type Server as HttpServer,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { createAdaptorServer } from '@hono/node-server';
import { FIRST_ACCOUNT } from '../store/account.ts';
import { checkDoor, createDoor } from './request/door.ts';
import { setHeaders } from './request/headers.ts';
import { LIMITS, type Limits } from './request/limits.ts';
import { listen } from './request/listen.ts';
import { closeSlowPeers } from './request/slow-peers.ts';
import { serve } from './serve.ts';
import type { RoomOptions, ServerOptions } from './server-options.ts';
import { issueToken } from './sign-in/issue-tokens.ts';

/** A server that runs. */
export interface Server {
  /** The address for programs of this machine. */
  readonly url: string;
  /** The address of links: the first public one, if there is one. */
  readonly publicUrl: string;
  /** A link that signs one device in, once. A token given here replaces the random one. */
  startLink(token?: string): Promise<string>;
  /** Ends streams and work in order; unfinished runs continue at the next start. The store stays open. */
  close(): Promise<void>;
}

const SWEEP_MS = 20;
const CUT_OFF_MS = 1000;
/** How often slow requests are looked for, at most. */
const SLOWEST_CHECK_MS = 5000;

/**
 * Starts a Millrace server, on the loopback address unless told otherwise, and takes up the runs that an earlier one left behind:
 * `const server = await createServer({ store: openMemoryStore(), models: [model], port: 4141 })`. `createHandler` puts the same into an
 * app that has a server of its own.
 */
export async function createServer(options: ServerOptions): Promise<Server> {
  checkDoor(options);
  const limits = { ...LIMITS, ...options.limits };
  let port = 0;
  const door = createDoor(options, () => port);
  const served = serve({
    options,
    ownOf: (account) => ownOf(options, account),
    door,
    setting: 'MILLRACE_URL',
  });
  const { app } = served;
  const fetch: Fetch = (request, env) => {
    // A server of HTTP/1 gives these two, and they are Node's own.
    const { incoming, outgoing } = env as { incoming: IncomingMessage; outgoing: ServerResponse };
    return app.fetch(request, { incoming, outgoing, arrival: door.arrivalOf(incoming) });
  };
  const http = createHttp(fetch, options, limits);
  closeSlowPeers(http, limits);
  http.prependListener('request', (request, response) => setHeaders(response, door.arrivalOf(request)));
  port = await listen(http, options.port, options.host);
  await served.begin();

  return {
    url: door.url(),
    publicUrl: door.publicUrl(),
    startLink: async (token) =>
      `${door.publicUrl()}/start#${await issueToken(served.store, FIRST_ACCOUNT, token)}`,
    async close() {
      const closed = new Promise((resolve) => http.close(resolve));
      await served.stop();
      // A connection is idle once its answer is out; a client that does not take it in time is cut off.
      const sweep = setInterval(() => http.closeIdleConnections(), SWEEP_MS);
      const cutOff = setTimeout(() => http.closeAllConnections(), CUT_OFF_MS);
      await closed;
      clearInterval(sweep);
      clearTimeout(cutOff);
      served.forget();
    },
  };
}

/** Node's own server, by https where there is a certificate. Without http2 options it is one of these two. */
function createHttp(fetch: Fetch, { tls }: ServerOptions, { slowMs }: Limits): HttpServer {
  const checked = { connectionsCheckingInterval: Math.min(SLOWEST_CHECK_MS, slowMs) };
  const made =
    tls === undefined
      ? createAdaptorServer({ fetch, createServer: createHttpServer, serverOptions: checked })
      : createAdaptorServer({
          fetch,
          createServer: createHttpsServer,
          serverOptions: { ...checked, ...tls, handshakeTimeout: slowMs },
        });
  return made as HttpServer;
}

type Fetch = Parameters<typeof createAdaptorServer>[0]['fetch'];

/** The part of the options that is for one account. */
function ownOf(options: ServerOptions, account: string): RoomOptions {
  const { tools, mcp, workspace, lock, checkpoints, protectedPaths } = options;
  if (account !== FIRST_ACCOUNT) return options.roomOf?.(account) ?? {};
  return {
    ...(tools && { tools }),
    ...(mcp && { mcp }),
    ...(workspace !== undefined && { workspace }),
    ...(lock && { lock }),
    ...(checkpoints && { checkpoints }),
    ...(protectedPaths && { protectedPaths }),
  };
}
