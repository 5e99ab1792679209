'use client';

import { createContext, use, useEffect, useState } from 'react';
import type { FileCalls } from '../client/file-calls.ts';

/** The requests that files of messages need. Without a client only their names are shown. */
export type FileReads = Pick<FileCalls, 'readFile'> &
  Partial<Pick<FileCalls, 'fileSheets' | 'saveToWorkspace'>>;

/** Reads the files of messages. */
export const FileAccess = createContext<FileReads | undefined>(undefined);

/** A picture in the page's own memory. */
export interface LoadedFile {
  readonly url?: string;
  readonly hasFailed: boolean;
}

const NOTHING: LoadedFile = { hasFailed: false };

/**
 * The address of a file while it is shown. An `<img>` sends no page key, so the page fetches the bytes itself. With `type` they get that
 * one: the server says it only of pictures.
 */
export function useFileUrl(id: string | undefined, type?: string): LoadedFile {
  const read = use(FileAccess)?.readFile;
  const [loaded, setLoaded] = useState(NOTHING);
  useEffect(() => {
    if (id === undefined || read === undefined) return undefined;
    const over = new AbortController();
    let made: string | undefined;
    read(id, over.signal).then(
      (bytes) => {
        if (over.signal.aborted) return;
        made = URL.createObjectURL(type === undefined ? bytes : bytes.slice(0, bytes.size, type));
        setLoaded({ url: made, hasFailed: false });
      },
      () => !over.signal.aborted && setLoaded({ hasFailed: true }),
    );
    return () => {
      over.abort();
      setLoaded(NOTHING);
      if (made !== undefined) URL.revokeObjectURL(made);
    };
  }, [id, read, type]);
  return loaded;
}
