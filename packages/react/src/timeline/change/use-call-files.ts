'use client';

import type { CallFiles } from '@millrace/engine/run';
import { use, useRef, useState } from 'react';
import { ApiError } from '../../client/api-error.ts';
import { ToolActionsContext } from '../tool/tool-actions.ts';

export type LoadedFile = CallFiles['files'][number];

export interface FilesOfCall {
  /** False where nobody can give them. */
  readonly canLoad: boolean;
  /** The files, once they are loaded. Empty when they were not kept. */
  readonly files: readonly LoadedFile[] | undefined;
  readonly hasFailed: boolean;
  /** Loads them once; a failure is tried again by the next caller. Never rejects. */
  readonly load: () => Promise<readonly LoadedFile[] | undefined>;
}

/** The files that a call changed, as it found and left them. Nothing is loaded before somebody wants them. */
export function useCallFiles(toolCallId: string): FilesOfCall {
  const actions = use(ToolActionsContext);
  const [files, setFiles] = useState<readonly LoadedFile[]>();
  const [hasFailed, setFailed] = useState(false);
  const loading = useRef<Promise<readonly LoadedFile[] | undefined>>(undefined);
  async function ask(): Promise<readonly LoadedFile[] | undefined> {
    setFailed(false);
    try {
      const loaded = (await actions?.files?.(toolCallId))?.files;
      setFiles(loaded);
      return loaded;
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) {
        setFiles([]);
        return [];
      }
      setFailed(true);
      loading.current = undefined;
      return undefined;
    }
  }
  return {
    canLoad: actions?.files !== undefined,
    files,
    hasFailed,
    load: () => {
      loading.current ??= ask();
      return loading.current;
    },
  };
}
