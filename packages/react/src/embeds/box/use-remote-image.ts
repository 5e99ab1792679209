'use client';

import { createContext, use, useEffect, useState } from 'react';

/** Fetches a picture of another host by way of our own server; rejects when there is none that can be shown. */
export type LoadImage = (url: string) => Promise<Blob>;

/** Without it pictures are links. */
export const RemoteImages = createContext<LoadImage | undefined>(undefined);

/**
 * The address of a picture in the page's own memory, while it is shown. An `<img>` sends no page key, so the page fetches the
 * picture itself. Undefined until it is there, and for an undefined url.
 */
export function useRemoteImage(url: string | undefined, onFailed: () => void): string | undefined {
  const load = use(RemoteImages);
  const [src, setSrc] = useState<string>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new function for the same picture is no reason to fetch it again
  useEffect(() => {
    if (url === undefined || load === undefined) return;
    let made: string | undefined;
    let isGone = false;
    load(url).then(
      (picture) => {
        if (isGone) return;
        made = URL.createObjectURL(picture);
        setSrc(made);
      },
      () => !isGone && onFailed(),
    );
    return () => {
      isGone = true;
      setSrc(undefined);
      if (made !== undefined) URL.revokeObjectURL(made);
    };
  }, [url, load]);
  return src;
}
