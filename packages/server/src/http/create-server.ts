import type { Server as HttpServer } from 'node:http';
import { createAdaptorServer, type HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { ModeInfo, ModeList, ModelInfo, ModelList } from '@millrace/engine/run';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { HTTPException } from 'hono/http-exception';
import { type Bus, createBus } from '../agent/log/bus.ts';
import { systemClock } from '../agent/log/clock.ts';
import type { WorkspaceLock } from '../agent/plan/turn.ts';
import { oneAtATime } from '../agent/run/agent-options.ts';
import { createEraser } from '../agent/run/eraser.ts';
import { createRunner, type Runner } from '../agent/run/runner.ts';
import type { Checkpoints } from '../checkpoints/checkpoints.ts';
import type { Model } from '../models/adapter/model.ts';
import { catalogOf, type ModelCatalog } from '../models/catalog/catalog.ts';
import type { ProviderCatalog } from '../models/catalog/provider-catalog.ts';
import type { Store } from '../store/store.ts';
import { StoreError } from '../store/store-error.ts';
import { type WatchedStore, watchStore } from '../store/watch-store.ts';
import type { Action } from '../tools/define/define-action.ts';
import { joinTools, type Toolbox } from '../tools/define/toolbox.ts';
import type { Mcp } from '../tools/mcp/create-mcp.ts';
import { builtInModes } from '../tools/modes/built-in-modes.ts';
import type { Mode } from '../tools/modes/mode.ts';
import type { GuardedFetch } from '../tools/web/guarded-fetch.ts';
import { openWorkspace } from '../tools/workspace/workspace.ts';
import { guardHost } from './request/guard.ts';
import { diagramHeaders, setHeaders } from './request/headers.ts';
import { LIMITS, type Limits, limitCommands, limitStreams } from './request/limits.ts';
import { listen } from './request/listen.ts';
import { problem } from './request/problem.ts';
import { createRateLimit } from './request/rate-limit.ts';
import { issueToken, requireSession, signInRoute, signOutRoute } from './request/sessions.ts';
import { closeSlowPeers } from './request/slow-peers.ts';
import { storeProblem } from './request/store-problem.ts';
import { actionRoutes } from './routes/action-routes.ts';
import { accountSettingsRoutes, chatSettingsRoutes } from './routes/answer-routes.ts';
import { chatRoutes } from './routes/chat-routes.ts';
import { chatStreamRoutes } from './routes/chat-stream-routes.ts';
import { checkpointRoutes } from './routes/checkpoint-routes.ts';
import { completionRoutes } from './routes/completion-routes.ts';
import { mcpRoutes } from './routes/mcp-routes.ts';
import { memoryRoutes } from './routes/memory-routes.ts';
import { describeApi } from './routes/openapi.ts';
import { pageRoutes } from './routes/page-routes.ts';
import { previewRoutes } from './routes/preview-routes.ts';
import { projectRoutes } from './routes/project-routes.ts';
import { ruleRoutes } from './routes/rule-routes.ts';
import { runRoutes } from './routes/run-routes.ts';
import { settingsRoutes } from './routes/settings-routes.ts';
import { sheetRoutes } from './routes/sheet-routes.ts';
import { sendChats } from './routes/sync-route.ts';
import { workspaceRoutes } from './routes/workspace-routes.ts';
import { createOpenDevices, deviceName } from './stream/open-devices.ts';
import { createRunFeed } from './stream/run-feed.ts';
import { type OpenStream, openSse, type SseStream } from './stream/sse-stream.ts';

/** The options of `createServer`. */
export interface ServerOptions {
  readonly store: Store;
  /** Carries wake-ups between the servers on one store. Without it: within this process. It stays open. */
  readonly bus?: Bus;
  /** The first one answers when a message names none. */
  readonly models: readonly Model[] | ModelCatalog | ProviderCatalog;
  /** The tools that models may call, or a function that gives those that exist now. */
  readonly tools?: Toolbox;
  /** MCP servers, whose tools models may call as well. They stay open. */
  readonly mcp?: Mcp;
  /** How models may work; the first one is the default. The built-in ones unless given. */
  readonly modes?: readonly Mode[];
  /** The actions of the server for buttons that a message offered. */
  readonly actions?: readonly Action[];
  /** Fetches what links lead to, for their previews. Without it there are none. */
  readonly previews?: GuardedFetch;
  /** The folder that tools work on. */
  readonly workspace?: string;
  /** Paths that are always asked about, beside `.git` and `.millrace`; relative ones in every folder. */
  readonly protectedPaths?: readonly string[];
  /** Held while a tool works on the workspace. Without it one tool at a time does so in this process. */
  readonly lock?: WorkspaceLock;
  /** Saves the workspace before a run changes it, so that people can go back. Without it nothing is saved. */
  readonly checkpoints?: Checkpoints;
  /** Binds exactly this port, or fails; 0 takes any free one. Without it: 4141 or the next free port. */
  readonly port?: number;
  /** The folder of the built page. Without it the server offers only its API. */
  readonly web?: string;
  /** True when no other process serves this store: runs of a crashed one continue at once, not when its leases end. */
  readonly sole?: boolean;
  /** For how long a run stays with a server that is no longer heard of. 15 seconds unless given. */
  readonly leaseMs?: number;
  /** The longest time that a server may be paused and then continue its work. Default 30 seconds. */
  readonly longestPauseMs?: number;
  /** How many model calls of a run may offer tools. Unless given 5, and 50 in a mode that works with tools. */
  readonly maxIterations?: number;
  /**
   * At that limit one last model call without tools sums up (`sum_up`, the default), or the run waits for a person (`ask`), who lets
   * it go on for as many steps again, or stop there with a summary.
   */
  readonly atStepLimit?: 'sum_up' | 'ask';
  /** How often the same may be done before a person is asked. 3 unless given; 0 for as often as it likes. */
  readonly repetitionLimit?: number;
  /** Asks the model of a chat for its name after the first answer. Without it a chat is called after its first words. */
  readonly titles?: boolean;
  /** For how long a person can decide about a call. For ever unless given. */
  readonly approvalMs?: number;
  /** How much the server takes, where it differs from `LIMITS`. A test or a bench may want more. */
  readonly limits?: Partial<Limits>;
}

/** A server that runs. */
export interface Server {
  readonly url: string;
  /** A link that signs one device in, once. A token given here replaces the random one. */
  startLink(token?: string): Promise<string>;
  /** Ends streams and work in order; unfinished runs continue at the next start. The store stays open. */
  close(): Promise<void>;
}

const MAX_BODY = 1024 * 1024;
const SWEEP_MS = 20;
const CUT_OFF_MS = 1000;
/** How often slow requests are looked for, at most. */
const SLOWEST_CHECK_MS = 5000;

/** Starts a Millrace server on the loopback address and takes up the runs that an earlier one left behind. */
export async function createServer({ mcp, ...given }: ServerOptions): Promise<Server> {
  const { tools = [] } = given;
  const options = { ...given, ...(mcp && { mcp, tools: joinTools(tools, mcp.tools) }) };
  const watched = watchStore(options.store);
  const { store } = watched;
  const models = 'list' in options.models ? options.models : catalogOf(options.models);

  const bus = options.bus ?? createBus();
  const workspace = options.workspace === undefined ? undefined : openWorkspace(options.workspace);
  const lock = options.lock ?? oneAtATime();
  const runner = createRunner({
    ...options,
    store,
    bus,
    models,
    workspace,
    lock,
    sole: options.sole ?? false,
  });
  const limits = { ...LIMITS, ...options.limits };
  const streams = new Set<SseStream>();
  const stopping = new AbortController();
  let port = 0;
  const app = createApp({
    options,
    limits,
    ownTools: tools,
    watched,
    models,
    bus,
    lock,
    runner,
    streams,
    stopping: stopping.signal,
    port: () => port,
  });
  // Without http2 options this is always a plain HTTP server.
  const http = createAdaptorServer({
    fetch: app.fetch,
    serverOptions: { connectionsCheckingInterval: Math.min(SLOWEST_CHECK_MS, limits.slowMs) },
  }) as HttpServer;
  closeSlowPeers(http, limits);
  http.prependListener('request', setHeaders);
  port = await listen(http, options.port);
  await runner.resume();
  const eraser = createEraser({ store, clock: systemClock, tell: tellUnlessKnown });
  eraser.begin();

  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    startLink: async (token) => `${url}/start#${await issueToken(store, token)}`,
    async close() {
      const closed = new Promise((resolve) => http.close(resolve));
      stopping.abort();
      eraser.end();
      await runner.stop();
      for (const stream of streams) stream.end();
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

/** The watch of the store reports its trouble. */
function tellUnlessKnown(what: string, error: unknown): void {
  if (!(error instanceof StoreError)) console.error(what, error);
}

interface AppParts {
  readonly options: ServerOptions;
  readonly limits: Limits;
  /** Those that need no other server. */
  readonly ownTools: Toolbox;
  readonly watched: WatchedStore;
  readonly models: ModelCatalog | ProviderCatalog;
  readonly bus: Bus;
  readonly lock: WorkspaceLock;
  readonly runner: Runner;
  readonly streams: Set<SseStream>;
  readonly stopping: AbortSignal;
  readonly port: () => number;
}

function createApp({ options, ownTools, ...parts }: AppParts) {
  const { limits, watched, models, bus, lock, runner, streams, stopping, port } = parts;
  const { store } = watched;
  const { modes = builtInModes, actions = [], tools = [], workspace, protectedPaths = [] } = options;
  const cookieName = (): string => `millrace_${port()}`; // cookies do not tell ports apart
  const enter = limitStreams(limits);
  const openStream: OpenStream = (c, headers) => {
    const leave = enter(c);
    const stream = openSse(c.env.outgoing, headers);
    streams.add(stream);
    const forget = (): void => {
      streams.delete(stream);
      leave();
    };
    if (stream.signal.aborted) forget();
    else stream.signal.addEventListener('abort', forget);
    return stream;
  };

  const app = new Hono<{ Bindings: HttpBindings }>();
  app.use(diagramHeaders, guardHost(port));
  app.get('/healthz', async (c) => {
    await store.claimableRuns(Date.now(), 1);
    const trouble = await watched.check();
    if (trouble !== undefined) throw storeProblem(trouble);
    return c.json({ status: 'ok' });
  });

  const wrongTokens = createRateLimit(limits.wrongTokens);
  const addressOf = (c: Context): string => c.env.incoming.socket.remoteAddress ?? '';
  const bounded = bodyLimit({ maxSize: MAX_BODY, onError: tooLarge });
  // Every route behind the next lines is for signed-in devices: a new route is closed by default.
  app.post('/api/session', bounded);
  app.route('/api/session', signInRoute({ store, cookieName, wrongTokens, addressOf }));
  app.use('/api/*', requireSession(store, cookieName), limitCommands(limits), bounded);
  app.route('/api/session', signOutRoute(store, cookieName));
  app.get('/api/openapi.json', (c) => c.json(describeApi(app.routes)));
  app.get('/api/models', (c) =>
    c.json<ModelList>({ models: models.list().map(modelInfo), default: models.list()[0]?.id ?? '' }),
  );
  app.get('/api/modes', (c) =>
    c.json<ModeList>({ modes: modes.map(modeInfo), default: modes[0]?.slug ?? '' }),
  );
  if (options.mcp !== undefined) app.route('/api/mcp', mcpRoutes(options.mcp));
  if ('connect' in models) app.route('/api/settings', settingsRoutes(models));
  const feed = createRunFeed({ store, bus });
  const turnParts = { store, bus, runner, models, modes, feed };
  app.route('/api/chats', chatRoutes(turnParts));
  app.route('/api/chats', chatSettingsRoutes(turnParts));
  app.route('/api/account/settings', accountSettingsRoutes(turnParts));
  app.route('/api/chats', sheetRoutes({ store, bus }));
  app.route('/api/chats', checkpointRoutes({ store, bus, lock, checkpoints: options.checkpoints }));
  app.route(
    '/api/runs',
    runRoutes({ store, bus, runner, openStream, feed, tools, workspace, protectedPaths }),
  );
  app.route('/api/rules', ruleRoutes({ store, workspace, tools }));
  app.route('/api/memories', memoryRoutes(store));
  const folder = workspace === undefined ? undefined : openWorkspace(workspace);
  app.route('/api/projects', projectRoutes({ store, bus, models, workspace: folder, protectedPaths }));
  const perMinute = limits.completions;
  app.route('/api/completions', completionRoutes({ store, tools: ownTools, workspace: folder, perMinute }));
  if (folder !== undefined)
    app.route('/api/workspace', workspaceRoutes({ store, tools: ownTools, workspace: folder }));
  if (options.previews !== undefined) app.route('/api/preview', previewRoutes(options.previews));
  app.route('/api', chatStreamRoutes({ ...turnParts, store, feed, openStream, actions, stopping }));
  app.route('/api/actions', actionRoutes({ ...turnParts, actions, stopping }));
  const devices = createOpenDevices();
  app.get('/api/sync', (c) => {
    const device = c.get('device');
    const stream = openStream(c);
    const leave = devices.enter({ id: device, name: deviceName(c.req.header('user-agent') ?? '') });
    stream.signal.addEventListener('abort', leave);
    void sendChats({ store, bus, models, devices, device }, stream);
    return RESPONSE_ALREADY_SENT;
  });
  if (options.web !== undefined) app.route('/', pageRoutes(options.web));

  app.notFound((c) => problem(404, 'not_found', `There is nothing at ${c.req.path}.`).getResponse());
  app.onError((error) => {
    if (error instanceof HTTPException) return error.getResponse();
    if (error instanceof StoreError) return storeProblem(error).getResponse();
    // A client that broke off hears nothing, and nothing is reported.
    if ('code' in error && error.code === 'ECONNRESET')
      return problem(400, 'broken_off', 'The request was interrupted.').getResponse();
    console.error('A request failed unexpectedly:', error);
    return problem(500, 'internal', 'Internal error; see the server log.').getResponse();
  });
  return app;
}

function tooLarge(): never {
  throw problem(413, 'too_large', 'A request can be at most 1 MB.');
}

function modelInfo({ id, name, demo = false, prompts = [], ...model }: Model): ModelInfo {
  const { provider, contextWindow, price, settings } = model;
  return {
    ...{ id, name, demo, prompts },
    ...(provider !== undefined && { provider }),
    ...(contextWindow !== undefined && { context_window: contextWindow }),
    ...(price !== undefined && { price }),
    // A model that plays scripts does the same whatever is chosen.
    ...(!demo && settings !== undefined && { settings }),
  };
}

function modeInfo({ slug, name, description }: Mode): ModeInfo {
  return { slug, name, description };
}
