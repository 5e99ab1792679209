import {
  type UseInstructionsRequest,
  useInstructionsRequest,
  type WorkspaceInfo,
} from '@millrace/engine/run';
import { Hono } from 'hono';
import type { TrustStore } from '../../store/store.ts';
import { type Toolbox, toolSource } from '../../tools/define/toolbox.ts';
import { instructionFiles } from '../../tools/workspace/instruction-files.ts';
import type { Workspace } from '../../tools/workspace/workspace.ts';
import { jsonBody } from '../request/json-body.ts';

export interface WorkspaceRoutesOptions {
  readonly store: TrustStore;
  readonly workspace: Workspace;
  readonly tools: Toolbox;
}

/** The texts that the workspace would give to models, and whether the person lets it. */
export function workspaceRoutes({ store, workspace, tools }: WorkspaceRoutesOptions): Hono {
  const routes = new Hono();
  const { root } = workspace;

  async function info(): Promise<WorkspaceInfo> {
    const [files, trusted] = await Promise.all([instructionFiles(workspace), store.readTrust(root)]);
    const keys = new Set(trusted.map(keyOf));
    return {
      instructions: files.map((file) => ({ ...file, used: keys.has(keyOf(file)) })),
      commands: await howCommandsRun(tools),
    };
  }

  routes.get('/', async (c) => c.json<WorkspaceInfo>(await info()));

  // A version is named, so a file that has changed since it was shown stays out.
  routes.post('/instructions', async (c) => {
    const { files } = await jsonBody(c, useInstructionsRequest);
    await store.trustFiles(root, files);
    return c.json<WorkspaceInfo>(await info());
  });

  routes.delete('/instructions', async (c) => {
    await store.dropTrust(root);
    return c.json<WorkspaceInfo>(await info());
  });

  return routes;
}

function keyOf({ path, version }: UseInstructionsRequest['files'][number]): string {
  return `${version} ${path}`;
}

async function howCommandsRun(tools: Toolbox): Promise<WorkspaceInfo['commands']> {
  const running = (await toolSource(tools)()).filter(({ confined }) => confined !== undefined);
  if (running.length === 0) return 'none';
  return running.every(({ confined }) => confined) ? 'sandbox' : 'person';
}
