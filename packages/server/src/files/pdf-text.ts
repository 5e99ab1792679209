/** No model reads more. */
const MOST_PAGES = 2_000;
const LONGEST = 1_000_000;

/** The text of a PDF, each page behind its number. Throws when it is none. */
export async function pdfText(bytes: Uint8Array): Promise<string> {
  // Large, and most side processes read none.
  const { getDocumentProxy } = await import('unpdf');
  const pdf = await getDocumentProxy(new Uint8Array(bytes));
  const pages: string[] = [];
  let length = 0;
  const last = Math.min(pdf.numPages, MOST_PAGES);
  for (let number = 1; number <= last && length < LONGEST; number += 1) {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    const text = items
      .map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : ''))
      .join('')
      .trim();
    page.cleanup();
    length += text.length;
    if (text !== '') pages.push(`[Page ${number} of ${pdf.numPages}]\n${text}`);
  }
  const read = pages.join('\n\n');
  return pdf.numPages > last || length >= LONGEST ? `${read}\n\n[The pages after this are left out.]` : read;
}
