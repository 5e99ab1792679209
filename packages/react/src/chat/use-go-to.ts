import type { MessageRecord } from '@millrace/engine';
import { type RefObject, useEffect, useRef } from 'react';
import type { VirtualizerHandle } from 'virtua';
import { messageElement } from './use-reading-place.ts';

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
    if (goTo === undefined || place < 0 || gone.current === goTo) return;
    gone.current = goTo;
    if (place < early) handle.current?.scrollToIndex(place, { align: 'start' });
    else if (box.current !== null) messageElement(box.current, goTo)?.scrollIntoView({ block: 'start' });
  }, [box, messages, early, goTo]);
  return { early: handle };
}
