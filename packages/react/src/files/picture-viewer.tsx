'use client';

import type { MessageFile } from '@millrace/engine/run';
import { ChevronLeft, ChevronRight, Download, Minus, Plus, X } from 'lucide-react';
import { type KeyboardEvent, use, useLayoutEffect, useRef, useState } from 'react';
import { useAttempt } from '../client/use-attempt.ts';
import { saveFile } from '../page/save-file.ts';
import { useWords } from '../words/words-context.ts';
import { FileAccess } from './file-access.ts';
import { PictureStage } from './picture-stage.tsx';
import { zoomed } from './zoom.ts';

export interface PictureViewerProps {
  readonly pictures: readonly MessageFile[];
  readonly first: number;
  /** The element that gets the focus afterwards. */
  readonly backTo: HTMLElement | null;
  readonly onClose: () => void;
}

/** Pictures over everything else, one at a time: zoom by keys, buttons or the wheel, pan by dragging or scrolling, arrows to the next one. */
export function PictureViewer({ pictures, first, backTo, onClose }: PictureViewerProps) {
  const words = useWords();
  const [place, setPlace] = useState(first);
  const [zoom, setZoom] = useState(1);
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    element?.focus();
    return () => {
      // Below an open dialog nothing takes the focus.
      element?.close();
      backTo?.focus();
    };
  }, [backTo]);
  const picture = pictures[place];
  if (picture === undefined) return null;
  const move = (step: number): void => {
    if (pictures[place + step] === undefined) return;
    setPlace(place + step);
    setZoom(1);
  };

  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const steps: Readonly<Record<string, () => void>> = {
      '+': () => setZoom(zoomed(zoom, 1)),
      '=': () => setZoom(zoomed(zoom, 1)),
      '-': () => setZoom(zoomed(zoom, -1)),
      '0': () => setZoom(1),
      // In a picture that is larger than its place the arrows scroll.
      ...(zoom === 1 && { ArrowLeft: () => move(-1), ArrowRight: () => move(1) }),
      PageUp: () => move(-1),
      PageDown: () => move(1),
    };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    step();
  }

  const { alt, name } = picture;
  const keys = [
    ['+ − 0', words.files.keyZoom],
    ...(pictures.length > 1 ? [['← →', words.files.keyMove]] : []),
    ['Esc', words.files.keyClose],
  ];
  return (
    <dialog
      ref={dialog}
      className="mr-viewer"
      tabIndex={-1}
      aria-label={words.files.viewer(alt ?? name, place + 1, pictures.length)}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onKeyDown={onKeyDown}
    >
      <ViewerHead {...{ picture, place, zoom, move, setZoom, onClose }} count={pictures.length} />
      <PictureStage picture={picture} zoom={zoom} onZoom={(step) => setZoom((now) => zoomed(now, step))} />
      <footer className="mr-full-foot">
        <span />
        <ul aria-label={words.keys}>
          {keys.map(([key, does]) => (
            <li key={key}>
              <kbd className="mr-keys">{key}</kbd> {does}
            </li>
          ))}
        </ul>
      </footer>
    </dialog>
  );
}

interface ViewerHeadProps {
  readonly picture: MessageFile;
  readonly place: number;
  readonly count: number;
  readonly zoom: number;
  readonly move: (step: number) => void;
  readonly setZoom: (zoom: number) => void;
  readonly onClose: () => void;
}

function ViewerHead({ picture, place, count, zoom, move, setZoom, onClose }: ViewerHeadProps) {
  const { files, percent } = useWords();
  const read = use(FileAccess)?.readFile;
  const { problem, run } = useAttempt();
  const { id, name, size, width, height } = picture;
  const dots = width !== undefined && height !== undefined ? `${width} × ${height} · ` : '';
  const button = (label: string, Icon: typeof Plus, onPress: () => void, isOff = false) => (
    <button
      type="button"
      className="mr-icon"
      aria-label={label}
      title={label}
      aria-disabled={isOff}
      onClick={onPress}
    >
      <Icon size={18} aria-hidden="true" />
    </button>
  );
  return (
    <header className="mr-viewer-head">
      <h2 dir="auto" title={name}>
        {name}
      </h2>
      <span className="mr-full-detail" role={problem && 'alert'}>
        {problem ?? `${dots}${files.size(size)}`}
      </span>
      <span className="mr-viewer-actions">
        {count > 1 && button(files.previous, ChevronLeft, () => move(-1), place === 0)}
        {count > 1 && button(files.next, ChevronRight, () => move(1), place === count - 1)}
        {button(files.zoomOut, Minus, () => setZoom(zoomed(zoom, -1)), zoom === 1)}
        <button
          type="button"
          className="mr-viewer-zoom"
          title={files.fit}
          aria-label={`${files.fit}, ${percent(zoom)}`}
          onClick={() => setZoom(1)}
        >
          {percent(zoom)}
        </button>
        {button(files.zoomIn, Plus, () => setZoom(zoomed(zoom, 1)))}
        {read !== undefined &&
          button(
            files.downloadOf(name),
            Download,
            () => void run(async () => saveFile(name, await read(id))),
          )}
        {button(files.close, X, onClose)}
      </span>
    </header>
  );
}
