'use client';

import { useEffect, useState } from 'react';
import { type FullScreen, loadedFullScreen, loadFullScreen, type OwnScreen } from './full-screens.ts';

export interface LoadedFullScreen {
  /** Undefined until it is there. */
  readonly Screen: FullScreen | undefined;
  readonly hasFailed: boolean;
  readonly retry: () => void;
}

/** The full screen of a type, as soon as it is loaded. Its code may not come: the network is gone, or the app is newer. */
export function useFullScreen(type: string, own: OwnScreen | undefined): LoadedFullScreen {
  const name = own?.name ?? type;
  const [, setLoaded] = useState<string>();
  const [failed, setFailed] = useState<string>();
  useEffect(() => {
    if (loadedFullScreen(type, own) !== undefined || failed === name) return;
    let isOver = false;
    loadFullScreen(type, own).then(
      () => !isOver && setLoaded(name),
      () => !isOver && setFailed(name),
    );
    return () => {
      isOver = true;
    };
  }, [type, own, name, failed]);
  return {
    Screen: loadedFullScreen(type, own),
    hasFailed: failed === name,
    retry: () => setFailed(undefined),
  };
}
