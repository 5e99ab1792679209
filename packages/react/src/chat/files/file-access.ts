import { createContext, use, useEffect, useState } from 'react';
import type { FileCalls } from '../../client/file-calls.ts';

/** Reads the files of messages; without it only their names are shown. */
export const FileAccess = createContext<FileCalls['readFile'] | undefined>(undefined);

/** A picture in the page's own memory. */
export interface LoadedFile {
  readonly url?: string;
  readonly hasFailed: boolean;
}

const NOTHING: LoadedFile = { hasFailed: false };

/** The address of a file while it is shown. An `<img>` sends no page key, so the page fetches the bytes itself. */
export function useFileUrl(id: string | undefined): LoadedFile {
  const read = use(FileAccess);
  const [loaded, setLoaded] = useState(NOTHING);
  useEffect(() => {
    if (id === undefined || read === undefined) return undefined;
    const over = new AbortController();
    let made: string | undefined;
    read(id, over.signal).then(
      (bytes) => {
        if (over.signal.aborted) return;
        made = URL.createObjectURL(bytes);
        setLoaded({ url: made, hasFailed: false });
      },
      () => !over.signal.aborted && setLoaded({ hasFailed: true }),
    );
    return () => {
      over.abort();
      setLoaded(NOTHING);
      if (made !== undefined) URL.revokeObjectURL(made);
    };
  }, [id, read]);
  return loaded;
}
