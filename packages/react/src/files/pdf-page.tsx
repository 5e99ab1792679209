'use client';

import { useEffect, useRef, useState } from 'react';
import { useWords } from '../words/words-context.ts';
import type { PdfPages } from './pdf-pages.ts';

export interface PdfPageProps {
  readonly pdf: PdfPages;
  readonly page: number;
  /** In CSS pixels. */
  readonly width: number;
}

/** The shape of most pages. */
const A4 = { width: 595, height: 842 };

/** A page of a PDF. It has its place from the beginning, and is drawn while it is near. */
export function PdfPage({ pdf, page, width }: PdfPageProps) {
  const words = useWords();
  const place = useRef<HTMLElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const text = useRef<HTMLDivElement>(null);
  const [isNear, setIsNear] = useState(false);
  const [size, setSize] = useState(A4);
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    const watch = new IntersectionObserver(([entry]) => setIsNear(entry?.isIntersecting === true), {
      root: element.parentElement,
      rootMargin: '100%',
    });
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  useEffect(() => {
    if (!isNear || canvas.current === null) return undefined;
    const over = new AbortController();
    const element = canvas.current;
    const layer = text.current ?? undefined;
    const draw = async (): Promise<void> => {
      const own = await pdf.sizeOf(page);
      if (over.signal.aborted) return;
      setSize(own);
      await pdf.draw(page, { canvas: element, words: layer, scale: width / own.width }, over.signal);
    };
    draw().catch(() => !over.signal.aborted && setHasFailed(true));
    return () => {
      over.abort();
      // A canvas of no size has no memory.
      element.width = 0;
      layer?.replaceChildren();
    };
  }, [isNear, pdf, page, width]);
  return (
    <section
      ref={place}
      className="mr-pdf-page"
      data-page={page}
      aria-label={words.files.page(page)}
      style={{ inlineSize: `${width}px`, blockSize: `${(width * size.height) / size.width}px` }}
    >
      <canvas ref={canvas} />
      <div ref={text} className="mr-pdf-words" />
      {hasFailed && <p role="alert">{words.files.pageFailed}</p>}
    </section>
  );
}
