import { useEffect, useState } from 'react';
import { type FullScreen, loadedFullScreen, loadFullScreen } from './full-screens.ts';

export interface LoadedFullScreen {
  /** Undefined until it is there. */
  readonly Screen: FullScreen | undefined;
  readonly hasFailed: boolean;
  readonly retry: () => void;
}

/** The full screen of a type, as soon as it is loaded. Its code may not come: the network is gone, or the app is newer. */
export function useFullScreen(type: string): LoadedFullScreen {
  const [, setLoaded] = useState<string>();
  const [failed, setFailed] = useState<string>();
  useEffect(() => {
    if (loadedFullScreen(type) !== undefined || failed === type) return;
    let isOver = false;
    loadFullScreen(type).then(
      () => !isOver && setLoaded(type),
      () => !isOver && setFailed(type),
    );
    return () => {
      isOver = true;
    };
  }, [type, failed]);
  return { Screen: loadedFullScreen(type), hasFailed: failed === type, retry: () => setFailed(undefined) };
}
