import { realpath } from 'node:fs/promises';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import type { ToolContext } from './tool.ts';

/** A place in the workspace, where it really is. */
export interface WorkspacePlace {
  /** The real path of the workspace. */
  readonly root: string;
  /** The real path of the place, with all links followed. */
  readonly path: string;
  /** From the root, with slashes; `.` for the root itself. */
  readonly name: string;
}

/** Finds what is at a path of the workspace. Throws in words for the model when nothing is there, or it lies outside. */
export async function inWorkspace(
  { workspace }: Pick<ToolContext, 'workspace'>,
  path: string,
): Promise<WorkspacePlace> {
  if (workspace === undefined) throw new Error('There is no workspace, so there are no files to work with.');
  const root = await realpath(workspace.root);
  const found = await realpath(resolve(root, path)).catch(() => undefined);
  if (found === undefined) {
    if (leaves(relative(root, resolve(root, path)))) throw new Error(`${path} is outside of the workspace.`);
    throw new Error(`There is no ${path} in the workspace.`);
  }
  const name = relative(root, found);
  if (leaves(name)) throw new Error(`${path} is outside of the workspace.`);
  return { root, path: found, name: name === '' ? '.' : name.split(sep).join('/') };
}

function leaves(name: string): boolean {
  return name === '..' || name.startsWith(`..${sep}`) || isAbsolute(name);
}
