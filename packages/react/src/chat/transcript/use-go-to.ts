'use client';

import type { MessageRecord } from '@millrace/engine/run';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import type { VirtualizerHandle } from 'virtua';
import { markWords } from './mark-words.ts';
import { messageElement } from './use-reading-place.ts';

const MOST_FRAMES = 60;
/** So long a list of early messages that has just been drawn may take the view back to where it thinks it is. */
const SETTLE_FRAMES = 12;

export interface GoingTo {
  /** The list of early messages. */
  readonly early: RefObject<VirtualizerHandle | null>;
  /** Brings a message to the top, once it is drawn. */
  readonly reach: (id: string) => Promise<void>;
}

/** Goes to a message once, when it is there, and to others on demand. */
export function useGoTo(
  box: RefObject<HTMLElement | null>,
  messages: readonly MessageRecord[],
  early: number,
  goTo: string | undefined,
  words: string | undefined,
): GoingTo {
  const handle = useRef<VirtualizerHandle>(null);
  const latest = useRef({ messages, early, words });
  useLayoutEffect(() => {
    latest.current = { messages, early, words };
  });
  const gone = useRef<string>(undefined);
  const reach = useCallback(
    async (id: string, signal?: AbortSignal): Promise<void> => {
      // An early message is drawn some frames after the list began to scroll there, and the list itself needs one to begin.
      for (let tries = MOST_FRAMES; tries > 0 && signal?.aborted !== true; tries--) {
        const message = box.current && messageElement(box.current, id);
        if (message !== null) return stayAt(message, id === goTo ? latest.current.words : undefined, signal);
        const place = latest.current.messages.findIndex((each) => each.id === id);
        if (place >= 0 && place < latest.current.early)
          handle.current?.scrollToIndex(place, { align: 'start' });
        await new Promise(requestAnimationFrame);
      }
    },
    [box, goTo],
  );
  const isThere = goTo !== undefined && messages.some(({ id }) => id === goTo);
  useEffect(() => {
    // Leaving it, the same message may be asked for again.
    if (goTo === undefined) gone.current = undefined;
    if (goTo === undefined || !isThere || gone.current === goTo) return undefined;
    const leaving = new AbortController();
    void reach(goTo, leaving.signal).then(() => {
      if (!leaving.signal.aborted) gone.current = goTo;
    });
    return () => leaving.abort();
  }, [goTo, isThere, reach]);
  return { early: handle, reach };
}

/** Stays there while the list settles, unless the person moves. */
async function stayAt(
  message: HTMLElement,
  words: string | undefined,
  signal: AbortSignal | undefined,
): Promise<void> {
  const moved = new AbortController();
  for (const way of ['wheel', 'touchmove', 'keydown', 'pointerdown'])
    addEventListener(way, () => moved.abort(), { passive: true, signal: moved.signal });
  const isOver = (): boolean => moved.signal.aborted || signal?.aborted === true;
  for (let frames = SETTLE_FRAMES; frames > 0 && !isOver(); frames--) {
    const found = words === undefined ? undefined : markWords(message, words);
    if (found === undefined) message.scrollIntoView({ block: 'start' });
    else found.scrollIntoView({ block: 'center' });
    await new Promise(requestAnimationFrame);
  }
  moved.abort();
}
