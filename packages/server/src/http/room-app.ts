import type { ModeInfo, ModeList, ModelInfo, ModelList } from '@millrace/engine/run';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { Bus } from '../agent/log/bus.ts';
import type { WorkspaceLock } from '../agent/plan/turn.ts';
import type { Runner } from '../agent/run/runner.ts';
import type { Model } from '../models/adapter/model.ts';
import type { ModelCatalog } from '../models/catalog/catalog.ts';
import type { ProviderCatalog } from '../models/catalog/provider-catalog.ts';
import type { PeopleStore, SessionStore } from '../store/account.ts';
import type { CredentialStore } from '../store/credential.ts';
import type { DeviceLinkStore } from '../store/device-link.ts';
import type { ServerStore, Store } from '../store/store.ts';
import type { TokenStore } from '../store/token-store.ts';
import type { VaultStore } from '../store/vault-store.ts';
import type { Toolbox } from '../tools/define/toolbox.ts';
import { builtInModes } from '../tools/modes/built-in-modes.ts';
import type { Mode } from '../tools/modes/mode.ts';
import { openWorkspace } from '../tools/workspace/workspace.ts';
import { answerError } from './request/answer-error.ts';
import type { RequestParts } from './request/bindings.ts';
import { callerName, requireRole, sessionPass, takeCaller } from './request/caller.ts';
import { UNKNOWN_DEVICE } from './request/device-name.ts';
import { requireFresh } from './request/fresh.ts';
import type { limitCommands } from './request/limit-requests.ts';
import type { Limits } from './request/limits.ts';
import { problem } from './request/problem.ts';
import { requireScope } from './request/scopes.ts';
import { watchRequests } from './request/watch-requests.ts';
import { actionRoutes } from './routes/action-routes.ts';
import { accountSettingsRoutes, chatSettingsRoutes } from './routes/answer-routes.ts';
import { chatRoutes } from './routes/chat-routes.ts';
import { chatStreamRoutes } from './routes/chat-stream-routes.ts';
import { checkpointRoutes } from './routes/checkpoint-routes.ts';
import { completionRoutes } from './routes/completion-routes.ts';
import { accountRoutes, deviceRoutes } from './routes/device-routes.ts';
import { fileRoutes } from './routes/file-routes.ts';
import { linkRoute } from './routes/link-route.ts';
import { mcpRoutes } from './routes/mcp-routes.ts';
import { memoryRoutes } from './routes/memory-routes.ts';
import { peopleRoutes } from './routes/people-routes.ts';
import { previewRoutes } from './routes/preview-routes.ts';
import { projectRoutes } from './routes/project-routes.ts';
import { ruleRoutes } from './routes/rule-routes.ts';
import { runRoutes } from './routes/run-routes.ts';
import { settingsRoutes } from './routes/settings-routes.ts';
import { sheetRoutes } from './routes/sheet-routes.ts';
import { sendChats } from './routes/sync-route.ts';
import { tokenRoutes } from './routes/token-routes.ts';
import { workspaceRoutes } from './routes/workspace-routes.ts';
import type { ServerOptions } from './server-options.ts';
import { confirmRoutes } from './sign-in/confirm-routes.ts';
import { type CredentialParts, credentialRoutes } from './sign-in/credential-routes.ts';
import type { Prover } from './sign-in/prover.ts';
import { createOpenDevices } from './stream/open-devices.ts';
import type { OpenStream } from './stream/open-stream.ts';
import { createRunFeed } from './stream/run-feed.ts';
import { queueRoutes } from './turn/queue-routes.ts';
import { deviceLinks } from './vault/device-links.ts';
import type { VaultGate } from './vault/vault-gate.ts';
import { lockedHere } from './vault/vault-problems.ts';
import { vaultRoutes } from './vault/vault-routes.ts';
import type { VaultUpkeep } from './vault/vault-upkeep.ts';

/** The parts that the routes of every room share. */
export interface SharedParts {
  readonly limits: Limits;
  readonly models: ModelCatalog | ProviderCatalog;
  readonly limited: ReturnType<typeof limitCommands>;
  readonly openStream: OpenStream;
  readonly stopping: AbortSignal;
  /** Accounts, sessions, credentials, API tokens and links that add a device. */
  readonly people: SessionStore &
    PeopleStore &
    CredentialStore &
    TokenStore &
    DeviceLinkStore &
    Pick<ServerStore, 'vaultOf'>;
  /** Lets people show who they are. */
  readonly prover: Prover;
  /** Signs out who may no longer be here, on every server. */
  readonly closeDoors: () => void;
  /** Removes what an account kept outside of the store. */
  readonly removeRoom?: (account: string) => Promise<void>;
}

export interface RoomAppParts extends SharedParts {
  /** Those of the server, with what is the room's own in its place. */
  readonly options: Omit<ServerOptions, 'store' | 'models'>;
  readonly store: Store;
  readonly bus: Bus;
  /** Those that need no other server. */
  readonly ownTools: Toolbox;
  readonly lock: WorkspaceLock;
  readonly runner: Runner;
  readonly account: string;
  readonly vault: VaultStore;
  readonly gate: VaultGate;
  readonly upkeep: VaultUpkeep;
}

export type RoomApp = Hono<{ Bindings: RequestParts }>;

const MAX_BODY = 1024 * 1024;
export const bounded = bodyLimit({ maxSize: MAX_BODY, onError: tooLarge });

