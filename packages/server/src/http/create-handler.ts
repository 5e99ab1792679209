import { type IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { type AuthenticateUser, userOfAccount } from './app-user.ts';
import { authenticateUsers } from './app-users.ts';
import type { RequestParts } from './request/bindings.ts';
import { HEADERS, setHeaders } from './request/headers.ts';
import { problem } from './request/problem.ts';
import { arrivalAt, checkUrls, reachableUrlOf } from './request/web-arrival.ts';
import { serve } from './serve.ts';
import type { RoomOptions, ServerOptions } from './server-options.ts';

/** The options that belong to a server's own door, or to one account alone. */
type LeftOut = 'host' | 'port' | 'tls' | 'insecure' | 'authority' | 'web' | 'roomOf' | keyof RoomOptions;

/** The options of `createHandler`. */
export interface HandlerOptions extends Omit<ServerOptions, LeftOut> {
  /**
   * Tells who sends a request, by the sign-in of your app: `async (request) => ({ account: userId })`, or null for nobody. It is asked
   * for each request, and every 30 seconds while a stream is read. Without it our own sessions and API tokens say who asks.
   */
  readonly authenticate?: AuthenticateUser;
  /** The path in front of `/api` where the handler stands, such as `/millrace`. None unless given. */
  readonly basePath?: string;
  /** The addresses of your app, such as `https://app.example`. Loopback always answers as well; everything else is refused. */
  readonly urls?: readonly string[];
  /** The tools that the models of everybody may call. */
  readonly tools?: ServerOptions['tools'];
  /** The folder, tools and MCP servers of one person alone, by the `account` that `authenticate` returned. */
  readonly roomOf?: (account: string) => RoomOptions;
}

/** Millrace inside an app. */
export interface Handler {
  /**
   * Answers a standard request: in Hono `app.all('/api/*', (c) => handler.fetch(c.req.raw, c.env))`, in a route handler of Next
   * `export const GET = handler.fetch`. Never rejects. Given the bindings of `@hono/node-server`, streams take the fast path.
   */
  readonly fetch: (request: Request, env?: unknown) => Promise<Response>;
  /**
   * Answers a request of Node's own server, of Express or of Connect: `app.use(handler.node)`. What is not under `/api` goes to `next`,
   * or is answered with 404.
   */
  readonly node: (
    request: IncomingMessage,
    response: ServerResponse,
    next?: (error?: unknown) => void,
  ) => void;
  /** Settles when the runs that an earlier process left behind are taken up. Requests wait for it by themselves. */
  readonly ready: Promise<void>;
  /** Ends streams and work in order; unfinished runs continue at the next start. The store stays open. */
  close(): Promise<void>;
}

/**
 * Makes Millrace a part of an app that has a server of its own, and perhaps users of its own:
 * `const handler = createHandler({ store, models, authenticate })`. It serves the same API as `createServer`, below `/api`, and begins to
 * work at once. Throws at once, with the fix, for options that make no sense.
 */
export function createHandler(options: HandlerOptions): Handler {
  const { authenticate, basePath = '', urls = [], roomOf, tools, ...rest } = options;
  checkUrls(urls);
  checkOptions(options);
  const ownOf = (account: string): RoomOptions => {
    const user = userOfAccount(account) ?? account;
    return { ...(tools && { tools }), ...roomOf?.(user) };
  };
  const served = serve({
    ...{ options: { ...rest, urls }, ownOf, setting: 'urls of createHandler' },
    door: reachableUrlOf(urls),
    ...(authenticate && { authenticate: (store) => authenticateUsers(store, authenticate) }),
  });
  const ready = served.begin();
  // A start that failed is told by each request.
  ready.catch(() => {});
  const arrivalOf = arrivalAt({ urls, trustProxy: options.trustProxy });

  async function answer(request: Request, parts: RequestParts): Promise<Response> {
    try {
      await ready;
    } catch (error) {
      console.error('Millrace could not start:', error);
      return problem(503, 'not_ready', 'This server did not start; see its log.').getResponse();
    }
    return served.app.fetch(request, parts);
  }

  const listen = getRequestListener(
    (request, { incoming, outgoing }) => {
      // Servers of HTTP/2 come as standard requests.
      const parts = { incoming, outgoing } as { incoming: IncomingMessage; outgoing: ServerResponse };
      const arrival = arrivalOf(incoming.headers, parts.incoming);
      setHeaders(parts.outgoing, arrival);
      return answer(request, { ...parts, arrival });
    },
    { overrideGlobalObjects: false },
  );
  const isOurs = (path: string): boolean => path.startsWith(`${basePath}/api/`);

  return {
    ready,
    async fetch(request, env) {
      const url = new URL(request.url);
      if (!isOurs(url.pathname)) return nothingAt(url.pathname);
      const arrival = arrivalOf(Object.fromEntries(request.headers), url);
      const inner = basePath === '' ? request : new Request(withoutBase(request.url, basePath), request);
      const node = nodeParts(env);
      if (node !== undefined) {
        setHeaders(node.outgoing, arrival);
        return answer(inner, { ...node, arrival });
      }
      return withHeaders(await answer(inner, { arrival }));
    },
    node(request, response, next) {
      const url = originalUrl(request);
      if (!isOurs(url.split('?', 1)[0] ?? '')) {
        if (next !== undefined) return next();
        const { status } = nothingAt('');
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ code: 'not_found', message: `There is nothing at ${url}.` }));
        return;
      }
      request.url = url.slice(basePath.length);
      restoreBody(request);
      void listen(request, response);
    },
    async close() {
      await ready.catch(() => {});
      await served.stop();
      served.forget();
    },
  };
}

