import { createSealer, type Sealer, type StoreFacts } from '@millrace/server';
import { lookAtStore } from '../keys/look-at-store.ts';
import { findRootKey } from '../keys/open-root-key.ts';
import { ownPackage } from '../own-package.ts';
import { readServerFile } from '../server-file.ts';
import { readSettings, type Settings } from '../settings.ts';
import { type Check, type Checked, failedAs, ok, skipped } from './check.ts';
import { addressChecks } from './check-address.ts';
import { checkBackup } from './check-backup.ts';
import { checkClock } from './check-clock.ts';
import { checkCopies } from './check-copies.ts';
import { checkFiles, checkFolder, checkRepository, checkWorkspace } from './check-data.ts';
import { checkDisk } from './check-disk.ts';
import { checkKeys } from './check-keys.ts';
import { type McpChecks, mcpChecks } from './check-mcp.ts';
import { checkNode } from './check-node.ts';
import { checkPort } from './check-port.ts';
import { checkPrivacy } from './check-privacy.ts';
import { checkBrowser, checkGit, checkRipgrep, checkSandbox } from './check-programs.ts';
import { providerChecks } from './check-providers.ts';
import { checkServer } from './check-server.ts';
import { checkStore } from './check-store.ts';
import { runChecks } from './run-checks.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Looks at everything that a server with this environment needs. Changes nothing. Never rejects. */
export async function runDoctor(env: Env, limitMs: number): Promise<readonly Checked[]> {
  const always: readonly Check[] = [
    { id: 'node', run: () => checkNode(process.versions.node, ownPackage().engines.node) },
    { id: 'git', run: (signal) => checkGit(env, signal) },
    { id: 'ripgrep', run: (signal) => checkRipgrep(signal) },
  ];
  let settings: Settings;
  try {
    settings = readSettings(env);
  } catch (error) {
    return runChecks([{ id: 'settings', run: () => failedAs(error) }, ...always], limitMs);
  }
  const { data } = settings;
  const host = env['MILLRACE_HOST'] || '127.0.0.1';
  const repository = checkRepository(data);
  // A folder that came with a repository may name any program and any address: nothing of it is started or asked.
  const look = lookAtStore(settings);
  const isForeign = repository.status === 'failed';
  const own = isForeign ? undefined : readServerFile(data)?.url;
  const others = isForeign
    ? FOREIGN
    : checksOfOthers(settings, await sealerIn(settings, look, limitMs), limitMs, own);
  const checks: readonly Check[] = [
    { id: 'settings', run: () => ok('Every variable makes sense.') },
    ...always,
    { id: 'port', run: (signal) => checkPort({ port: settings.port, host, own }, signal) },
    { id: 'workspace', run: () => checkWorkspace(settings.workspace) },
    { id: 'data', run: () => checkFolder(data) },
    { id: 'files', run: () => checkFiles(data) },
    { id: 'repository', run: () => repository },
    { id: 'store', run: async () => checkStore(settings, await look) },
    { id: 'copies', run: () => checkCopies(data) },
    { id: 'backup', run: async () => checkBackup(data, await look) },
    { id: 'keys', run: async () => checkKeys(settings, await look) },
    { id: 'privacy', run: async () => checkPrivacy(settings.homeKeys, await look) },
    { id: 'clock', run: () => checkClock(settings) },
    { id: 'disk', run: () => checkDisk(data) },
    { id: 'browser', run: (signal) => checkBrowser(settings.web.browser, signal) },
    { id: 'sandbox', run: (signal) => checkSandbox(env, settings.sandbox === 'bwrap', signal) },
    ...others.checks,
    ...addressChecks(env['MILLRACE_URL']),
  ];
  try {
    return await runChecks(checks, limitMs);
  } finally {
    await others.close();
  }
}

/** The checks that start programs and ask services which the data folder names. */
function checksOfOthers(
  settings: Settings,
  sealer: Sealer | undefined,
  limitMs: number,
  own: string | undefined,
): McpChecks {
  const { checks, close } = mcpChecks(settings, sealer, limitMs);
  const server: Check = { id: 'server', run: (signal) => checkServer(own, signal) };
  return { checks: [...providerChecks(settings, sealer), ...checks, server], close };
}

/** The sealer of the secrets beside the database; undefined when its key is not here, or the database does not answer in time. */
async function sealerIn(
  settings: Settings,
  look: Promise<StoreFacts>,
  limitMs: number,
): Promise<Sealer | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), limitMs);
  });
  try {
    const facts = await Promise.race([look, late]);
    const key = facts && findRootKey(settings, facts);
    return key && createSealer(key);
  } catch {
    // The check of the store says why.
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}

const FOREIGN: McpChecks = {
  checks: ['providers', 'mcp', 'server'].map((id) => ({
    id,
    run: () => skipped('Nobody is asked, because the data folder came with a git repository.'),
  })),
  close: async () => {},
};
