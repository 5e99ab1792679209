import {
  type Client,
  type ComposerProps,
  createFileShelf,
  type FileShelf,
  preparePicture,
  type ShelfState,
  useDrop,
} from '@millrace/react';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { forgetFiles, keepFiles } from './kept-files.ts';

export interface Files {
  readonly shelf: FileShelf;
  readonly state: ShelfState;
  /** The props by which the composer shows and takes them. */
  readonly composer: Pick<ComposerProps, 'files' | 'onFiles' | 'dragged'>;
}

/** A chat that has not begun has no id that holds over a reload. */
const NEW = 'new';

/** The files of the next message, kept in this browser until it is sent. A chat that has not begun has no id. */
export function useFiles(client: Client, chatId: string | undefined): Files {
  const name = useRef(chatId ?? NEW);
  const [shelf] = useState(() =>
    createFileShelf({ client, keeper: keepFiles(() => name.current), prepare: preparePicture }),
  );
  const state = useSyncExternalStore(shelf.subscribe, shelf.getState);
  useEffect(() => shelf.open(), [shelf]);
  useEffect(() => {
    const next = chatId ?? NEW;
    if (name.current === next) return;
    // The chat was begun: what is added now is kept there.
    void forgetFiles(name.current);
    name.current = next;
    shelf.keep();
  }, [chatId, shelf]);
  const dragged = useDrop(shelf.add);
  return { shelf, state, composer: { files: { state, shelf }, onFiles: shelf.add, dragged } };
}
