import { isTouch, type MessageFieldHandle } from '@millrace/react';
import { type RefObject, useCallback, useEffect, useRef } from 'react';

export interface MessageBox {
  readonly input: RefObject<MessageFieldHandle | null>;
  /** Takes the focus to where the person writes. Not by touch: a keyboard would come over what they read. */
  readonly toBox: () => void;
}

/** The box that a person writes in has the focus when a chat opens, and when what had it goes away. */
export function useMessageBox(isEmpty: boolean): MessageBox {
  const input = useRef<MessageFieldHandle>(null);
  const toBox = useCallback(() => {
    if (!isTouch()) input.current?.focus();
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the box is another one when the first message is there
  useEffect(toBox, [isEmpty]);
  return { input, toBox };
}
