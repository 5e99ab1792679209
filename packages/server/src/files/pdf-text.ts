import type { getDocumentProxy } from 'unpdf';
import { type DocumentPart, type DocumentText, LONGEST_DOCUMENT } from './document-parts.ts';

/** No model reads more. */
const MOST_PAGES = 2_000;
/** Pages that take longer than that are left out: the side process would be ended, and nothing be read. */
const READ_MS = 8_000;

/** The text of a PDF, page by page. Throws when it is none. */
export async function pdfText(bytes: Uint8Array): Promise<DocumentText> {
  // Large, and most side processes read none.
  const { getDocumentProxy: open } = await import('unpdf');
  const pdf = await open(new Uint8Array(bytes));
  const parts: DocumentPart[] = [];
  let length = 0;
  const last = Math.min(pdf.numPages, MOST_PAGES);
  const until = Date.now() + READ_MS;
  for (let number = 1; number <= last && length < LONGEST_DOCUMENT; number += 1) {
    if (Date.now() > until) break;
    const text = await pageText(pdf, number);
    length += text.length;
    parts.push({ name: String(number), text });
  }
  return { unit: 'page', parts, count: pdf.numPages, isCut: parts.length < pdf.numPages };
}

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;

/** The text of a page. One that is broken has none, and takes nothing from the others. */
async function pageText(pdf: Pdf, number: number): Promise<string> {
  try {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    page.cleanup();
    return items
      .map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : ''))
      .join('')
      .trim();
  } catch {
    return '';
  }
}
