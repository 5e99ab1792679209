import { needWorkspace } from './need-workspace.ts';
import type { ToolContext } from './tool.ts';
import { notAFile } from './workspace/folders.ts';

/** A place in the workspace. */
export interface WorkspacePlace {
  readonly root: string;
  readonly path: string;
  /** From the root, with slashes; `.` for the root itself. */
  readonly name: string;
}

/** Finds what is at a path of the workspace. Throws in words for the model when nothing is there, or it can't be reached. */
export async function inWorkspace(
  ctx: Pick<ToolContext, 'workspace'>,
  path: string,
): Promise<WorkspacePlace> {
  const { root, resolve } = needWorkspace(ctx);
  const { path: name, absolute, kind } = await resolve(path, { mustExist: true });
  // Another program would wait for a pipe, and read a device for ever.
  if (kind === 'other') throw notAFile(name.split('/'), false);
  return { root, path: absolute, name };
}
