import { createServer as createHttpServer, type Server as HttpServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { createAdaptorServer, type HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { createLeases } from '../agent/lease/leases.ts';
import { createBus, DOORS_TOPIC } from '../agent/log/bus.ts';
import { systemClock } from '../agent/log/clock.ts';
import { createEraser } from '../agent/run/eraser.ts';
import { LEASE_MS } from '../agent/run/runner.ts';
import { catalogOf } from '../models/catalog/catalog.ts';
import { type Account, FIRST_ACCOUNT } from '../store/account.ts';
import { StoreError } from '../store/store-error.ts';
import { type WatchedStore, watchStore } from '../store/watch-store.ts';
import { createOpenStreams } from './open-streams.ts';
import { answerError } from './request/answer-error.ts';
import { admit, createAuthenticate } from './request/authenticate.ts';
import type { PlacedCaller } from './request/caller.ts';
import { checkDoor, createDoor, type Door } from './request/door.ts';
import { judgeForwarded } from './request/forwarded.ts';
import { guardHost } from './request/guard.ts';
import { diagramHeaders, setHeaders } from './request/headers.ts';
import { LIMITS, type Limits, limitCommands } from './request/limits.ts';
import { listen } from './request/listen.ts';
import { problem } from './request/problem.ts';
import { createRateLimit } from './request/rate-limit.ts';
import { requireScope } from './request/scopes.ts';
import { cookieNameOf, dropCookie, issueToken } from './request/sessions.ts';
import { closeSlowPeers } from './request/slow-peers.ts';
import { storeProblem } from './request/store-problem.ts';
import { openRoom } from './room.ts';
import { bounded, type SharedParts } from './room-app.ts';
import { createRooms, type Rooms } from './rooms.ts';
import { healthRoute } from './routes/health-route.ts';
import { describeApi } from './routes/openapi.ts';
import { pageRoutes } from './routes/page-routes.ts';
import type { RoomOptions, ServerOptions } from './server-options.ts';
import { type Asker, createProver, type Prover } from './sign-in/prover.ts';
import { signInRoutes } from './sign-in/sign-in-routes.ts';
import { watchDoors } from './watch-doors.ts';

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

/** Starts a Millrace server, on the loopback address unless told otherwise, and takes up the runs that an earlier one left behind. */
export async function createServer(options: ServerOptions): Promise<Server> {
  checkDoor(options);
  const watched = watchStore(options.store);
  const { store } = watched;
  const models = 'list' in options.models ? options.models : catalogOf(options.models);
  const bus = options.bus ?? createBus();
  const limits = { ...LIMITS, ...options.limits };
  const streams = createOpenStreams(store, limits);
  const stopping = new AbortController();
  const prover = createProver(store, limits);
  const shared: SharedParts = {
    ...{ limits, models, limited: limitCommands(limits), stopping: stopping.signal },
    ...{ openStream: streams.open, people: store, closeDoors: () => bus.publish(DOORS_TOPIC) },
    prover,
    removeRoom: async (account) => {
      // A run that still works there would write its files again.
      await rooms.check();
      await options.removeRoom?.(account);
    },
  };
  const leases = createLeases(systemClock, options.leaseMs ?? LEASE_MS, options.sole ?? false);
  const rooms: Rooms = createRooms({
    ...{ store, clock: systemClock, tell: tellUnlessKnown },
    open: (account) =>
      openRoom({
        ...{ ...shared, account, options, bus, leases },
        ...{ own: ownOf(options, account), store: store.of(account), vault: store.vaultOf(account) },
        ...{ clock: systemClock, tell: tellUnlessKnown },
        sealOlder: async () => {
          while ((await store.sealAgain()) > 0);
        },
      }),
  });
  const unwatch = watchDoors({
    ...{ store, bus, clock: systemClock, tell: tellUnlessKnown, isNeeded: () => streams.isRead },
    check: () => Promise.all([streams.check('everybody'), rooms.check()]),
    checkDue: () => streams.check('due'),
  });
  let port = 0;
  const door = createDoor(options, () => port);
  const app = createApp({ options, limits, watched, rooms, prover, closeDoors: shared.closeDoors, door });
  const http = createHttp(app.fetch, options, limits);
  closeSlowPeers(http, limits);
  http.prependListener('request', (request, response) => setHeaders(response, door.arrivalOf(request)));
  port = await listen(http, options.port, options.host);
  await rooms.resume();
  const eraser = createEraser({ store, clock: systemClock, tell: tellUnlessKnown });
  eraser.begin();

  return {
    url: door.url(),
    publicUrl: door.publicUrl(),
    startLink: async (token) => `${door.publicUrl()}/start#${await issueToken(store, FIRST_ACCOUNT, token)}`,
    async close() {
      const closed = new Promise((resolve) => http.close(resolve));
      stopping.abort();
      eraser.end();
      await rooms.stop();
      unwatch();
      streams.end();
      // A connection is idle once its answer is out; a client that does not take it in time is cut off.
      const sweep = setInterval(() => http.closeIdleConnections(), SWEEP_MS);
      const cutOff = setTimeout(() => http.closeAllConnections(), CUT_OFF_MS);
      await closed;
      clearInterval(sweep);
      clearTimeout(cutOff);
      watched.close();
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

/** The watch of the store reports its trouble. */
function tellUnlessKnown(what: string, error: unknown): void {
  if (!(error instanceof StoreError)) console.error(what, error);
}

interface AppParts {
  readonly options: ServerOptions;
  readonly limits: Limits;
  readonly watched: WatchedStore;
  readonly rooms: Rooms;
  readonly prover: Prover;
  readonly closeDoors: () => void;
  readonly door: Door;
}

/** The doors of the server. Behind them each account has its own room. */
function createApp({ options, limits, watched, rooms, prover, closeDoors, door }: AppParts) {
  const { store } = watched;
  const cookieName = (c: Context): string => cookieNameOf(door.arrivalOf(c.env.incoming).origin);
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.use(diagramHeaders, guardHost(door));
  const look = async (): Promise<void> => {
    await store.accountsWithRuns();
    const trouble = await watched.check();
    if (trouble !== undefined) throw storeProblem(trouble);
  };
  app.get('/healthz', healthRoute({ look, wayOf: judgeForwarded(options.trustProxy) }));

  const { authority } = options;
  if (authority !== undefined) app.get('/millrace-ca.crt', (c) => c.body(authority, 200, AUTHORITY_HEADERS));
  // The guard has let only those pass that ask for an address of ours.
  const askerOf = (c: Context): Asker => {
    const { origin = '', address } = door.arrivalOf(c.env.incoming);
    return { origin, address };
  };
  for (const step of ['', '/challenge', '/salt', '/look', '/refuse'])
    app.post(`/api/session${step}`, bounded);
  const authenticate = createAuthenticate({ store, wrongTokens: createRateLimit(limits.wrongTokens) });
  const accountHere = async (c: Context): Promise<Account | undefined> =>
    (await authenticate(c.req.raw, door.arrivalOf(c.env.incoming)))?.account;
  app.route('/api/session', signInRoutes({ store, cookieName, closeDoors, prover, askerOf, accountHere }));
  // Every route behind this knows who asks: a new one is closed by default.
  app.use('/api/*', admit(authenticate, door), requireScope('pass_on'));
  app.delete('/api/session', async (c) => {
    const pass = c.get('pass');
    if (pass.type === 'session') await store.dropSession(c.get('account').id, pass.hash);
    closeDoors();
    dropCookie(c, cookieName(c));
    return c.body(null, 204);
  });
  app.get('/api/openapi.json', (c) =>
    c.json(describeApi([...app.routes, ...rooms.of(c.get('account').id).app.routes])),
  );
  // Every other route is one of a room.
  app.all('/api/*', (c) => {
    const { account, device, pass } = c.var;
    const { origin, address: client } = askerOf(c);
    const caller: PlacedCaller = { account, device, pass, address: reachableBy(door, c), origin, client };
    return rooms.of(account.id).app.fetch(c.req.raw, { ...c.env, caller });
  });
  if (options.web !== undefined) app.route('/', pageRoutes(options.web));
  app.notFound((c) => problem(404, 'not_found', `There is nothing at ${c.req.path}.`).getResponse());
  app.onError(answerError);
  return app;
}

/** Phones offer to install what has this type. */
const AUTHORITY_HEADERS = {
  'content-type': 'application/x-x509-ca-cert',
  'content-disposition': 'attachment; filename="millrace-ca.crt"',
};

/** The https address that this device itself uses, where others can open it too; else one that is known. */
function reachableBy(door: Door, c: Context): string | undefined {
  const { origin } = door.arrivalOf(c.env.incoming);
  return door.isReachable(origin) ? origin : door.reachableUrl();
}
