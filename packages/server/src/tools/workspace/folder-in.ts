import { openWorkspace, type Workspace } from './workspace.ts';
import { quotePath, WorkspaceError } from './workspace-error.ts';

/** The part of a workspace that begins at one of its folders. Rejects with a WorkspaceError when there is no such folder, or a link leads there. */
export async function folderIn(workspace: Workspace, folder: string): Promise<Workspace> {
  const { absolute, kind } = await workspace.resolve(folder, { mustExist: true });
  if (kind !== 'folder') throw new WorkspaceError('not_a_folder', `${quotePath(folder)} is not a folder.`);
  return openWorkspace(absolute);
}
