'use client';

import { useEffect, useState } from 'react';

/** Tells how many files are dragged over the page; undefined while there are none. A browser may not say how many: then it is 0. */
export function useDrop(onFiles: ((files: readonly File[]) => void) | undefined): number | undefined {
  const [count, setCount] = useState<number>();
  useEffect(() => {
    if (onFiles === undefined) return undefined;
    const isAbove = (): boolean => document.querySelector('dialog[open]') !== null;
    const over = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      // Without this the browser would open the file.
      event.preventDefault();
      if (isAbove()) return;
      setCount(Array.from(event.dataTransfer?.items ?? []).filter(({ kind }) => kind === 'file').length);
    };
    const leave = (event: DragEvent): void => {
      // Out of the window, and not from one element to the next.
      if (event.relatedTarget === null) setCount(undefined);
    };
    const drop = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      event.stopPropagation();
      setCount(undefined);
      const files = Array.from(event.dataTransfer?.files ?? []);
      if (files.length > 0 && !isAbove()) onFiles(files);
    };
    // Before the text field, which would take what is dropped on it.
    const early = { capture: true };
    window.addEventListener('dragover', over, early);
    window.addEventListener('dragleave', leave, early);
    window.addEventListener('drop', drop, early);
    return () => {
      window.removeEventListener('dragover', over, early);
      window.removeEventListener('dragleave', leave, early);
      window.removeEventListener('drop', drop, early);
    };
  }, [onFiles]);
  return count;
}

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') === true;
