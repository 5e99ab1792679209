import type { Workspace } from '../workspace/workspace.ts';
import type { ToolContext } from './tool.ts';

/** The workspace of a call. Throws words for the model when the server has none. */
export function needWorkspace({ workspace }: Pick<ToolContext, 'workspace'>): Workspace {
  if (workspace === undefined) throw new Error('This server has no workspace folder.');
  return workspace;
}
