import type {
  FileLimits,
  FileOutline,
  FileProgress,
  FileSheets,
  MessageFile,
  NewFileRequest,
} from '@millrace/engine/run';
import { ApiError } from './api-error.ts';
import { withRetry } from './with-retry.ts';

/** The options of `uploadFile`. */
export interface UploadOptions {
  /** Ends the upload. What the server has stays there for a week, so it can go on. */
  readonly signal?: AbortSignal | undefined;
  /** Hears how many bytes the server has. */
  readonly onProgress?: ((bytes: number) => void) | undefined;
}

/** The requests for the files of messages. */
export interface FileCalls {
  /** Sends a file in pieces, or goes on with it where it was cut: the id is the same. A message can take it then. */
  uploadFile(
    id: string,
    bytes: Blob,
    about: Omit<NewFileRequest, 'size'>,
    options?: UploadOptions,
  ): Promise<MessageFile>;
  /** The bytes of a file. Nothing runs them: the type of the blob is that of bytes unless it is a picture made of dots. */
  readFile(id: string, signal?: AbortSignal): Promise<Blob>;
  /** Forgets an upload that no message has taken. */
  dropFile(id: string): Promise<void>;
  fileLimits(): Promise<FileLimits>;
  /** About how many tokens the text of a file has, part by part. */
  fileOutline(id: string, signal?: AbortSignal): Promise<FileOutline>;
  /** The sheets of a workbook. */
  fileSheets(id: string, signal?: AbortSignal): Promise<FileSheets>;
  /** Saves a file into the workspace, byte for byte; one that is there is replaced only with `replace`. */
  saveToWorkspace(id: string, path: string, replace?: boolean): Promise<void>;
  /** Makes an upload of a file of the workspace. A message can take it then. */
  attachFromWorkspace(id: string, path: string): Promise<MessageFile>;
}

type Answer = (method: string, path: string, body?: unknown, by?: typeof fetch) => Promise<Response>;

export function fileCalls(send: Answer, ask: typeof fetch): FileCalls {
  const at = (id: string): string => `/api/files/${encodeURIComponent(id)}`;
  const until = (signal: AbortSignal | undefined): typeof fetch =>
    signal === undefined ? ask : (url, options) => ask(url, { ...options, signal });
  /** Bytes, where all other requests have JSON. */
  const withBytes =
    (body: Blob, by: typeof fetch): typeof fetch =>
    (url, options) =>
      by(url, { ...options, headers: { 'content-type': 'application/octet-stream' }, body });
  /** A caller who aborts is told so, and not that the server could not be reached. */
  const tried = <T>(work: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> =>
    withRetry(() => {
      signal?.throwIfAborted();
      return work();
    }).catch((error: unknown) => {
      signal?.throwIfAborted();
      throw error;
    });

  // The casts name the shapes that the server's routes are typed with.
  return {
    async uploadFile(id, bytes, about, { signal, onProgress } = {}) {
      const by = until(signal);
      const request = { ...about, size: bytes.size };
      const begin = async () => (await (await send('PUT', at(id), request, by)).json()) as FileProgress;
      let { pieces, piece, file } = await tried(begin, signal);
      while (file === undefined && pieces * piece < bytes.size) {
        onProgress?.(pieces * piece);
        const part = bytes.slice(pieces * piece, (pieces + 1) * piece);
        const path = `${at(id)}/pieces/${pieces}`;
        const put = async () =>
          ((await (await send('PUT', path, undefined, withBytes(part, by))).json()) as { pieces: number })
            .pieces;
        try {
          pieces = await tried(put, signal);
        } catch (error) {
          // Another tab has sent it meanwhile.
          if (!(error instanceof ApiError && error.code === 'other_piece')) throw error;
          ({ pieces, piece, file } = await tried(begin, signal));
        }
      }
      onProgress?.(bytes.size);
      const finish = async () => (await (await send('POST', `${at(id)}/done`, {}, by)).json()) as MessageFile;
      return file ?? (await tried(finish, signal));
    },
    readFile: (id, signal) =>
      tried(async () => (await send('GET', at(id), undefined, until(signal))).blob(), signal),
    async dropFile(id) {
      await send('DELETE', at(id));
    },
    fileOutline: (id, signal) =>
      tried(
        async () =>
          (await (await send('GET', `${at(id)}/outline`, undefined, until(signal))).json()) as FileOutline,
        signal,
      ),
    fileSheets: (id, signal) =>
      tried(
        async () =>
          (await (await send('GET', `${at(id)}/sheets`, undefined, until(signal))).json()) as FileSheets,
        signal,
      ),
    async saveToWorkspace(id, path, replace = false) {
      await send('POST', `${at(id)}/save`, { path, replace });
    },
    attachFromWorkspace: async (id, path) =>
      (await (await send('POST', `${at(id)}/attach`, { path })).json()) as MessageFile,
    fileLimits: async () => (await (await send('GET', '/api/files')).json()) as FileLimits,
  };
}
