import { type Context, Hono } from 'hono';
import { createLeases } from '../agent/lease/leases.ts';
import { createBus, DOORS_TOPIC } from '../agent/log/bus.ts';
import { systemClock } from '../agent/log/clock.ts';
import { createEraser } from '../agent/run/eraser.ts';
import { LEASE_MS } from '../agent/run/runner.ts';
import { catalogOf } from '../models/catalog/catalog.ts';
import type { Account } from '../store/account.ts';
import type { ServerStore } from '../store/store.ts';
import { StoreError } from '../store/store-error.ts';
import { type WatchedStore, watchStore } from '../store/watch-store.ts';
import { createOpenStreams } from './open-streams.ts';
import { answerError } from './request/answer-error.ts';
import { type Authenticate, admit, createAuthenticate } from './request/authenticate.ts';
import type { RequestParts } from './request/bindings.ts';
import type { PlacedCaller } from './request/caller.ts';
import type { Arrival, Door } from './request/door.ts';
import { judgeForwarded } from './request/forwarded.ts';
import { guardHost } from './request/guard.ts';
import { diagramHeaders } from './request/headers.ts';
import { limitCommands } from './request/limit-requests.ts';
import { LIMITS, type Limits } from './request/limits.ts';
import { problem } from './request/problem.ts';
import { createRateLimit } from './request/rate-limit.ts';
import { requireScope } from './request/scopes.ts';
import { cookieNameOf, dropCookie } from './request/sessions.ts';
import { storeProblem } from './request/store-problem.ts';
import { watchRequests } from './request/watch-requests.ts';
import { openRoom } from './room.ts';
import { bounded, type SharedParts } from './room-app.ts';
import { createRooms, type Rooms } from './rooms.ts';
import { healthRoute } from './routes/health-route.ts';
import { describeApi } from './routes/openapi.ts';
import { pageRoutes } from './routes/page-routes.ts';
import type { RoomOptions, ServerOptions } from './server-options.ts';
import { type Asker, createProver, type Prover } from './sign-in/prover.ts';
import { signInRoutes } from './sign-in/sign-in-routes.ts';
import { keepCapsulesFresh } from './vault/capsule-keeper.ts';
import { watchDoors } from './watch-doors.ts';

export interface ServeParts {
  readonly options: ServerOptions;
  /** The part of the options that is for one account. */
  readonly ownOf: (account: string) => RoomOptions;
  readonly door: Pick<Door, 'isReachable' | 'reachableUrl'>;
  /** The setting that has the addresses of this server, for refusals. */
  readonly setting: string;
  /** Tells who sends a request, where an app knows that; without it our own sign-in does. */
  readonly authenticate?: (store: ServerStore) => Authenticate;
}

export type ServedApp = Hono<{ Bindings: RequestParts }>;

/** The routes of a server, and the work behind them. Requests must come with their parts. */
export interface Served {
  readonly app: ServedApp;
  /** The store, whose trouble is noticed. */
  readonly store: ServerStore;
  /** Takes up the runs that an earlier server left behind. */
  begin(): Promise<void>;
  /** Ends streams and work in order. */
  stop(): Promise<void>;
  /** Watches the store no more. */
  forget(): void;
}

/** Makes all of a server but its door. */
export function serve({ options, ownOf, door, setting, authenticate }: ServeParts): Served {
  const watched = watchStore(options.store);
  const { store } = watched;
  const models = 'list' in options.models ? options.models : catalogOf(options.models);
  const bus = options.bus ?? createBus();
  const limits = { ...LIMITS, ...options.limits };
  const streams = createOpenStreams(store, limits, options.observe);
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
        ...{ own: ownOf(account), store: store.of(account), vault: store.vaultOf(account) },
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
  const app = createApp({
    ...{ options, limits, watched, rooms, prover, closeDoors: shared.closeDoors, door, setting },
    ...(authenticate && { authenticate: authenticate(store) }),
  });
  const eraser = createEraser({ store, clock: systemClock, tell: tellUnlessKnown });
  let leaveCapsules = (): void => {};
  return {
    ...{ app, store },
    async begin() {
      await rooms.resume();
      eraser.begin();
      leaveCapsules = keepCapsulesFresh(store, systemClock, tellUnlessKnown);
    },
    async stop() {
      stopping.abort();
      eraser.end();
      leaveCapsules();
      await rooms.stop();
      unwatch();
      streams.end();
    },
    forget: () => watched.close(),
  };
}

/** The watch of the store reports its trouble. */
function tellUnlessKnown(what: string, error: unknown): void {
  if (!(error instanceof StoreError)) console.error(what, error);
}

/** The way that a request came in. */
const arrivalOf = ({ env }: Context): Arrival => (env as RequestParts).arrival;

interface AppParts extends Pick<ServeParts, 'options' | 'door' | 'setting'> {
  readonly authenticate?: Authenticate;
  readonly limits: Limits;
  readonly watched: WatchedStore;
  readonly rooms: Rooms;
  readonly prover: Prover;
  readonly closeDoors: () => void;
}

/** The doors of the server. Behind them each account has its own room. */
function createApp(parts: AppParts): ServedApp {
  const { options, limits, watched, rooms, prover, closeDoors, door, setting } = parts;
  const { store } = watched;
  const cookieName = (c: Context): string => cookieNameOf(arrivalOf(c).origin);
  const app = new Hono<{ Bindings: RequestParts }>();
  if (options.observe !== undefined) app.use('/api/session/*', watchRequests(options.observe));
  app.use(diagramHeaders, guardHost(setting));
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
    const { origin = '', address } = arrivalOf(c);
    return { origin, address };
  };
  const wrongTokens = createRateLimit(limits.wrongTokens);
  const authenticate = parts.authenticate ?? createAuthenticate({ store, wrongTokens });
  if (parts.authenticate === undefined) {
    for (const step of ['', '/challenge', '/salt', '/look', '/refuse'])
      app.post(`/api/session${step}`, bounded);
    const accountHere = async (c: Context): Promise<Account | undefined> =>
      (await authenticate(c.req.raw, arrivalOf(c)))?.account;
    app.route('/api/session', signInRoutes({ store, cookieName, closeDoors, prover, askerOf, accountHere }));
  }
  // Every route behind this knows who asks: a new one is closed by default.
  app.use('/api/*', admit(authenticate), requireScope('pass_on'));
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
function reachableBy(door: ServeParts['door'], c: Context): string | undefined {
  const { origin } = arrivalOf(c);
  return door.isReachable(origin) ? origin : door.reachableUrl();
}
