'use client';

import type { MessageRecord } from '@millrace/engine/run';
import { type ReactElement, type Ref, type RefObject, useEffect, useRef, useState } from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';

export interface EarlyMessagesProps {
  readonly records: readonly MessageRecord[];
  readonly draw: (record: MessageRecord, place: number) => ReactElement;
  /** The element that scrolls. */
  readonly box: RefObject<HTMLElement | null>;
  readonly handle: Ref<VirtualizerHandle>;
}

/** The earlier messages of a long chat: only those near to where the reader is are in the page. */
export function EarlyMessages({ records, draw, box, handle }: EarlyMessagesProps) {
  const list = useRef<HTMLDivElement>(null);
  return (
    <div ref={list}>
      <Virtualizer
        ref={handle}
        scrollRef={box}
        startMargin={MARGIN_PX}
        data={records}
        keepMounted={useHeldPlaces(list, records)}
      >
        {draw}
      </Virtualizer>
    </div>
  );
}

/** The space above the first message. */
const MARGIN_PX = 24;

/** The places of messages that hold the focus or an end of the selection: they stay, wherever the reader goes. */
function useHeldPlaces(
  list: RefObject<HTMLElement | null>,
  records: readonly MessageRecord[],
): readonly number[] {
  const [held, setHeld] = useState<readonly number[]>([]);
  useEffect(() => {
    function look(): void {
      const selection = document.getSelection();
      const ends = selection?.isCollapsed === false ? [selection.anchorNode, selection.focusNode] : [];
      const ids = new Set([document.activeElement, ...ends].map((node) => messageId(list.current, node)));
      const places = records.flatMap(({ id }, place) => (ids.has(id) ? [place] : []));
      setHeld((before) => (String(before) === String(places) ? before : places));
    }
    document.addEventListener('selectionchange', look);
    document.addEventListener('focusin', look);
    document.addEventListener('focusout', look);
    return () => {
      document.removeEventListener('selectionchange', look);
      document.removeEventListener('focusin', look);
      document.removeEventListener('focusout', look);
    };
  }, [list, records]);
  return held;
}

function messageId(list: HTMLElement | null, node: Node | null): string | undefined {
  if (node === null || !list?.contains(node)) return undefined;
  const element = node instanceof Element ? node : node.parentElement;
  return element?.closest<HTMLElement>('[data-message]')?.dataset['message'];
}
