import type { PdfPages } from '@millrace/react';
import { GlobalWorkerOptions, getDocument, TextLayer } from 'pdfjs-dist';
import worker from 'pdfjs-dist/build/pdf.worker.min.mjs?url';

GlobalWorkerOptions.workerSrc = worker;

/** The most dots of a page: a canvas that is larger takes the memory of a whole tab. */
const MOST_DOTS = 16_000_000;

/** Opens a PDF. Nothing in it is run, and nothing that it names is loaded. Rejects when it is none. */
export async function openPdf(bytes: Blob): Promise<PdfPages> {
  const loading = getDocument({
    data: new Uint8Array(await bytes.arrayBuffer()),
    enableXfa: false,
    // The policy of the page allows no code from strings.
    isEvalSupported: false,
    useWasm: false,
    disableFontFace: false,
    stopAtErrors: false,
  });
  const pdf = await loading.promise;
  const viewOf = async (number: number, scale: number) => {
    const page = await pdf.getPage(number);
    return { page, view: page.getViewport({ scale }) };
  };
  return {
    count: pdf.numPages,
    async sizeOf(number) {
      const { view } = await viewOf(number, 1);
      return { width: view.width, height: view.height };
    },
    async draw(number, { canvas, words, scale }, signal) {
      const { page, view } = await viewOf(number, scale);
      signal.throwIfAborted();
      const dots = Math.min(devicePixelRatio, Math.sqrt(MOST_DOTS / (view.width * view.height)));
      canvas.width = Math.floor(view.width * dots);
      canvas.height = Math.floor(view.height * dots);
      const task = page.render({ canvas, viewport: page.getViewport({ scale: scale * dots }) });
      signal.addEventListener('abort', () => task.cancel());
      await task.promise;
      if (words === undefined) return;
      words.style.setProperty('--scale-factor', String(scale));
      words.style.setProperty('--total-scale-factor', String(scale));
      const layer = new TextLayer({
        textContentSource: page.streamTextContent(),
        container: words,
        viewport: view,
      });
      signal.addEventListener('abort', () => layer.cancel());
      await layer.render();
    },
    close: () => void loading.destroy(),
  };
}
