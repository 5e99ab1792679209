import { useWords } from '@millrace/react';
import { useEffect, useRef, useState } from 'react';
import type { Files } from './use-files.ts';

export interface Uploads {
  /** Tells whether a message must wait for a file: then it is sent as soon as all of them are there. */
  readonly holds: (mode: string | undefined) => boolean;
  /** The file that is waited for. */
  readonly hint: string | undefined;
}

/** Lets a message wait until its files are uploaded. A file that fails ends the waiting. */
export function useUploads(
  { state: { files }, shelf }: Files,
  send: (mode: string | undefined) => void,
): Uploads {
  const { files: words } = useWords();
  const [held, setHeld] = useState<{ readonly mode: string | undefined }>();
  const late = files.find(({ state }) => state !== 'ready');
  const isOver = held !== undefined && files.some(({ state }) => state === 'failed');
  if (isOver) setHeld(undefined);
  const latest = useRef(send);
  useEffect(() => {
    latest.current = send;
  });
  useEffect(() => {
    if (held === undefined || late !== undefined || shelf.ready() === undefined) return;
    setHeld(undefined);
    latest.current(held.mode);
  }, [held, late, shelf]);
  return {
    holds(mode) {
      if (shelf.ready() !== undefined) return false;
      if (!files.some(({ state }) => state === 'failed')) setHeld({ mode });
      return true;
    },
    hint: late && (held === undefined ? words.sendsWhen(late.name) : words.willSend(late.name)),
  };
}
