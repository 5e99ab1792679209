import type { MessageRecord } from '@millrace/engine';
import { type RefObject, useEffect, useRef } from 'react';
import type { VirtualizerHandle } from 'virtua';
import { messageElement } from './use-reading-place.ts';

const MOST_FRAMES = 60;
/** So long a list of early messages that has just been drawn may take the view back to where it thinks it is. */
const SETTLE_FRAMES = 12;

/** Goes to a message once, when it is there. */
export function useGoTo(
  box: RefObject<HTMLElement | null>,
  messages: readonly MessageRecord[],
  early: number,
  goTo: string | undefined,
): { readonly early: RefObject<VirtualizerHandle | null> } {
  const handle = useRef<VirtualizerHandle>(null);
  const gone = useRef<string>(undefined);
  useEffect(() => {
    const place = messages.findIndex(({ id }) => id === goTo);
    if (goTo === undefined || place < 0 || gone.current === goTo) return undefined;
    let frame = 0;
    // An early message is drawn some frames after the list was told to go there, and the list itself needs one to begin.
    function go(id: string, tries: number): void {
      const message = box.current && messageElement(box.current, id);
      if (message === null && tries > 0) {
        if (place < early) handle.current?.scrollToIndex(place, { align: 'start' });
        frame = requestAnimationFrame(() => go(id, tries - 1));
        return;
      }
      gone.current = id;
      if (message !== null) stay(message, SETTLE_FRAMES);
    }
    function stay(message: HTMLElement, frames: number): void {
      message.scrollIntoView({ block: 'start' });
      if (frames > 0) frame = requestAnimationFrame(() => stay(message, frames - 1));
    }
    go(goTo, MOST_FRAMES);
    return () => cancelAnimationFrame(frame);
  }, [box, messages, early, goTo]);
  return { early: handle };
}
