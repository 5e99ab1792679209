import { statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  acceptTrusted,
  allowedHosts,
  allTools,
  createMcp,
  createServer,
  createWorkspaceLock,
  FIRST_ACCOUNT,
  loadFocuses,
  loadModes,
  openCheckpoints,
  type ProviderCatalog,
  type WorkspaceLock,
} from '@millrace/server';
import { createChoiceFile } from '../choice-file.ts';
import { createKeyFile } from '../key-file.ts';
import { secretsOf } from '../keys/secrets-of.ts';
import { authorityOf, lanWords } from '../lan/lan-words.ts';
import { openDoor } from '../lan/open-door.ts';
import { removeMemberFolder } from '../member-folder.ts';
import { findModels } from '../models.ts';
import { openObservers } from '../observe/open-observers.ts';
import { openBackend } from '../open-backend.ts';
import { ownPackage } from '../own-package.ts';
import { refuseForeignData } from '../refuse-foreign-data.ts';
import { sampleWorkspace } from '../sample-workspace.ts';
import { removeServerFile, writeServerFile } from '../server-file.ts';
import type { Settings } from '../settings.ts';
import { webAccess } from '../web-access.ts';
import { commandOptions } from './command-options.ts';
import { memberRoom } from './member-room.ts';
import { sealOlder } from './seal-older.ts';

const SHUTDOWN_MS = 10_000;
/** How many model calls a run makes before it asks whether to go on. */
const STEPS = 25;

/** The wishes of one start, which its command line says. */
export interface ServeOptions {
  /** Lets devices on the same network in. */
  readonly lan?: boolean;
}

/** A server that is ready, in words for people and as facts. */
export interface Served {
  readonly text: string;
  readonly facts: {
    /** Signs a browser in, once. */
    readonly link: string;
    /** The address for programs of this machine. */
    readonly url: string;
    /** The certificate that devices of the network may trust, and its SHA-256 fingerprint. */
    readonly authority?: { readonly url: string; readonly fingerprint: string };
  };
}

/** Serves the app until the process is told to end. Resolves when it is ready. */
export async function serve(settings: Settings, { lan = false }: ServeOptions = {}): Promise<Served> {
  const { data, keys, port, token } = settings;
  const door = await openDoor(settings, lan);
  refuseForeignData(data);
  const demo = fileURLToPath(new URL('../demo', import.meta.url));
  const { store, sealer, bus, sole, close: closePlace } = await openBackend(settings);
  await store.freshenCapsules();
  const models = await findModels(settings, demo, createKeyFile(data, sealer), createChoiceFile(data));
  const own = store.of(FIRST_ACCOUNT);
  const workspace = settings.workspace ?? sampleWorkspace(data, demo);
  const lock = lockOf(workspace, data);
  // The owner's own texts come before those of a workspace, which count only once the owner has said so.
  const accepts = acceptTrusted(workspace, await own.readTrust(workspace));
  const { modes, problems } = await loadModes(
    [join(workspace, '.millrace/modes'), join(data, 'modes')],
    accepts,
  );
  const focus = await loadFocuses([join(workspace, '.millrace/focus'), join(data, 'focus')], accepts);
  for (const problem of [...problems, ...focus.problems]) console.warn(problem);
  for (const line of refusedKeys(models)) console.warn(line);
  const mcp = createMcp({
    file: join(data, 'mcp.json'),
    secrets: secretsOf(sealer),
    workspace,
    allowed: allowedHosts(settings.web.allowHosts),
  });
  for (const problem of mcp.problems) console.warn(problem);
  const access = webAccess(settings.web);
  const lockOn = (folder: string) => createWorkspaceLock(folder, { data });
  const observers = await openObservers(settings);
  const server = await createServer({
    ...(observers.observe && { observe: observers.observe }),
    store,
    models,
    modes,
    tools: allTools({
      modes,
      data,
      version: ownPackage().version,
      command: commandOptions(settings),
      images: () => models.images()?.generate,
      web: access,
      focuses: focus.focuses,
      memories: own,
    }),
    mcp,
    workspace,
    lock,
    protectedPaths: [data, keys],
    checkpoints: openCheckpoints({ workspace, data, lockOn }),
    roomOf: (account) => memberRoom({ account, store, data, modes, lockOn, web: access, images: models }),
    removeRoom: (account) => removeMemberFolder(data, account),
    ...(settings.web.previews && { previews: access.fetch }),
    sole,
    files: settings.files,
    titles: true,
    maxIterations: STEPS,
    atStepLimit: 'ask',
    ...(bus && { bus }),
    web: fileURLToPath(new URL('../web', import.meta.url)),
    ...(port === undefined ? {} : { port }),
    ...door.options,
  });
  writeServerFile(data, server);
  const ended = new AbortController();
  const sealed = sealOlder(store, ended.signal);

  let closing = false;
  async function close(): Promise<void> {
    // A second signal does not wait.
    if (closing) process.exit(1);
    closing = true;
    setTimeout(() => process.exit(1), SHUTDOWN_MS).unref();
    ended.abort();
    await server.close();
    await sealed;
    await mcp.close();
    removeServerFile(data, server.url);
    observers.close();
    await closePlace();
    process.exit(0);
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void close());
  // Told last, because the reader may end us at once.
  const link = await server.startLink(token);
  const { fingerprint } = door;
  const words = lan ? `\n${lanWords(link, fingerprint, process.stdout.isTTY ? 'terminal' : 'file')}` : '';
  return {
    text: `Millrace is ready: ${link}${words}`,
    facts: {
      ...{ link, url: server.url },
      ...(fingerprint !== undefined && { authority: { url: authorityOf(link), fingerprint } }),
    },
  };
}

/** One line for each provider that refused its key. */
function refusedKeys(models: ProviderCatalog): string[] {
  return models.providers().flatMap(({ name, key_name, check, problem, from }) => {
    if (check !== 'refused') return [];
    const fix =
      from === 'environment'
        ? `Correct ${key_name}, then start again.`
        : 'Enter another one in the settings.';
    return [`${name} refused the key${problem?.said ? `: ${problem.said}` : ''}. ${fix}`];
  });
}

/** Servers that share the workspace work on it one at a time. */
function lockOf(workspace: string, data: string): WorkspaceLock {
  if (statSync(workspace, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new Error(
      `MILLRACE_WORKSPACE is ${workspace}, which is not a folder. Create it, or choose another one.`,
    );
  return createWorkspaceLock(workspace, { data });
}
