'use client';

import { ChevronDown, ChevronUp, Minus, Plus } from 'lucide-react';
import { type KeyboardEvent, use, useEffect, useRef, useState } from 'react';
import { useWords } from '../words/words-context.ts';
import { FileAccess } from './file-access.ts';
import { FileDialog } from './file-dialog.tsx';
import { PdfPage } from './pdf-page.tsx';
import { type PdfPages, PdfProvider } from './pdf-pages.ts';
import type { FileViewerProps } from './sheet-viewer.tsx';
import { zoomed } from './zoom.ts';

/** A page is as wide as its place, and not wider than this at 100%. */
const WIDEST = 900;

/** A PDF, page under page: those in sight are drawn, and their words can be selected. */
export function PdfViewer({ file, backTo, onClose }: FileViewerProps) {
  const words = useWords();
  const pdf = usePdf(file.id);
  const [zoom, setZoom] = useState(1);
  const [page, setPage] = useState(1);
  const stage = useRef<HTMLElement>(null);
  const width = useWidth(stage, pdf);
  const count = pdf === undefined || pdf === 'failed' ? 0 : pdf.count;
  const go = (to: number): void => {
    const next = Math.min(count, Math.max(1, Math.round(to) || 1));
    setPage(next);
    stage.current?.querySelector(`[data-page="${next}"]`)?.scrollIntoView({ block: 'start' });
  };

  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLInputElement) return;
    const steps: Readonly<Record<string, () => void>> = {
      '+': () => setZoom(zoomed(zoom, 1)),
      '=': () => setZoom(zoomed(zoom, 1)),
      '-': () => setZoom(zoomed(zoom, -1)),
      '0': () => setZoom(1),
      PageUp: () => go(page - 1),
      PageDown: () => go(page + 1),
      Home: () => go(1),
      End: () => go(count),
    };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    step();
  }

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
  const actions = count > 0 && (
    <>
      {button(words.files.previousPage, ChevronUp, () => go(page - 1), page === 1)}
      <input
        className="mr-viewer-page"
        type="number"
        min={1}
        max={count}
        value={page}
        aria-label={words.files.pageOf(count)}
        onChange={({ target }) => go(target.valueAsNumber)}
      />
      <span className="mr-viewer-count">{words.files.of(count)}</span>
      {button(words.files.nextPage, ChevronDown, () => go(page + 1), page === count)}
      {button(words.files.zoomOut, Minus, () => setZoom(zoomed(zoom, -1)), zoom === 1)}
      <button
        type="button"
        className="mr-viewer-zoom"
        title={words.files.fit}
        aria-label={`${words.files.fit}, ${words.percent(zoom)}`}
        onClick={() => setZoom(1)}
      >
        {words.percent(zoom)}
      </button>
      {button(words.files.zoomIn, Plus, () => setZoom(zoomed(zoom, 1)))}
    </>
  );
  return (
    <FileDialog
      {...{ file, backTo, onClose, onKeyDown, actions }}
      detail={count === 0 ? undefined : words.files.pages(count)}
      keys={[
        ['PgUp PgDn', words.files.keyPage],
        ['+ − 0', words.files.keyZoom],
      ]}
    >
      <section
        className="mr-viewer-stage mr-pdf"
        ref={stage}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard
        tabIndex={0}
        aria-label={file.name}
        onScroll={({ currentTarget }) => setPage(pageIn(currentTarget))}
      >
        {typeof pdf === 'object' &&
          width > 0 &&
          Array.from({ length: count }, (_, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the pages of a file never change
            <PdfPage key={i} pdf={pdf} page={i + 1} width={Math.min(WIDEST, width - 32) * zoom} />
          ))}
        <p role="status">
          {pdf === undefined && words.files.loading(file.name)}
          {pdf === 'failed' && words.files.unreadable}
        </p>
      </section>
    </FileDialog>
  );
}

/** The PDF of a file while it is shown. */
function usePdf(id: string): PdfPages | 'failed' | undefined {
  const read = use(FileAccess)?.readFile;
  const open = use(PdfProvider);
  const [pdf, setPdf] = useState<PdfPages | 'failed'>();
  useEffect(() => {
    if (read === undefined || open === undefined) return undefined;
    const over = new AbortController();
    let opened: PdfPages | undefined;
    const load = async (): Promise<void> => {
      const pages = await open(await read(id, over.signal));
      if (over.signal.aborted) return pages.close();
      opened = pages;
      setPdf(pages);
    };
    load().catch(() => !over.signal.aborted && setPdf('failed'));
    return () => {
      over.abort();
      opened?.close();
      setPdf(undefined);
    };
  }, [id, read, open]);
  return pdf;
}

/** The width of an element, as it changes. */
function useWidth(ref: { readonly current: HTMLElement | null }, again: unknown): number {
  const [width, setWidth] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the element is there with the dialog
  useEffect(() => {
    const element = ref.current;
    if (element === null) return undefined;
    const watch = new ResizeObserver(() => setWidth(element.clientWidth));
    watch.observe(element);
    return () => watch.disconnect();
  }, [again]);
  return width;
}

/** The page at the upper third of what is in sight. */
function pageIn(stage: HTMLElement): number {
  const { top, height } = stage.getBoundingClientRect();
  const line = top + height / 3;
  const pages = stage.querySelectorAll<HTMLElement>('[data-page]');
  let [low, high] = [0, pages.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((pages[middle]?.getBoundingClientRect().top ?? 0) <= line) low = middle;
    else high = middle - 1;
  }
  return low + 1;
}
