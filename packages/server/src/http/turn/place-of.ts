import type { ProjectStore } from '../../store/project-store.ts';
import { folderIn } from '../../tools/workspace/folder-in.ts';
import type { Workspace } from '../../tools/workspace/workspace.ts';
import { WorkspaceError } from '../../tools/workspace/workspace-error.ts';
import { problem } from '../request/problem.ts';

/** The folder that tools work in: that of the project, or the whole workspace. Undefined when it is not there. */
export async function placeOf(
  {
    store,
    workspace,
  }: { readonly store: Pick<ProjectStore, 'listProjects'>; readonly workspace: Workspace | undefined },
  projectId: string | undefined,
): Promise<Workspace | undefined> {
  if (projectId === undefined) return workspace;
  const project = (await store.listProjects()).find(({ id }) => id === projectId);
  if (project === undefined) throw problem(404, 'no_project', `There is no project ${projectId}.`);
  if (workspace === undefined || project.workspace === null) return workspace;
  return folderIn(workspace, project.workspace).catch((error: unknown) => {
    if (error instanceof WorkspaceError) return undefined;
    throw error;
  });
}
