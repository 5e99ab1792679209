'use client';

import type { MessageFile } from '@millrace/engine/run';
import { type PointerEvent, useEffect, useRef } from 'react';
import { useWords } from '../words/words-context.ts';
import { useFileUrl } from './file-access.ts';

export interface PictureStageProps {
  readonly picture: MessageFile;
  /** The size of the picture, as a part of its place. */
  readonly zoom: number;
  readonly onZoom: (step: 1 | -1) => void;
}

/** The place of a picture, which is scrolled when the picture is larger. */
export function PictureStage({ picture, zoom, onZoom }: PictureStageProps) {
  const { files } = useWords();
  const { id, name, alt } = picture;
  const { url, hasFailed } = useFileUrl(id);
  const stage = useRef<HTMLElement>(null);
  const latest = useRef(onZoom);
  useEffect(() => {
    latest.current = onZoom;
  });
  useEffect(() => {
    const box = stage.current;
    // React's own listener could not keep the page from zooming.
    const onWheel = (event: WheelEvent): void => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      latest.current(event.deltaY < 0 ? 1 : -1);
    };
    box?.addEventListener('wheel', onWheel, { passive: false });
    return () => box?.removeEventListener('wheel', onWheel);
  }, []);
  const share = `${zoom * 100}%`;
  return (
    <section
      className="mr-viewer-stage"
      ref={stage}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard
      tabIndex={0}
      aria-label={alt ?? name}
      onPointerDown={drag}
    >
      {url !== undefined && (
        <img
          className="mr-viewer-img"
          src={url}
          alt={alt ?? name}
          draggable={false}
          style={{ inlineSize: share, blockSize: share }}
        />
      )}
      <p role="status">
        {hasFailed && files.failed}
        {!hasFailed && url === undefined && files.loading(name)}
      </p>
    </section>
  );
}

/** A picture that is larger than its place goes with the mouse. A finger scrolls by itself. */
function drag({ currentTarget: box, pointerId, pointerType, clientX, clientY }: PointerEvent): void {
  if (pointerType !== 'mouse') return;
  const from = { x: box.scrollLeft + clientX, y: box.scrollTop + clientY };
  const over = new AbortController();
  const { signal } = over;
  box.setPointerCapture(pointerId);
  const move = (event: globalThis.Event): void => {
    if (event instanceof globalThis.PointerEvent)
      box.scrollTo(from.x - event.clientX, from.y - event.clientY);
  };
  box.addEventListener('pointermove', move, { signal });
  for (const end of ['pointerup', 'pointercancel']) box.addEventListener(end, () => over.abort(), { signal });
}
