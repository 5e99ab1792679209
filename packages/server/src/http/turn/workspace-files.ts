import { decidePolicy } from '@millrace/engine';
import {
  FILE_PIECE,
  type FromWorkspaceRequest,
  type MessageFile,
  type ToWorkspaceRequest,
} from '@millrace/engine/run';
import type { WorkspaceLock } from '../../agent/plan/turn.ts';
import { finishUpload, wholeFile } from '../../files/stored-file.ts';
import type { FileStore } from '../../store/file-store.ts';
import type { ProjectStore } from '../../store/project-store.ts';
import type { Store } from '../../store/store.ts';
import type { Workspace } from '../../tools/workspace/workspace.ts';
import { WorkspaceError } from '../../tools/workspace/workspace-error.ts';
import { problem } from '../request/problem.ts';
import { placeOf } from './place-of.ts';

export interface WorkspaceFileParts {
  readonly store: FileStore & Pick<ProjectStore, 'listProjects'> & Pick<Store, 'readRules'>;
  readonly workspace: Workspace | undefined;
  readonly protectedPaths: readonly string[];
  readonly lock: WorkspaceLock;
}

const TOOL = 'save_attachment';
const TARGETS = { [TOOL]: { paths: ['path'], edits: true } } as const;

/** Writes a file of a chat into the workspace for a person. A rule that denies it, and a protected path, hold for them, too. */
export async function saveToWorkspace(
  parts: WorkspaceFileParts,
  file: MessageFile,
  { path, project_id, replace = false }: ToWorkspaceRequest,
  signal: AbortSignal,
): Promise<void> {
  const { store, protectedPaths, lock } = parts;
  const place = await needPlace(parts, project_id);
  const { root } = place;
  const call = { name: TOOL, input: { name: file.name, path } };
  const options = { otherwise: 'allow', protectedPaths, root, tools: TARGETS } as const;
  const rules = await store.readRules({ chatId: '', workspace: root });
  const refused = [decidePolicy([], call, options), decidePolicy(rules, call, options)].find(
    ({ verdict }, i) => verdict === 'deny' || (i === 0 && verdict !== 'allow'),
  );
  if (refused !== undefined) throw problem(403, 'path_refused', refused.reason);
  const bytes = await wholeFile(store, file.id);
  const expected = replace ? {} : { expected: null };
  await told(() => lock(signal, () => place.writeBytes(path, bytes, expected)));
}

/** Makes an upload of a file of the workspace. */
export async function attachFromWorkspace(
  parts: WorkspaceFileParts,
  id: string,
  { path, project_id }: FromWorkspaceRequest,
  limits: { readonly largest: number; readonly all: number },
): Promise<MessageFile> {
  const { store } = parts;
  const place = await needPlace(parts, project_id);
  const { bytes } = await told(() => place.readBytes(path));
  const name = path.split('/').at(-1) ?? path;
  const { length: size } = bytes;
  if (size === 0) throw problem(400, 'bad_body', `${name} is empty.`);
  if (size > limits.largest)
    throw problem(413, 'file_too_large', `${name} is too large to be attached.`, { largest: limits.largest });
  const ts = Date.now();
  const begun = await store.beginFile({ id, name, type: '', size, all: limits.all, ts });
  if (begun.type === 'other_file')
    throw problem(409, 'other_file', `There is another file ${id}. Send a new id.`);
  if (begun.type === 'over_quota')
    throw problem(413, 'files_full', 'There is no room for it. Delete chats with large files.', {
      all: limits.all,
      used: begun.used,
    });
  for (let index = begun.progress.pieces; index * FILE_PIECE < size; index += 1)
    await store.putPiece({
      id,
      index,
      bytes: bytes.subarray(index * FILE_PIECE, (index + 1) * FILE_PIECE),
      ts,
    });
  const file = await finishUpload(store, { id, name });
  if (file === undefined) throw problem(404, 'no_file', `There is no upload ${id}.`);
  return file;
}

async function needPlace(parts: WorkspaceFileParts, projectId: string | undefined): Promise<Workspace> {
  const place = await placeOf(parts, projectId);
  if (place === undefined) throw problem(404, 'no_workspace', 'This server has no workspace folder.');
  return place;
}

/** A failure of the workspace in words for a person. */
async function told<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof WorkspaceError)) throw error;
    if (error.code === 'changed') throw problem(409, 'file_there', error.message);
    throw problem(400, 'bad_body', error.message);
  }
}
