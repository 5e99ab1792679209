import type { TrustStore } from '../../store/store.ts';
import type { ToolContext } from '../../tools/define/tool.ts';
import type { Workspace } from '../../tools/workspace/workspace.ts';
import { trusted } from './run-log.ts';

/** Says of a file of the workspace, in one version, whether the person lets it instruct models. */
export function trustOf(store: TrustStore, workspace: Workspace | undefined): ToolContext['trusts'] {
  return async (path, version) => {
    if (workspace === undefined) return false;
    const files = await trusted(() => store.readTrust(workspace.root));
    return files.some((file) => file.path === path && file.version === version);
  };
}
