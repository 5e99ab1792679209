import { openWorkspace } from '../workspace/workspace.ts';
import type { FoundChunk } from './code-index.ts';
import { WorkspaceIndex } from './workspace-index.ts';

export interface WorkspaceQuery {
  readonly query: string;
  readonly limit: number;
  /** The folder to look in; `.` for all. */
  readonly folder: string;
}

export interface WorkspaceFinds {
  readonly chunks: readonly FoundChunk[];
  /** How many files were looked at. */
  readonly files: number;
  /** True if there were more. */
  readonly isFull: boolean;
}

// Of the process that it runs in: one that is ended takes them with it, and the next one reads the files again.
const indexes = new Map<string, WorkspaceIndex>();

/** Finds pieces of files in a workspace, as it is now. Calls must not overlap. */
export async function searchWorkspace(
  root: string,
  { query, limit, folder }: WorkspaceQuery,
): Promise<WorkspaceFinds> {
  const index = indexes.get(root) ?? new WorkspaceIndex(openWorkspace(root));
  indexes.set(root, index);
  const isMeant = (file: string): boolean =>
    folder === '.' || file === folder || file.startsWith(`${folder}/`);
  const chunks = await index.search({ query, limit, isMeant }, new AbortController().signal);
  return { chunks, files: index.size, isFull: index.isFull };
}
