import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  attemptCompletionTool,
  createServer,
  createWorkspaceLock,
  loadModes,
  newTaskTool,
  openCheckpoints,
  suggestValuesTool,
  switchModeTool,
} from '@millrace/server';
import { createKeyFile } from './key-file.ts';
import { findModels } from './models.ts';
import { openPlace } from './open-place.ts';
import { removeServerFile, writeServerFile } from './server-file.ts';
import type { Settings } from './settings.ts';

const SHUTDOWN_MS = 5000;

/** Serves the app until the process is told to end. */
export async function serve(settings: Settings): Promise<void> {
  const { data, workspace, port, token } = settings;
  const demo = fileURLToPath(new URL('./demo', import.meta.url));
  const models = await findModels(settings, demo, createKeyFile(data));
  // What the owner of the server wrote takes the place of what a workspace brings.
  const { modes, problems } = await loadModes([join(workspace, '.millrace/modes'), join(data, 'modes')]);
  for (const problem of problems) console.warn(problem);
  const { store, bus, sole, close: closePlace } = await openPlace(settings);
  const lockOn = (folder: string) => createWorkspaceLock(folder, { data });
  const server = await createServer({
    store,
    models,
    modes,
    tools: [switchModeTool(modes), newTaskTool(modes), suggestValuesTool(), attemptCompletionTool()],
    workspace,
    protectedPaths: [data],
    checkpoints: openCheckpoints({ workspace, data, lockOn }),
    sole,
    ...(bus && { bus }),
    web: fileURLToPath(new URL('./web', import.meta.url)),
    ...(port === undefined ? {} : { port }),
  });
  writeServerFile(data, server.url);

  let closing = false;
  async function close(): Promise<void> {
    // A second signal does not wait.
    if (closing) process.exit(1);
    closing = true;
    setTimeout(() => process.exit(1), SHUTDOWN_MS).unref();
    await server.close();
    removeServerFile(data, server.url);
    await closePlace();
    process.exit(0);
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void close());
  // Last, because whoever reads it may end us at once.
  console.log(`Millrace is ready: ${await server.startLink(token)}`);
}
