import { notAFile } from '../workspace/folders.ts';
import type { EntryKind, Workspace } from '../workspace/workspace.ts';
import { needWorkspace } from './need-workspace.ts';
import type { ToolContext } from './tool.ts';

/** A place in the workspace. */
export interface WorkspacePlace {
  readonly workspace: Workspace;
  readonly root: string;
  /** The path from the root, with slashes; `.` for the root itself. */
  readonly name: string;
  /** Its kind at the time of the look. An entry that is opened later must be checked again. */
  readonly kind: EntryKind | undefined;
}

/** The names on the way from the root to a path; none for the root. */
export function namesTo(name: string): readonly string[] {
  return name === '.' || name === '' ? [] : name.split('/');
}

/** Finds what is at a path of the workspace. Throws in words for the model when nothing is there, or it can't be reached. */
export async function inWorkspace(
  ctx: Pick<ToolContext, 'workspace'>,
  path: string,
): Promise<WorkspacePlace> {
  const workspace = needWorkspace(ctx);
  const { path: name, kind } = await workspace.resolve(path, { mustExist: true });
  // Another program would wait for a pipe, and read a device forever.
  if (kind === 'other') throw notAFile(namesTo(name), false);
  return { workspace, root: workspace.root, name, kind };
}