/** The routes of one account. They have its store and nothing of any other account. */
export function createRoomApp({ options, ownTools, ...parts }: RoomAppParts): RoomApp {
  const { limits, store, models, bus, lock, runner, openStream, stopping, people, closeDoors, prover } =
    parts;
  const { account, vault, gate, upkeep } = parts;
  const { modes = builtInModes, actions = [], tools = [], workspace, protectedPaths = [] } = options;
  const app: RoomApp = new Hono();
  if (options.observe !== undefined) app.use(watchRequests(options.observe));
  app.use('/api/*', takeCaller, requireScope('refuse'), parts.limited, bounded);
  app.get('/api/models', (c) =>
    c.json<ModelList>({ models: models.list().map(modelInfo), default: models.list()[0]?.id ?? '' }),
  );
  app.get('/api/modes', (c) =>
    c.json<ModeList>({ modes: modes.map(modeInfo), default: modes[0]?.slug ?? '' }),
  );
  app.route('/api/session', linkRoute(people));
  app.route('/api/session/confirm', confirmRoutes({ store: people, prover }));
  app.route('/api/account', accountRoutes(people));
  app.route('/api/devices', deviceRoutes({ store: people, closeDoors }));
  for (const path of ['/api/mcp', '/api/mcp/*', '/api/settings', '/api/people', '/api/people/*'])
    app.use(path, requireRole('owner', 'admin'));
  // Only a person who has just shown who they are changes who may come in.
  for (const path of ['/api/people/*', '/api/credentials/*', '/api/tokens', '/api/tokens/*'])
    app.use(path, requireFresh);
  app.route('/api/tokens', tokenRoutes({ store: people, closeDoors, onRevoke: upkeep.tidy }));
  const forgetWay: CredentialParts['forgetWay'] = async (kind, of) => {
    const outcome = await vault.dropWay(kind, of);
    if (outcome === 'dropped') await upkeep.tidy();
    return outcome !== 'last_way';
  };
  // A session that has only signed in, as by a link that was stolen, takes no way in from the person.
  const guardWay: CredentialParts['guardWay'] = async (c, kind, of) => {
    const ways = (await vault.credentials()).filter((each) => each.kind === kind);
    if (!ways.some((each) => of === undefined || each.of === of)) return;
    if (!(await gate.isOpenFor(sessionPass(c).hash))) throw lockedHere(gate.box);
  };
  app.route('/api/credentials', credentialRoutes({ store: people, prover, guardWay, forgetWay }));
  app.route('/api/people', peopleRoutes({ store: people, closeDoors, removeRoom: parts.removeRoom }));
  if (options.mcp !== undefined) app.route('/api/mcp', mcpRoutes(options.mcp));
  if ('connect' in models) app.route('/api/settings', settingsRoutes(models));
  const links = deviceLinks(people);
  app.route('/api/vault', vaultRoutes({ account, vault, gate, upkeep, sessions: people, links, closeDoors }));
  // The routes below need the keys of people: a new one is locked unasked.
  app.use('/api/*', gate.guard);
  const feed = createRunFeed({ store, bus });
  const turnParts = { store, bus, runner, models, modes, feed };
  app.route('/api/chats', chatRoutes(turnParts));
  app.route('/api/chats', queueRoutes(turnParts));
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
  app.route(
    '/api/files',
    fileRoutes({ store, lock, workspace: folder, protectedPaths, files: options.files }),
  );
  app.route('/api/projects', projectRoutes({ store, bus, models, workspace: folder, protectedPaths }));
  const perMinute = limits.completions;
  app.route('/api/completions', completionRoutes({ store, tools: ownTools, workspace: folder, perMinute }));
  if (folder !== undefined)
    app.route('/api/workspace', workspaceRoutes({ store, tools: ownTools, workspace: folder }));
  if (options.previews !== undefined) app.route('/api/preview', previewRoutes(options.previews));
  const law = { tools, workspace, protectedPaths };
  app.route('/api', chatStreamRoutes({ ...turnParts, ...law, store, openStream, actions, stopping }));
  app.route('/api/actions', actionRoutes({ ...turnParts, actions, stopping }));
  const devices = createOpenDevices();
  app.get('/api/sync', (c) => {
    const device = c.get('device');
    const stream = openStream(c);
    const leave = devices.enter({ id: device, name: callerName(c) ?? UNKNOWN_DEVICE });
    stream.signal.addEventListener('abort', leave);
    void sendChats({ store, bus, models, devices, device, vaultRev: () => upkeep.rev }, stream);
    return stream.answer;
  });
  app.notFound((c) => problem(404, 'not_found', `There is nothing at ${c.req.path}.`).getResponse());
  app.onError(answerError);
  return app;
}

function tooLarge(): never {
  throw problem(413, 'too_large', 'A request can be at most 1 MB.');
}

function modelInfo({ id, name, demo = false, prompts = [], ...model }: Model): ModelInfo {
  const { provider, reads, contextWindow, price, settings } = model;
  return {
    ...{ id, name, demo, prompts },
    ...(provider !== undefined && { provider }),
    ...(reads !== undefined && reads.length > 0 && { reads }),
    ...(contextWindow !== undefined && { context_window: contextWindow }),
    ...(price !== undefined && { price }),
    // A model that plays scripts does the same whatever is chosen.
    ...(!demo && settings !== undefined && { settings }),
  };
}

function modeInfo({ slug, name, description }: Mode): ModeInfo {
  return { slug, name, description };
}
