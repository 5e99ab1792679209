import { mkdirSync } from 'node:fs';
import {
  allTools,
  type Mode,
  openCheckpoints,
  type ProviderCatalog,
  type RoomOptions,
  type ServerStore,
  type WebAccess,
  type WorkspaceLock,
} from '@millrace/server';
import { memberFolder } from '../member-folder.ts';

export interface MemberParts {
  readonly account: string;
  readonly store: ServerStore;
  readonly data: string;
  readonly modes: readonly Mode[];
  readonly lockOn: (folder: string) => WorkspaceLock;
  readonly web: WebAccess;
  readonly images: ProviderCatalog;
}

/** Tools that act on the computer of the owner, outside of a workspace. */
const OWNERS = new Set(['execute_command', 'browser_action']);

/**
 * The room of somebody else than the owner: an empty folder of their own, and tools that stay in it. Commands, a browser and MCP servers
 * would run as the owner, so there are none.
 */
export function memberRoom({ account, store, data, modes, lockOn, web, images }: MemberParts): RoomOptions {
  const workspace = memberFolder(data, account);
  mkdirSync(workspace, { recursive: true, mode: 0o700 });
  const tools = allTools({
    ...{ modes, web, memories: store.of(account) },
    images: () => images.images()?.generate,
  }).filter(({ name }) => !OWNERS.has(name));
  return {
    ...{ tools, workspace, lock: lockOn(workspace) },
    checkpoints: openCheckpoints({ workspace, data, lockOn }),
  };
}