/** Refuses options that would let people meet whom the app keeps apart. */
function checkOptions({ authenticate, basePath = '', ...rest }: HandlerOptions): void {
  if (basePath !== '' && !/^(\/[\w.~-]+)+$/.test(basePath))
    throw new Error(`basePath must be a path such as /millrace, not ${JSON.stringify(basePath)}.`);
  const shared = ['workspace', 'checkpoints', 'mcp', 'lock', 'protectedPaths'].filter((name) => name in rest);
  if (shared.length > 0)
    throw new Error(
      `createHandler does not take ${shared.join(', ')}: all people would share them. Return them by roomOf, for each account.`,
    );
  if (authenticate !== undefined && typeof authenticate !== 'function')
    throw new Error('authenticate must be a function: (request) => ({ account }) or null.');
}

/** The address of a request before Express took the path away that it is mounted at. */
function originalUrl(request: IncomingMessage & { readonly originalUrl?: unknown }): string {
  return typeof request.originalUrl === 'string' ? request.originalUrl : (request.url ?? '/');
}

function withoutBase(url: string, basePath: string): string {
  const { origin, pathname, search } = new URL(url);
  return `${origin}${pathname.slice(basePath.length)}${search}`;
}

/** Gives the body back that a parser of the app has read before us, such as `express.json()`. */
function restoreBody(request: IncomingMessage & { body?: unknown; rawBody?: unknown }): void {
  const { body, rawBody } = request;
  if (!request.readableEnded || rawBody instanceof Buffer || body === undefined || body === null) return;
  if (Buffer.isBuffer(body)) request.rawBody = body;
  else request.rawBody = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}

/** Node's own request and answer in the bindings of a host; undefined where there are none. */
function nodeParts(env: unknown): { incoming: IncomingMessage; outgoing: ServerResponse } | undefined {
  if (typeof env !== 'object' || env === null || !('outgoing' in env)) return undefined;
  return env.outgoing instanceof ServerResponse
    ? { incoming: env.outgoing.req, outgoing: env.outgoing }
    : undefined;
}

function withHeaders(answer: Response): Response {
  const headers = new Headers(HEADERS);
  for (const [name, value] of answer.headers)
    if (name === 'set-cookie') headers.append(name, value);
    else headers.set(name, value);
  const { body, status, statusText } = answer;
  return new Response(body, { status, statusText, headers });
}

const nothingAt = (path: string): Response =>
  problem(404, 'not_found', `There is nothing at ${path}.`).getResponse();
